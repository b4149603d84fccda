import type { QuietHours } from '#contract/account/news-preferences.ts'
import { addDays, wallMinutes } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'

/**
 * When the quiet hours that contain `now` end in the person's zone; undefined outside of them. The wall clock decides,
 * so the end is right across a change of offset: an end in a gap is the first instant after it (RFC 5545 §3.3.5).
 */
export function quietUntil(
  { on, from, until }: QuietHours,
  timezone: string,
  now: EpochMs,
): EpochMs | undefined {
  if (!on) return undefined
  const { date, hour, minute } = wallClock(now, timezone)
  const [time, start, end] = [hour * 60 + minute, wallMinutes(from), wallMinutes(until)]
  const isOvernight = start > end
  const isQuiet = isOvernight ? time >= start || time < end : time >= start && time < end
  if (!isQuiet) return undefined
  const ends = wallToInstant(isOvernight && time >= start ? addDays(date, 1) : date, end, timezone)
  // The clock was put back over the end: its first occurrence has passed.
  return ends > now ? ends : undefined
}

/** When it is `at` next on the person's wall, after `now`: today or tomorrow, once a day. */
export function nextDailyAt(at: string, timezone: string, now: EpochMs): EpochMs {
  const { date } = wallClock(now, timezone)
  const today = wallToInstant(date, wallMinutes(at), timezone)
  return today > now ? today : wallToInstant(addDays(date, 1), wallMinutes(at), timezone)
}
