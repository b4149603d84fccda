import type { Kysely, Transaction } from 'kysely'
import type { ActionDto, ActionStatus, NewAction, NewActionBody } from '#contract/actions.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { ActionId, ClientId, GoalId, PageQuery, SessionId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import * as actionPolicy from '../../policy/action.policy.ts'
import type { Actor, ClientActor, CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { MOST_OPEN, canBecome, dueErrors, repeatsSince, takesActions } from './actions.domain.ts'
import { presentAction } from './actions.presenter.ts'
import * as actions from './actions.repository.ts'

/** GET: a client's actions, for the client and their coach. */
export async function listClientActions(
  deps: Deps,
  actor: Actor,
  clientId: ClientId,
  query: PageQuery & { status?: 'open' | 'closed' },
) {
  const { status, page, items } = query
  const list = found(
    await actions.listOfClient(deps.db, scopeOf(actor), clientId, status, query),
    'client.not_found',
  )
  const total = { open: list.open, closed: list.all - list.open, all: list.all }[status ?? 'all']
  const now = deps.clock.now()
  const canAdd = mayAdd(actor, clientId, list.process)
  return { data: list.rows.map((row) => presentAction(row, actor, now)), total, page, items, canAdd }
}

/** The client's first open actions by due date, how many are open and how many done, and whether they may add one. */
export async function openActionsOf(deps: Deps, actor: ClientActor, most: number) {
  const page: PageQuery = { direction: 'asc', items: most, page: 1 }
  const list = found(
    await actions.listOfClient(deps.db, scopeOf(actor), actor.clientId, 'open', page),
    'client.not_found',
  )
  const now = deps.clock.now()
  return {
    actions: list.rows.map((row) => presentAction(row, actor, now)),
    open: list.open,
    done: list.done,
    canAdd: mayAdd(actor, actor.clientId, list.process),
  }
}

/** How many actions of the coach's clients were done in each of some intervals. */
export function countDoneIn(
  deps: Deps,
  actor: CoachActor,
  ranges: readonly { from: EpochMs; to: EpochMs }[],
): Promise<number[]> {
  return actions.listDone(deps.db, scopeOf(actor), ranges)
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
  const rows = await actions.listOpenOfGoal(db, scopeOf(actor), goalId)
  const now = deps.clock.now()
  return rows.map((row) => presentAction(row, actor, now))
}

/** Adds the actions agreed in a session, one for each of the people it is for; part of closing it. */
export async function addActions(
  deps: Deps,
  tx: Transaction<DB>,
  { id: sessionId, coachId }: { id: SessionId; coachId: UserId },
  agreed: readonly (NewAction & { owners: readonly ClientId[] })[],
): Promise<void> {
  const stored = agreed.flatMap(({ text, dueOn, owners }) =>
    owners.map((clientId) => ({
      id: deps.newId<ActionId>(),
      coachId,
      clientId,
      sessionId,
      goalId: null,
      text,
      dueOn: dueOn ?? null,
    })),
  )
  if (stored.length === 0) return
  await actions.insertActions(tx, stored, deps.clock.now())
}

/**
 * POST: adds an action outside of a closing. The same one again, as when an answer was lost, is the one that was added.
 * @throws Refusal `client.not_found`, `goal.not_found`, `action.process_ended`, `action.too_many`; a due date that has passed
 */
export function createAction(
  deps: Deps,
  actor: Actor,
  { clientId, goalId, text, dueOn }: NewActionBody,
): Promise<ActionDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const id = found(actionPolicy.ownerOf(actor, clientId), 'client.not_found')
    const owner = found(await actions.lockOwner(tx, scope, id), 'client.not_found')
    const wanted = { coachId: actor.coachId, clientId: id, text, dueOn: dueOn ?? null }
    if (!mayAdd(actor, id, owner.process)) throw new Refusal('action.process_ended')
    refuseFields(dueErrors(dueOn, owner.timezone, now))
    if (goalId && !(await actions.isGoalOf(tx, scope, { goalId, clientId: id }))) {
      throw new Refusal('goal.not_found')
    }
    const { open, repeated } = await actions.countOpen(tx, wanted, repeatsSince(now))
    const actionId = repeated ?? deps.newId<ActionId>()
    if (repeated === null) {
      if (open >= MOST_OPEN) throw new Refusal('action.too_many')
      await actions.insertActions(
        tx,
        [{ ...wanted, id: actionId, sessionId: null, goalId: goalId ?? null }],
        now,
      )
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

/** Whether somebody may add an action of a client whose process is in this state. */
function mayAdd(actor: Actor, clientId: ClientId, process: ClientStatus): boolean {
  const { coachId } = actor
  return takesActions(process) && actionPolicy.can(actor, 'add', { coachId, clientId, process })
}

/** PUT: sets the status of an action; the same status again changes nothing and records no event. */
export function setActionStatus(
  deps: Deps,
  actor: Actor,
  id: ActionId,
  to: ActionStatus,
): Promise<ActionDto> {
  return deps.db.transaction().execute((tx) => transitionAction(deps, tx, actor, id, to))
}

/**
 * Sets the status of an action in the caller's transaction, also when a session is closed. `work` restricts it to some
 * people or a group, if not all actions the actor sees are allowed.
 * @throws Refusal `action.not_found`, `action.wrong_state`
 */
export async function transitionAction(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  id: ActionId,
  to: ActionStatus,
  work?: actions.Work,
): Promise<ActionDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  const action = found(await actions.lockAction(tx, scope, id), 'action.not_found')
  if (!actionPolicy.can(actor, 'read', action)) throw new Refusal('action.not_found')
  if (work && !isPartOf(action, work)) throw new Refusal('action.not_found')
  const from = action.status
  if (from === to) return presentAction(action, actor, now)
  const isAllowed = actionPolicy.can(actor, 'transition', action) && canBecome(from, to)
  if (!isAllowed) throw new Refusal('action.wrong_state')
  const by = actor.userType
  if (!(await actions.transitionAction(tx, id, from, to, by, now))) throw new Refusal('action.wrong_state')
  await record(deps, tx, {
    type: 'action.moved',
    coachId: action.coachId,
    actorUserId: actor.userId,
    subjectId: id,
    payload: { clientId: action.clientId, from, to, by },
  })
  return presentAction(found(await actions.findAction(tx, scope, id), 'action.not_found'), actor, now)
}

function isPartOf({ clientId, groupId }: actions.ActionRow, work: actions.Work): boolean {
  return work.people.includes(clientId) && (work.groupId === null || work.groupId === groupId)
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
