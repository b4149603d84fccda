import { EXPORT_KEPT_HOURS } from '#contract/account/data-exports.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'

/** Most archives that a person has written in a day: each reads all that there is of them. */
export const MOST_A_DAY = 5

/** How often an archive is begun before it counts as failed. */
export const MOST_ATTEMPTS = 4

/** What has to be free on the disk beside an archive. */
const RESERVED_BYTES = 500 * 1_048_576

/** How long after it was asked for an archive waits for space; its job is tried again with growing delays. */
const SPACE_AWAITED_MS = 12 * HOUR_MS

/** Whether one that was asked for then still waits for space. */
export const awaitsSpace = (askedAt: EpochMs, now: EpochMs): boolean => now - askedAt < SPACE_AWAITED_MS

// Numbers of attempts only grow. Those of one hundred count together.
const ROUND = 100

/** Which attempt it is, 1 or more, since there was no space. */
export const countedAttempt = (attempt: number): number => attempt % ROUND

/** The number before that of the next attempt, which is the first one again. */
export const roundAfter = (attempt: number): number => attempt - (attempt % ROUND) + ROUND

/** How long the address of an archive can be used. */
const ADDRESS_MS = HOUR_MS

/** The beginning of the day that `MOST_A_DAY` counts. */
export const countedSince = (now: EpochMs): EpochMs => epochMs(now - DAY_MS)

/** When an archive that is ready now is deleted. */
export const expiryOf = (now: EpochMs): EpochMs => epochMs(now + EXPORT_KEPT_HOURS * HOUR_MS)

/** When an address made now ends: with its archive at the latest. */
export const addressEnd = (now: EpochMs, expiresAt: EpochMs): EpochMs =>
  epochMs(Math.min(now + ADDRESS_MS, expiresAt))

/** How far an archive is: the tables that are in it, or the bytes of the files, and how many there are. */
export type Written = { part: 'rows' | 'files'; done: number; all: number }

/** What has the first share of the progress; the rest is that of the files, which take longer. */
const ROWS_PERCENT = 30

/** How much of an export is done, 1 to 99. */
export function progressOf({ part, done, all }: Written): number {
  const share = all === 0 ? 1 : Math.min(done / all, 1)
  return part === 'rows'
    ? Math.max(1, Math.floor(share * ROWS_PERCENT))
    : ROWS_PERCENT + Math.floor(share * (99 - ROWS_PERCENT))
}

/** What an archive needs of the disk from then on: how large rows become is only known when they are written. */
export function bytesNeeded({ part, done, all }: Written): number {
  return RESERVED_BYTES + (part === 'files' ? Math.max(all - done, 0) : 0)
}

/** One that was asked for so long ago is not being written any more: its job is gone. */
export const STALE_MS = 3 * DAY_MS
