import type { Transaction } from 'kysely'
import type { ActionBody, ActionDto, ActionPermission, ActionStatus } from '#contract/actions/actions.ts'
import type { ActionId, GoalId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { record } from '#server/events/record.ts'
import * as actionPolicy from '../../policy/work/action.policy.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found, refuseFields } from '../../refusal.ts'
import { canBecome, dueErrors, isOpen } from './actions.domain.ts'
import { permissionsOf, presentAction } from './actions.presenter.ts'
import * as actions from './actions.repository.ts'
import { refuseTooMany } from './actions.service.ts'
import { requireGoals } from './goal-actions.service.ts'
import { keepReminders, keepTelling } from './reminders.service.ts'

/** PUT: sets the status of an action; the same status again changes nothing and records no event. */
export function setActionStatus(
  deps: Deps,
  actor: Actor,
  id: ActionId,
  { status, reason }: { status: ActionStatus; reason?: string | undefined },
): Promise<ActionDto> {
  return deps.db
    .transaction()
    .execute((tx) => transitionAction(deps, tx, actor, { id, status, reason: reason || null }))
}

/**
 * Sets the status of an action in the caller's transaction, also when a session is closed. `work` restricts it to some
 * people or a group, if not all actions the actor sees are allowed: those of a closing, which settles as many as it finds.
 * @throws Refusal `action.not_found`, `action.wrong_state`, `action.too_many`
 */
export async function transitionAction(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  { id, status: to, reason = null }: { id: ActionId; status: ActionStatus; reason?: string | null },
  work?: actions.Work,
): Promise<ActionDto> {
  const now = deps.clock.now()
  const comesBack = isOpen(to) && work === undefined
  if (comesBack) await actions.lockOwnerOf(tx, scopeOf(actor), id)
  const action = await lockVisible(tx, actor, id)
  if (work && !isPartOf(action, work)) throw new Refusal('action.not_found')
  const from = action.status
  if (from === to) return presentAction(action, actor, now)
  const isAllowed = actionPolicy.can(actor, 'transition', action) && canBecome(from, to)
  if (!isAllowed) throw new Refusal('action.wrong_state')
  // The undo of a tick as well, if another one has taken its place meanwhile: who could tick, add and undo would have no
  // limit. It remains done and listed as such, where it can be opened again as soon as there is room.
  if (comesBack && !isOpen(from)) await refuseTooMany(tx, [action.clientId])
  const by = actor.userType
  if (!(await actions.transitionAction(tx, id, from, to, { by, reason }, now)))
    throw new Refusal('action.wrong_state')
  await keepReminders(deps, tx, [id])
  await keepTelling(deps, tx, id, { from, to, by })
  await record(deps, tx, {
    type: 'action.moved',
    coachId: action.coachId,
    actorUserId: actor.userId,
    subjectId: id,
    payload: { clientId: action.clientId, from, to, by },
  })
  return answerAction(deps, tx, actor, id)
}

/**
 * PUT: changes the given fields: words, date, reminder and goal while it is open, the owner's comment always. The same
 * values again change nothing.
 * @throws Refusal `action.not_found`, `goal.not_found`, `action.wrong_state`; a new due date that has passed
 */
export function putAction(deps: Deps, actor: Actor, id: ActionId, body: ActionBody): Promise<ActionDto> {
  const { comment, ...wording } = body
  return deps.db.transaction().execute(async (tx) => {
    const action = await lockVisible(tx, actor, id)
    const wanted: ActionPermission[] = [
      ...(Object.keys(wording).length > 0 ? ['edit' as const] : []),
      ...(comment === undefined ? [] : ['comment' as const]),
    ]
    requirePermissions(action, actor, wanted)
    const { dueOn } = wording
    // A date that has passed stays where it is; it is only refused as a new one.
    if (dueOn && dueOn !== action.dueOn) {
      refuseFields(dueErrors(dueOn, action.timezone, deps.clock.now()))
    }
    await refuseGoal(tx, actor, action, wording.goalId)
    const patch = changesOf(action, body)
    if (Object.keys(patch).length === 0) return presentAction(action, actor, deps.clock.now())
    const isWorded = actor.userType === 'client' && ('text' in patch || 'detail' in patch)
    await actions.updateAction(tx, id, { ...patch, ...(isWorded && { clientWorded: true }) })
    await changed(deps, tx, actor, action)
    return answerAction(deps, tx, actor, id)
  })
}

/** A new goal is checked as that of a new action; the one it has stays, also once its person has left the group. */
async function refuseGoal(
  tx: Transaction<DB>,
  actor: Actor,
  { clientId, goalId: before }: actions.ActionRow,
  goalId: GoalId | null | undefined,
): Promise<void> {
  if (goalId !== before) await requireGoals(tx, actor, { clientId }, [goalId])
}

/** The given fields that differ from what is stored. */
function changesOf(
  action: actions.ActionRow,
  {
    text = action.text,
    dueOn = action.dueOn,
    goalId = action.goalId,
    reminds = action.reminds,
    detail,
    comment,
  }: ActionBody,
): actions.ActionPatch {
  const wanted = {
    text,
    dueOn,
    goalId,
    reminds,
    detail: detail === undefined ? action.detail : detail || null,
    comment: comment === undefined ? action.comment : comment || null,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== action[name as keyof typeof wanted]),
  )
}

