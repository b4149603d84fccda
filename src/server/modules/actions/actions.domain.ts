import type { ActionStatus } from '#contract/actions.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { DateOn } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'

/** The states each state leads to (product §12). Done and dropped ones can be undone, never turned into each other. */
const NEXT: Record<ActionStatus, readonly ActionStatus[]> = {
  pending: ['inProgress', 'done', 'wontDo'],
  inProgress: ['pending', 'done', 'wontDo'],
  done: ['pending', 'inProgress'],
  wontDo: ['pending'],
}

/** States in which something is still to be done. */
export const OPEN_STATUSES = ['pending', 'inProgress'] as const satisfies readonly ActionStatus[]

/** The states an action may be moved to; both sides may (product §12, §20). */
export function allowedStatuses(status: ActionStatus): ActionStatus[] {
  return [...NEXT[status]]
}

/**
 * Whether this side may move actions: the coach always, the client while their process runs or pauses. Once it has
 * ended they read (product §6).
 */
export function mayMoveActions(side: 'coach' | 'client', process: ClientStatus): boolean {
  return side === 'coach' || process === 'active' || process === 'paused'
}

/** Whether an action may go from one state to another. Staying is no move. */
export function canMove(from: ActionStatus, to: ActionStatus): boolean {
  return NEXT[from].includes(to)
}

/** Whether the due date has passed in the owner's zone while the action is open (product §12). */
export function isOverdue(
  action: { status: ActionStatus; dueOn: DateOn | null },
  timezone: string,
  now: EpochMs,
): boolean {
  const open = action.status === 'pending' || action.status === 'inProgress'
  return open && action.dueOn !== null && action.dueOn < (dateOf(now, timezone) as string)
}
