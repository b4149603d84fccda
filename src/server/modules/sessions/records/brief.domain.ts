import type { ClientId } from '#contract/values.ts'
import { DAY_MS, type EpochMs } from '#time/clock.ts'

/** A session that took place, with one person who attended. */
export type Held = { personId: ClientId; closedAt: EpochMs }

/** Whole days since something was agreed. */
export function ageInDays(agreedAt: EpochMs, now: EpochMs): number {
  return Math.floor((now - agreedAt) / DAY_MS)
}

/** How many sessions its owner has had since an action was agreed (product §12). */
export function sessionsSince(
  held: readonly Held[],
  action: { clientId: ClientId; agreedAt: EpochMs },
): number {
  return held.filter(({ personId, closedAt }) => personId === action.clientId && closedAt > action.agreedAt)
    .length
}
