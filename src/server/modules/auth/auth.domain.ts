import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '#time/clock.ts'

/** How long a token lives (product §1 D15). */
const TOKEN_MS = 24 * HOUR_MS

/** A sign-in ends after this time without use, and this time after it began (product §1 D15). */
export const IDLE_MS = 7 * DAY_MS
export const LONGEST_MS = 30 * DAY_MS

/** A code lives for 15 minutes and 5 tries (product §3). */
export const CODE_MS = 15 * MINUTE_MS
export const CODE_TRIES = 5

/** A recovery link lives for an hour (product §3). */
export const RECOVERY_MS = HOUR_MS

/** When a token made at `now` ends: after a day, and never later than its sign-in. */
export function tokenEnd(now: EpochMs, signedInAt: EpochMs): EpochMs {
  return Math.min(now + TOKEN_MS, signedInAt + LONGEST_MS) as EpochMs
}
