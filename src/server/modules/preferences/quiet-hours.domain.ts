import type { QuietHours } from '#contract/account/news-preferences.ts'
import { addDays, wallMinutes } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
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
  const isQuiet = (at: number) => (isOvernight ? at >= start || at < end : at >= start && at < end)
  if (!isQuiet(time)) return undefined
  let ends = wallToInstant(isOvernight && time >= start ? addDays(date, 1) : date, end, timezone)
  // In a gap the end is as long after it as it would be after its beginning: back to the first instant after it.
  for (let before = minuteBefore(ends); !isQuiet(minuteOf(before, timezone)); before = minuteBefore(ends)) {
    ends = before
  }
  // The clock was put back over the end: its first occurrence has passed.
  return ends > now ? ends : undefined
}

const minuteBefore = (at: EpochMs) => epochMs(at - MINUTE_MS)

function minuteOf(at: EpochMs, timezone: string): number {
  const { hour, minute } = wallClock(at, timezone)
  return hour * 60 + minute
}

/** When it is `at` next on the person's wall, after `now`: today or tomorrow, once a day. */
export function nextDailyAt(at: string, timezone: string, now: EpochMs): EpochMs {
  const { date } = wallClock(now, timezone)
  const today = wallToInstant(date, wallMinutes(at), timezone)
  return today > now ? today : wallToInstant(addDays(date, 1), wallMinutes(at), timezone)
}
