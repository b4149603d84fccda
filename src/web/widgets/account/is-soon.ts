import type { IsoInstant } from '#contract/values.ts'
import { type EpochMs, HOUR_MS, fromIso } from '#time/clock.ts'

/**
 * Whether an account ends so soon that hours are said, and no date: within the next hour, or at a time that is over, as on a
 * page that was opened before, or after an outage.
 */
export const isSoon = (endsAt: IsoInstant, now: EpochMs): boolean => fromIso(endsAt) - now < HOUR_MS
