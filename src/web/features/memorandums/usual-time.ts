import { DEFAULT_MEMORANDUM_TIME } from '#contract/memorandums/memorandums.ts'
import { dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { wallClock } from '#time/zones.ts'

const LAST_HOUR = 23

/**
 * The time that a memorandum gets unless another is chosen: 8:00 (product §15), but today no hour that has passed, which
 * would ring at once.
 */
export function usualTime(date: string, now: EpochMs, timezone: string): string {
  if (date !== dateOf(now, timezone)) return DEFAULT_MEMORANDUM_TIME
  const { hour, minute } = wallClock(now, timezone)
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}`
  if (clock < DEFAULT_MEMORANDUM_TIME || hour === LAST_HOUR) return DEFAULT_MEMORANDUM_TIME
  return `${twoDigits(hour + 1)}:00`
}

const twoDigits = (part: number) => String(part).padStart(2, '0')
