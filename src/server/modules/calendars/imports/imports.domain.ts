import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** How often an external calendar is read. */
const REFRESH_MS = 30 * MINUTE_MS
const LONGEST_PAUSE_MS = DAY_MS

/** Most busy times kept of one calendar. */
export const MOST_BUSY_TIMES = 5_000

/** When the next read is due after a number of consecutive failures: later each time, at most a day. */
export function nextReading(now: EpochMs, failures: number): EpochMs {
  return epochMs(now + Math.min(REFRESH_MS * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS))
}

/** The imported part of a calendar: from yesterday to beyond the farthest horizon, with a margin. */
export function importedRange(now: EpochMs): { from: EpochMs; to: EpochMs } {
  return { from: epochMs(now - DAY_MS), to: epochMs(now + 400 * DAY_MS) }
}
