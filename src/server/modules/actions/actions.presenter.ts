import type { ActionDto } from '#contract/actions.ts'
import { toWire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { allowedStatuses, isOverdue, mayMoveActions } from './actions.domain.ts'
import type { ActionRow } from './actions.repository.ts'

/** An action as one side reads it, with the statuses that side may set. */
export function presentAction(row: ActionRow, side: 'coach' | 'client', now: EpochMs): ActionDto {
  return {
    id: row.id,
    clientId: row.clientId,
    sessionId: row.sessionId,
    text: row.text,
    dueOn: row.dueOn,
    status: row.status,
    overdue: isOverdue(row, row.timezone, now),
    completedAt: toWire(row.completedAt),
    changedBy: row.changedBy,
    allowedStatuses: mayMoveActions(side, row.process) ? allowedStatuses(row.status) : [],
    createdAt: toWire(row.createdAt),
    updatedAt: toWire(row.updatedAt),
  }
}
