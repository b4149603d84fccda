import type { ActionDto, ActionPermission, PracticeAction } from '#contract/actions/actions.ts'
import { toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { allowedStatuses, isOpen, isOverdue } from './actions.domain.ts'
import * as actionPolicy from '../../policy/work/action.policy.ts'
import type { Actor } from '../../policy/actor.ts'
import type { Deps } from '../../deps.ts'
import { photoOf } from '../files/files.service.ts'
import type { ActionRow } from './actions.repository.ts'
import type { PracticeActionRow } from './practice-actions.repository.ts'

/** An action as one side reads it, with the statuses that side may set. */
export function presentAction(row: ActionRow, viewer: Actor, now: EpochMs): ActionDto {
  return {
    id: row.id,
    clientId: row.clientId,
    sessionId: row.sessionId,
    goalId: row.goalId,
    groupId: row.groupId,
    text: row.text,
    detail: row.detail ?? '',
    comment: row.comment ?? '',
    reason: row.reason ?? '',
    dueOn: row.dueOn,
    reminds: row.reminds,
    status: row.status,
    overdue: isOverdue(row, row.timezone, now),
    completedAt: toWire(row.completedAt),
    createdBy: row.createdBy,
    sessionsOpen: isOpen(row.status) ? row.sessionsSince : 0,
    changedBy: row.changedBy,
    allowedStatuses: actionPolicy.can(viewer, 'transition', row) ? allowedStatuses(row.status) : [],
    allowedActions: permissionsOf(row, viewer),
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}

/** An action among those of all clients, with its person and its group. */
export function presentPracticeAction(
  deps: Deps,
  row: PracticeActionRow,
  viewer: Actor,
  now: EpochMs,
): PracticeAction {
  return {
    ...presentAction(row, viewer, now),
    name: `${row.name} ${row.lastName}`,
    photo: photoOf(deps, row.photoId),
    groupName: row.groupName,
  }
}

/** What the viewer may do with it: its words and its date change while it is open. */
export function permissionsOf(row: ActionRow, viewer: Actor): ActionPermission[] {
  const all: readonly ActionPermission[] = ['edit', 'comment', 'delete']
  return all.filter(
    (action) => (action !== 'edit' || isOpen(row.status)) && actionPolicy.can(viewer, action, row),
  )
}
