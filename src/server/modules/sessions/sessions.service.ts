import type { Transaction } from 'kysely'
import type { SessionDto, SessionListQuery } from '#contract/sessions/sessions.ts'
import { type ClientId, type GroupId, type SessionId, toWire } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { TimerCommand } from '../../domain-events.ts'
import { record } from '#server/events/record.ts'
import { TimerNotNow } from '#server/events/timers.ts'
import type { Actor, CoachActor } from '../../policy/actor.ts'
import * as clientPolicy from '../../policy/client.policy.ts'
import { scopeOf } from '../../policy/scope.ts'
import { searchWords } from './search-words.domain.ts'
import { Refusal, found } from '../../refusal.ts'
import { actionsOfSession } from '../actions/actions.service.ts'
import { goalsOfSession } from '../goals/session-goals.service.ts'
import { defaultTitle } from '../titles/titles.domain.ts'
import { hasClient, hasGroup } from './booking/coachees.repository.ts'
import { decide } from './lifecycle.domain.ts'
import { sessionEvent, toCloseSince } from './sessions.domain.ts'
import { presentListItem, presentSession, viewerOf } from './sessions.presenter.ts'
import * as sessions from './sessions.repository.ts'
import * as timers from './clock/timers.repository.ts'

type Timer = Extract<TimerCommand, { type: 'session.expire' | 'session.lapseMove' }>

/** GET: one session with its record, and with the goals of it once it is closed. */
export async function getSession(deps: Deps, actor: Actor, id: SessionId): Promise<SessionDto> {
  const [session, actions] = await Promise.all([
    sessions.findSession(deps.db, scopeOf(actor), id),
    actionsOfSession(deps, deps.db, actor, id),
  ])
  const record = found(session, 'session.not_found')
  const goals = await goalsOfSession(deps.db, actor, record)
  return presentSession(deps, record, { actions, goals }, viewerOf(deps, actor))
}

/** A session as the actor sees it after a change, read in the transaction that changed it. */
export async function answerSession(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  id: SessionId,
): Promise<SessionDto> {
  const session = found(await sessions.findSession(tx, scopeOf(actor), id), 'session.not_found')
  const actions = await actionsOfSession(deps, tx, actor, id)
  const goals = await goalsOfSession(tx, actor, session)
  return presentSession(deps, session, { actions, goals }, viewerOf(deps, actor))
}

/** GET: a page of the practice's sessions. */
export function listCoachSessions(deps: Deps, actor: CoachActor, query: SessionListQuery) {
  return listPage(deps, actor, query)
}

/** GET: a page of one client's sessions, for the client and their coach. */
export async function listClientSessions(
  deps: Deps,
  actor: Actor,
  clientId: ClientId,
  query: SessionListQuery,
) {
  // Checked before the list: shared group sessions would otherwise distinguish another member's id from an unknown one.
  const client = { coachId: actor.coachId, clientId }
  if (!clientPolicy.can(actor, 'read', client)) throw new Refusal('client.not_found')
  const page = await listPage(deps, actor, query, { clientId })
  // Only an empty list can belong to a client who does not exist.
  if (page.total === 0 && !(await hasClient(deps.db, scopeOf(actor), clientId))) {
    throw new Refusal('client.not_found')
  }
  return page
}

/** GET: a page of one group's sessions, for its coach and its members. */
export async function listGroupSessions(deps: Deps, actor: Actor, groupId: GroupId, query: SessionListQuery) {
  const page = await listPage(deps, actor, query, { groupId })
  if (page.total === 0 && !(await hasGroup(deps.db, scopeOf(actor), groupId))) {
    throw new Refusal('group.not_found')
  }
  return page
}

type Whose = { clientId?: ClientId; groupId?: GroupId }

async function listPage(deps: Deps, actor: Actor, query: SessionListQuery, whose: Whose = {}) {
  const from = query.from && fromIso(query.from)
  const to = query.to && fromIso(query.to)
  if (from !== undefined && to !== undefined && to < from) {
    throw new Refusal('request.invalid', { to: 'range_reversed' })
  }
  const viewer = viewerOf(deps, actor)
  const tab = query.tab && { of: query.tab, toCloseSince: toCloseSince(viewer.now) }
  const toRateAt = query.toRate ? viewer.now : undefined
  const words = searchWords(query.search ?? '')
  const untitled = defaultTitle({ name: '', number: null }, viewer.language, deps.texts)
  const search = words.length > 0 ? { words, untitled } : undefined
  const filter = { ...whose, from, to, status: query.status, tab, toRateAt, search }
  const { rows, total } = await sessions.listSessions(deps.db, scopeOf(actor), filter, query)
  const data = rows.map((row) => presentListItem(deps, row, viewer))
  return { data, total, page: query.page, items: query.items }
}

/**
 * A due expiry (product §9): a request without an answer, or proposed times without a choice, expires.
 * @throws TimerNotNow while another transaction is answering it; the timer is kept and retried
 */
export async function expireSession(deps: Deps, tx: Transaction<DB>, timer: Timer): Promise<void> {
  const session = await findDue(deps, tx, timer, 'expire')
  if (!session) return
  if (!(await timers.expireUnlessBusy(tx, timer.sessionId, deps.clock.now()))) {
    throw new TimerNotNow(timer.sessionId)
  }
  await record(deps, tx, { type: 'session.expired', ...sessionEvent(session, null) })
}

/**
 * The cancellation notice is reached (product §9): a request to move without an answer expires, and the session is not
 * moved.
 * @throws TimerNotNow while another transaction is answering it
 */
export async function lapseMove(deps: Deps, tx: Transaction<DB>, timer: Timer): Promise<void> {
  const session = await findDue(deps, tx, timer, 'lapseMove')
  if (!session) return
  if (!(await timers.endMoveUnlessBusy(tx, timer.sessionId, deps.clock.now()))) {
    throw new TimerNotNow(timer.sessionId)
  }
  const { payload, ...happened } = sessionEvent(session, null)
  const toStartsAt = toWire(session.moveStartsAt!)
  await record(deps, tx, { type: 'session.move_declined', ...happened, payload: { ...payload, toStartsAt } })
}

/** The session of a due timer; undefined if it has another start by now, or the command no longer applies to it. */
async function findDue(
  deps: Deps,
  tx: Transaction<DB>,
  { sessionId, startsAt }: Timer,
  type: 'expire' | 'lapseMove',
) {
  const session = await timers.findTimedSession(tx, sessionId)
  if (!session || session.startsAt !== fromIso(startsAt)) return undefined
  return decide(session, { type }, 'clock', deps.clock.now()) && session
}
