// When backups are due: rules alone.
import { DAY_MS, type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import { addDays } from '#time/calendar-date.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'
import type { DailyTime } from '../settings/backups.ts'

export type LastBackup = {
  /** The moment of the newest complete backup; null if there never was one. */
  madeAt: EpochMs | null
  /** The attempts that failed since then; `failedAt` and `failure` are of the last one. */
  failures: number
  failedAt: EpochMs | null
  failure: string | null
}

const LONGEST_PAUSE_MS = 60 * MINUTE_MS

/** The last moment until now at which a backup was to be made. */
export function lastDueAt({ minutesOfDay, zone }: DailyTime, now: EpochMs): EpochMs {
  const { date } = wallClock(now, zone)
  const today = wallToInstant(date, minutesOfDay, zone)
  return today <= now ? today : wallToInstant(addDays(date, -1), minutesOfDay, zone)
}

/** How long to wait after a number of failed attempts: a minute, then twice as long each time, at most an hour. */
export function pauseAfter(failures: number): number {
  return Math.min(MINUTE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
}

/** Whether a backup was made since a moment. A time in the future, of a clock that was wrong, counts as never. */
export function isMadeSince(madeAt: EpochMs | null, since: EpochMs, now: EpochMs): boolean {
  return madeAt !== null && madeAt >= since && madeAt <= now + DAY_MS
}

type Failed = Pick<LastBackup, 'failures' | 'failedAt'>

/**
 * The failures that count: those that are noted, or those that a worker saw and could not note. A backup that was made since
 * then ends both.
 */
export function failuresOf(noted: Failed & Pick<LastBackup, 'madeAt'>, seen: Failed): Failed {
  const isLast = seen.failedAt !== null && seen.failedAt > Math.max(noted.failedAt ?? 0, noted.madeAt ?? 0)
  return isLast ? seen : noted
}

/**
 * Since when a backup is due; undefined if none is, or if the last attempt failed a moment ago. All
 * moments are of one clock.
 */
export function dueSince(
  at: DailyTime,
  { madeAt, failures, failedAt }: Pick<LastBackup, 'madeAt' | 'failures' | 'failedAt'>,
  now: EpochMs,
): EpochMs | undefined {
  const due = lastDueAt(at, now)
  if (isMadeSince(madeAt, due, now)) return undefined
  const waits = failedAt !== null && failedAt <= now && now < epochMs(failedAt + pauseAfter(failures))
  return waits ? undefined : due
}
