import type { ActionDto } from '#contract/actions.ts'
import { wire } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { allowedStatuses, isOverdue } from './actions.domain.ts'
import type { ActionRow } from './actions.repository.ts'

export function presentAction(row: ActionRow, now: EpochMs): ActionDto {
  return {
    id: row.id,
    clientId: row.clientId,
    sessionId: row.sessionId,
    text: row.text,
    dueOn: row.dueOn,
    status: row.status,
    overdue: isOverdue(row, row.timezone, now),
    completedAt: wire(row.completedAt),
    changedBy: row.changedBy,
    allowedStatuses: allowedStatuses(row.status),
    createdAt: wire(row.createdAt),
    updatedAt: wire(row.updatedAt),
  }
}
