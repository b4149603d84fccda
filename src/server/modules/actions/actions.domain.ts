import type { ActionStatus } from '#contract/actions.ts'
import type { DateOn } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'

/**
 * The statuses each status leads to (product §12). Done and dropped ones can be undone, never turned into each other.
 */
const NEXT: Record<ActionStatus, readonly ActionStatus[]> = {
  pending: ['inProgress', 'done', 'wontDo'],
  inProgress: ['pending', 'done', 'wontDo'],
  done: ['pending', 'inProgress'],
  wontDo: ['pending'],
}

/** Statuses of open actions. */
export const OPEN_STATUSES = ['pending', 'inProgress'] as const satisfies readonly ActionStatus[]

/** The statuses an action may be set to, by either side (product §12, §20). */
export function allowedStatuses(status: ActionStatus): ActionStatus[] {
  return [...NEXT[status]]
}

/** Whether the status of an action may change from one to another. The same status is no change. */
export function canBecome(from: ActionStatus, to: ActionStatus): boolean {
  return NEXT[from].includes(to)
}

/** Whether an open action is past its due date in the owner's zone (product §12). */
export function isOverdue(
  action: { status: ActionStatus; dueOn: DateOn | null },
  timezone: string,
  now: EpochMs,
): boolean {
  const open = action.status === 'pending' || action.status === 'inProgress'
  return open && action.dueOn !== null && action.dueOn < dateOf(now, timezone)
}
