import { EXPORT_KEPT_HOURS } from '#contract/account/data-exports.ts'
import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'

/** Most archives that a person has written in a day: each reads all that there is of them. */
export const MOST_A_DAY = 5

/** How often an archive is begun before it counts as failed. */
export const MOST_ATTEMPTS = 4

/** What has to be free on the disk beside an archive. */
export const RESERVED_BYTES = 500 * 1_048_576

/** How long the address of an archive can be used. */
const ADDRESS_MS = HOUR_MS

/** The beginning of the day that `MOST_A_DAY` counts. */
export const countedSince = (now: EpochMs): EpochMs => epochMs(now - DAY_MS)

/** When an archive that is ready now is deleted. */
export const expiryOf = (now: EpochMs): EpochMs => epochMs(now + EXPORT_KEPT_HOURS * HOUR_MS)

/** When an address made now ends: with its archive at the latest. */
export const addressEnd = (now: EpochMs, expiresAt: EpochMs): EpochMs =>
  epochMs(Math.min(now + ADDRESS_MS, expiresAt))

/** How much of an export is done, 5 to 99: the rows take moments, the bytes of the files the rest. */
export function progressOf({ done, all }: { done: number; all: number }): number {
  return 5 + Math.floor((all === 0 ? 1 : Math.min(done / all, 1)) * 94)
}

/** One that was asked for so long ago is not being written any more: its job is gone. */
export const STALE_MS = 3 * DAY_MS
