import type { Kysely, Transaction } from 'kysely'
import type { ActionDto, NewActionBody, PracticeActionsQuery } from '#contract/actions/actions.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { ClientDashboard } from '#contract/dashboard.ts'
import type { ActionId, ClientId, GoalId, GroupId, PageQuery, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import * as actionPolicy from '../../policy/work/action.policy.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { MOST_OPEN, dueErrors, repeatsSince, takesActions } from './actions.domain.ts'
import { presentAction, presentPracticeAction } from './actions.presenter.ts'
import * as actions from './actions.repository.ts'
import { mostOpenOf } from './assignments.repository.ts'
import { listOfClient, readOpenOfClient } from './client-actions.repository.ts'
import { listOpenOfGoal } from './goal-actions.repository.ts'
import { requireGoals } from './goal-actions.service.ts'
import { listOfPractice } from './practice-actions.repository.ts'
import { keepReminders } from './reminders.service.ts'

/** GET: a client's actions, for the client and their coach. */
export async function listClientActions(
  deps: Deps,
  actor: Actor,
  clientId: ClientId,
  query: PageQuery & { status?: 'open' | 'closed' },
) {
  const { status, page, items } = query
  const list = found(await listOfClient(deps.db, scopeOf(actor), clientId, status, query), 'client.not_found')
  const total = { open: list.open, closed: list.all - list.open, all: list.all }[status ?? 'all']
  const now = deps.clock.now()
  const canAdd = mayAdd(actor, clientId, list.process)
  return { data: list.rows.map((row) => presentAction(row, actor, now)), total, page, items, canAdd }
}

/** GET: a page of the actions of all clients, for their coach. */
export async function listCoachActions(deps: Deps, actor: CoachActor, query: PracticeActionsQuery) {
  const now = deps.clock.now()
  const { rows, total } = await listOfPractice(deps.db, scopeOf(actor), query, now)
  const { page, items } = query
  return { data: rows.map((row) => presentPracticeAction(deps, row, actor, now)), total, page, items }
}

/** GET: one action, for its client and their coach. */
export async function getAction(deps: Deps, actor: Actor, id: ActionId): Promise<ActionDto> {
  const row = found(await actions.findAction(deps.db, scopeOf(actor), id), 'action.not_found')
  return presentAction(row, actor, deps.clock.now())
}

/** The client's first open actions by due date, how many are open and how many done, and whether they may add one. */
export function readOpenActions(deps: Deps, actor: ClientActor, most: number) {
  const now = deps.clock.now()
  return readOpenOfClient(scopeOf(actor), most).map(
    ({ rows, counts }): Pick<ClientDashboard, 'actions' | 'openActions' | 'doneActions' | 'canAddAction'> => {
      const { open, done, process } = found(counts[0], 'client.not_found')
      return {
        actions: rows.map((row) => presentAction(row, actor, now)),
        openActions: open,
        doneActions: done,
        canAddAction: mayAdd(actor, actor.clientId, process),
      }
    },
  )
}

/** How many actions of the coach's clients were done in each of some intervals. */
export function readDone(actor: CoachActor, ranges: readonly { from: EpochMs; to: EpochMs }[]) {
  return actions.readDone(scopeOf(actor), ranges)
}

/** The actions agreed in a session of a client's that a query finds. */
export function readingActionsOf(session: Parameters<typeof actions.readingOfSession>[0]) {
  const agreed = actions.readingOfSession(session)
  return (deps: Deps, actor: ClientActor) => {
    const now = deps.clock.now()
    return agreed(scopeOf(actor)).map((rows) => rows.map((row) => presentAction(row, actor, now)))
  }
}

/** The actions agreed in a session. */
export async function actionsOfSession(
  deps: Deps,
  db: Kysely<DB>,
  actor: Actor,
  sessionId: SessionId,
): Promise<ActionDto[]> {
  const rows = await actions.listOfSession(db, scopeOf(actor), sessionId)
  const now = deps.clock.now()
  return rows.map((row) => presentAction(row, actor, now))
}

/** The open actions that lead to a goal, by due date; a client reads their own. */
export async function openActionsOfGoal(
  deps: Deps,
  db: Kysely<DB>,
  actor: Actor,
  goalId: GoalId,
): Promise<ActionDto[]> {
  const rows = await listOpenOfGoal(db, scopeOf(actor), goalId)
  const now = deps.clock.now()
  return rows.map((row) => presentAction(row, actor, now))
}

/** An action and everybody who gets one; for a group they are one assignment. */
export type AgreedAction = Pick<NewActionBody, 'text' | 'dueOn' | 'detail' | 'reminds' | 'goalId'> & {
  owners: readonly ClientId[]
}

/** Where actions come from: a session, a group, or both. */
type Source = { coachId: UserId; sessionId: SessionId | null; groupId: GroupId | null }

/**
 * Adds actions in the caller's transaction, one for each of the people it is for: those agreed in a session when it is
 * closed, or what a group is asked for. Their events, if any, are the caller's.
 * @returns the ids and owners of the new ones
 */
export async function addActions(
  deps: Deps,
  tx: Transaction<DB>,
  source: Source,
  agreed: readonly AgreedAction[],
): Promise<actions.StoredAction[]> {
  const stored = agreed.flatMap(({ text, dueOn, detail, reminds = true, goalId, owners }) => {
    const assignmentId = source.groupId === null ? null : deps.newId<string>()
    return owners.map((clientId): actions.StoredAction => ({
      ...source,
      id: deps.newId<ActionId>(),
      clientId,
      assignmentId,
      goalId: goalId ?? null,
      text,
      detail: detail || null,
      dueOn: dueOn ?? null,
      reminds,
      createdBy: 'coach',
    }))
  })
  if (stored.length === 0) return []
  await actions.insertActions(tx, stored, deps.clock.now())
  await keepReminders(
    deps,
    tx,
    stored.map(({ id }) => id),
  )
  return stored
}

/**
 * POST: adds an action outside of a closing. The same one again, as when an answer was lost, is the one that was added.
 * @throws Refusal `client.not_found`, `session.not_found`, `goal.not_found`, `action.process_ended`, `action.too_many`; a due date that has passed
 */
export function createAction(
  deps: Deps,
  actor: Actor,
  { clientId, sessionId, goalId, text, dueOn, detail, reminds = true }: NewActionBody,
): Promise<ActionDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const id = found(actionPolicy.ownerOf(actor, clientId), 'client.not_found')
    const owner = found(await actions.lockOwner(tx, scope, id), 'client.not_found')
    const wanted = {
      coachId: actor.coachId,
      clientId: id,
      sessionId: sessionId ?? null,
      text,
      dueOn: dueOn ?? null,
    }
    if (!mayAdd(actor, id, owner.process)) throw new Refusal('action.process_ended')
    refuseFields(dueErrors(dueOn, owner.timezone, now))
    await requireSession(tx, actor, { clientId: id }, sessionId, now)
    await requireGoals(tx, actor, { clientId: id }, [goalId])
    const { open, repeated } = await actions.countOpen(tx, wanted, repeatsSince(now))
    const actionId = repeated ?? deps.newId<ActionId>()
    if (repeated === null) {
      if (open >= MOST_OPEN) throw new Refusal('action.too_many')
      const added: actions.StoredAction = {
        ...wanted,
        id: actionId,
        goalId: goalId ?? null,
        groupId: null,
        assignmentId: null,
        detail: detail || null,
        reminds,
        createdBy: actor.userType,
      }
      await actions.insertActions(tx, [added], now)
      await keepReminders(deps, tx, [actionId])
      await record(deps, tx, {
        type: 'action.added',
        coachId: actor.coachId,
        actorUserId: actor.userId,
        subjectId: actionId,
        payload: { clientId: id, by: actor.userType },
      })
    }
    return presentAction(found(await actions.findAction(tx, scope, actionId), 'action.not_found'), actor, now)
  })
}

