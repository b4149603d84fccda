import type { ClientId, SessionId } from '#contract/values.ts'
import { dateOf, daysBetween } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'

/** A session that took place, with one person who attended. */
export type Held = { sessionId: SessionId; personId: ClientId; closedAt: EpochMs }

/** Days since something was agreed, as a calendar of that zone counts them: what was agreed last night is a day old. */
export function ageInDays(agreedAt: EpochMs, now: EpochMs, timezone: string): number {
  return daysBetween(dateOf(agreedAt, timezone), dateOf(now, timezone))
}

/**
 * How many sessions its owner has had since an action was agreed (product §12): not the one in which that was, although it is
 * closed later.
 */
export function sessionsSince(
  held: readonly Held[],
  action: { clientId: ClientId; sessionId: SessionId | null; agreedAt: EpochMs },
): number {
  return held.filter(
    ({ sessionId, personId, closedAt }) =>
      personId === action.clientId && sessionId !== action.sessionId && closedAt > action.agreedAt,
  ).length
}
