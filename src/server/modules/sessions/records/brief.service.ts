import type { SessionBrief } from '#contract/sessions/session-records.ts'
import { type ClientId, type SessionId, toWire } from '#contract/values.ts'
import { type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import type { CoachActor } from '#server/policy/actor.ts'
import { scopeOf } from '#server/policy/scope.ts'
import { found } from '#server/refusal.ts'
import { actionsOfSession, openActionsOfPeople } from '#server/modules/actions/actions.service.ts'
import { memorandumsOfSession } from '#server/modules/memorandums/shown.service.ts'
import { openGoalsOf } from '#server/modules/goals/goals.service.ts'
import { goalsOfSession } from '#server/modules/goals/session-goals.service.ts'
import { ageInDays, sessionsSince } from './brief.domain.ts'
import { findNotes } from './brief-notes.repository.ts'
import * as brief from './brief.repository.ts'
import { presentListItem, presentSession, viewerOf } from '../sessions.presenter.ts'
import * as sessions from '../sessions.repository.ts'

/** GET brief: what a coach reads before a session (product §9, "Ficha de la sesión"). */
export async function getSessionBrief(deps: Deps, actor: CoachActor, id: SessionId): Promise<SessionBrief> {
  const row = found(await sessions.findSession(deps.db, scopeOf(actor), id), 'session.not_found')
  const people = row.attendance.map(({ personId }) => personId)
  const [notes, actions, worked, last, openActions, memorandums, goals, ratings] = await Promise.all([
    findNotes(deps.db, scopeOf(actor), id),
    actionsOfSession(deps, deps.db, actor, id),
    goalsOfSession(deps.db, actor, row),
    lastOf(deps, actor, row),
    openActionsOf(deps, actor, row),
    memorandumsOfSession(deps, actor, row),
    openGoalsOf(deps, actor, { people, groupId: row.groupId }),
    people.length === 0 ? [] : brief.listRatings(deps.db, scopeOf(actor), people),
  ])
  return {
    session: presentSession(deps, row, { actions, goals: worked }, viewerOf(deps, actor)),
    notes,
    last,
    openActions,
    memorandums,
    goals: goals.map((goal) => ({ ...goal, name: ownerOf(row, goal.clientId) })),
    ratings: ratings.map(({ name, lastName, at, ...rating }) => ({
      ...rating,
      name: `${name} ${lastName}`,
      at: toWire(at),
    })),
  }
}

/** The full name of the person whose goal it is; null for a group's. */
function ownerOf({ attendance }: sessions.SessionRecord, clientId: ClientId | null): string | null {
  const owner = attendance.find(({ personId }) => personId === clientId)
  return owner ? `${owner.name} ${owner.lastName}` : null
}

async function lastOf(
  deps: Deps,
  actor: CoachActor,
  session: sessions.SessionRow,
): Promise<SessionBrief['last']> {
  const last = await brief.findLastClosed(deps.db, scopeOf(actor), session)
  if (!last) return null
  const actions = await actionsOfSession(deps, deps.db, actor, last.id)
  return { ...presentListItem(deps, last, viewerOf(deps, actor)), summary: last.summary!, actions }
}

async function openActionsOf(
  deps: Deps,
  actor: CoachActor,
  { id, attendance: people, groupId }: sessions.SessionRecord,
): Promise<SessionBrief['openActions']> {
  const work = { people: people.map(({ personId }) => personId), groupId }
  // What was agreed in this one is new: it is not decided about when the session is closed.
  const open = (await openActionsOfPeople(deps, actor, work)).filter(({ sessionId }) => sessionId !== id)
  if (open.length === 0) return []
  const now = deps.clock.now()
  const agreedAts = open.map(({ createdAt }) => fromIso(createdAt))
  const oldest: EpochMs = epochMs(Math.min(...agreedAts))
  const held = await brief.listHeld(deps.db, scopeOf(actor), work, oldest)
  return open.map((action, index) => {
    const agreedAt = agreedAts[index]!
    const owner = people.find(({ personId }) => personId === action.clientId)!
    return {
      ...action,
      name: `${owner.name} ${owner.lastName}`,
      ageDays: ageInDays(agreedAt, now, actor.timezone),
      sessionsOpen: sessionsSince(held, { ...action, agreedAt }),
    }
  })
}