/**
 * A coach may add to a record later, a client only while the session goes on.
 * @throws Refusal `session.not_found` unless it is one of this client, or of this group, that somebody sees
 */
export async function requireSession(
  tx: Transaction<DB>,
  actor: Actor,
  about: { clientId: ClientId } | { groupId: GroupId },
  sessionId: SessionId | undefined,
  now: EpochMs,
): Promise<void> {
  if (sessionId === undefined) return
  const heldAt = actor.userType === 'client' ? now : undefined
  if (!(await actions.isSessionWith(tx, scopeOf(actor), about, sessionId, heldAt)))
    throw new Refusal('session.not_found')
}

/** @throws Refusal `action.too_many` if one of these people, who are locked, has as many open actions as they may have */
export async function refuseTooMany(tx: Transaction<DB>, owners: readonly ClientId[]): Promise<void> {
  if ((await mostOpenOf(tx, owners)) >= MOST_OPEN) throw new Refusal('action.too_many')
}

/** Whether somebody may add an action of a client whose process is in this state. */
function mayAdd(actor: Actor, clientId: ClientId, process: ClientStatus): boolean {
  const { coachId } = actor
  return takesActions(process) && actionPolicy.can(actor, 'add', { coachId, clientId, process })
}

/** The open actions of some people, for a group only those agreed in its sessions; oldest first. */
export async function openActionsOfPeople(
  deps: Deps,
  actor: CoachActor,
  work: actions.Work,
): Promise<ActionDto[]> {
  const rows = await actions.listOpenOf(deps.db, scopeOf(actor), work)
  const now = deps.clock.now()
  return rows.map((row) => presentAction(row, actor, now))
}
