import type { ActionDto } from '#contract/actions.ts'
import { toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { allowedStatuses, isOverdue } from './actions.domain.ts'
import * as actionPolicy from '../../policy/action.policy.ts'
import type { Actor } from '../../policy/actor.ts'
import type { ActionRow } from './actions.repository.ts'

/** An action as one side reads it, with the statuses that side may set. */
export function presentAction(row: ActionRow, viewer: Actor, now: EpochMs): ActionDto {
  return {
    id: row.id,
    clientId: row.clientId,
    sessionId: row.sessionId,
    goalId: row.goalId,
    text: row.text,
    dueOn: row.dueOn,
    status: row.status,
    overdue: isOverdue(row, row.timezone, now),
    completedAt: toWire(row.completedAt),
    changedBy: row.changedBy,
    allowedStatuses: actionPolicy.can(viewer, 'transition', row) ? allowedStatuses(row.status) : [],
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}