/** DELETE: takes an action off all lists; it can be restored. */
export function deleteAction(deps: Deps, actor: Actor, id: ActionId): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    const action = await lockVisible(tx, actor, id)
    requirePermissions(action, actor, ['delete'])
    await actions.setDeleted(tx, id, deps.clock.now())
    await changed(deps, tx, actor, action)
  })
}

/**
 * POST …/restore: puts a deleted action back; one that is there stays as it is.
 * @throws Refusal `action.not_found`, `action.wrong_state`, `action.too_many`
 */
export function restoreAction(deps: Deps, actor: Actor, id: ActionId): Promise<ActionDto> {
  return deps.db.transaction().execute(async (tx) => {
    await actions.lockOwnerOf(tx, scopeOf(actor), id)
    const action = found(await actions.lockAction(tx, scopeOf(actor), id), 'action.not_found')
    requirePermissions(action, actor, ['delete'])
    if (action.deletedAt !== null) {
      if (isOpen(action.status)) await refuseTooMany(tx, [action.clientId])
      await actions.setDeleted(tx, id, null)
      await changed(deps, tx, actor, action)
    }
    return answerAction(deps, tx, actor, id)
  })
}

/** Removes actions that were deleted before an instant. */
export const forgetDeletedActions = actions.removeDeleted

async function lockVisible(tx: Transaction<DB>, actor: Actor, id: ActionId): Promise<actions.ActionRow> {
  const action = found(await actions.lockAction(tx, scopeOf(actor), id), 'action.not_found')
  if (action.deletedAt !== null || !actionPolicy.can(actor, 'read', action))
    throw new Refusal('action.not_found')
  return action
}

function requirePermissions(
  action: actions.ActionRow,
  actor: Actor,
  wanted: readonly ActionPermission[],
): void {
  const allowed = permissionsOf(action, actor)
  if (wanted.some((each) => !allowed.includes(each))) throw new Refusal('action.wrong_state')
}

async function changed(
  deps: Deps,
  tx: Transaction<DB>,
  actor: Actor,
  { id, coachId, clientId }: actions.ActionRow,
): Promise<void> {
  await keepReminders(deps, tx, [id])
  await record(deps, tx, {
    type: 'action.changed',
    coachId,
    actorUserId: actor.userId,
    subjectId: id,
    payload: { clientId, by: actor.userType },
  })
}

async function answerAction(deps: Deps, tx: Transaction<DB>, actor: Actor, id: ActionId): Promise<ActionDto> {
  const row = found(await actions.findAction(tx, scopeOf(actor), id), 'action.not_found')
  return presentAction(row, actor, deps.clock.now())
}

function isPartOf({ clientId, groupId }: actions.ActionRow, work: actions.Work): boolean {
  return work.people.includes(clientId) && (work.groupId === null || work.groupId === groupId)
}
