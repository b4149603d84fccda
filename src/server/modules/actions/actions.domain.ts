import type { ActionStatus } from '#contract/actions/actions.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { DateOn } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'

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

/** Whether an action in this status still waits to be done. */
export function isOpen(status: ActionStatus): boolean {
  return OPEN_STATUSES.some((open) => open === status)
}

/** Whether an open action is past its due date in the owner's zone (product §12). */
export function isOverdue(
  action: { status: ActionStatus; dueOn: DateOn | null },
  timezone: string,
  now: EpochMs,
): boolean {
  return isOpen(action.status) && action.dueOn !== null && action.dueOn < dateOf(now, timezone)
}

/** Whether a client in this state can be given new actions: not once they declined, or their process ended (product §6). */
export function takesActions(process: ClientStatus): boolean {
  return process !== 'declined' && process !== 'finished' && process !== 'archived'
}

/** What is wrong with the due date of a new action: that it has passed in the owner's zone. */
export function dueErrors(dueOn: DateOn | undefined, timezone: string, now: EpochMs): Record<string, string> {
  return dueOn !== undefined && dueOn < dateOf(now, timezone) ? { dueOn: 'date_past' } : {}
}

/**
 * How many open actions somebody may have when another is added outside of a closing. Each is a row of the form that
 * closes a session, which settles as many.
 */
export const MOST_OPEN = 100

/** How long the same action, sent again, is taken for the one that was added. */
const REPEAT_MS = 10 * MINUTE_MS

/** Since when an equal action counts as this one, sent twice. */
export function repeatsSince(now: EpochMs): EpochMs {
  return epochMs(now - REPEAT_MS)
}

/** Minutes of the day at which the owner of an action is reminded on its due date: 9:00 (product §12). */
const REMINDER_MINUTES = 9 * 60

/**
 * When the owner is reminded of an action: at 9:00 of its due date in their zone, which may have passed. Undefined if
 * nobody is: it is closed, has no date or is not to be reminded of.
 */
export function reminderDueAt(action: {
  status: ActionStatus
  dueOn: DateOn | null
  reminds: boolean
  timezone: string
}): EpochMs | undefined {
  if (!isOpen(action.status) || !action.reminds || action.dueOn === null) return undefined
  return wallToInstant(action.dueOn, REMINDER_MINUTES, action.timezone)
}

/** How long after a client has done an action their coach is told, unless they take it back meanwhile. */
const TELL_DONE_MS = MINUTE_MS

/** When a coach is told of an action that was done now. */
export function tellDoneAt(now: EpochMs): EpochMs {
  return epochMs(now + TELL_DONE_MS)
}
