import { dayNumber, wallMinutes, weekdayOfDay, type CalendarDate, type Weekday } from '../calendar-date.ts'
import { DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Stretch, ZoneRules } from '../zone-rules.ts'

/** Opening hours as wall times: `HH:mm` to `HH:mm` or `24:00`; an end not after its start is on the next day. */
export type Window = { readonly start: string; readonly end: string }

/** The windows that start on each weekday; a weekday left out is closed. */
export type WeeklyHours = { readonly [weekday in Weekday]?: readonly Window[] }

/** Replaces the weekly windows of one date; no windows means closed. If a date has several, the last one wins. */
export type DateOverride = { readonly date: CalendarDate; readonly windows: readonly Window[] }

/** Wall-clock milliseconds from the midnight of the date on which a window starts. */
type LocalWindow = { readonly from: number; readonly to: number }

/**
 * Windows of single dates as instants, ordered by start, and the union of all open time without gaps between adjacent
 * parts.
 */
export type OpenHours = { readonly windows: readonly Stretch[]; readonly union: readonly Stretch[] }

/**
 * The windows that start on the dates `firstDay`…`lastDay` (day numbers, both included) as instants, by
 * rules 1–3 of `freeSlots`. Dates before and after are not looked at, except for a closed `lastDay + 1`.
 * @throws RangeError for windows that are not wall times, or start at 24:00.
 */
export function openHours(
  rules: ZoneRules,
  weekly: WeeklyHours,
  overrides: readonly DateOverride[],
  firstDay: number,
  lastDay: number,
): OpenHours {
  const byWeekday = new Map<Weekday, readonly LocalWindow[]>()
  for (const weekday of [1, 2, 3, 4, 5, 6, 7] as const) byWeekday.set(weekday, readWindows(weekly[weekday]))
  const byDay = new Map<number, readonly LocalWindow[]>()
  for (const { date, windows } of overrides) byDay.set(dayNumber(date), readWindows(windows))

  const windows: Stretch[] = []
  for (let day = firstDay; day <= lastDay; day++) {
    const local = byDay.get(day) ?? byWeekday.get(weekdayOfDay(day))!
    if (local.length === 0) continue
    const midnight = day * DAY_MS
    const merged = mergeStretches(
      local.map(({ from, to }) => ({
        start: rules.toInstant(midnight + from),
        end: rules.toInstant(midnight + to),
      })),
    )
    if (byDay.get(day + 1)?.length === 0) clip(merged, rules.firstInstantFrom(midnight + DAY_MS))
    for (const window of merged) windows.push(window)
  }
  windows.sort((a, b) => a.start - b.start)
  return { windows, union: mergeStretches(windows) }
}

/** Sorts, joins what touches or overlaps, and drops what is empty (a window lost in a DST gap). */
export function mergeStretches(intervals: readonly Stretch[]): Stretch[] {
  const merged: Stretch[] = []
  let last: Stretch | undefined
  for (const interval of ascending(intervals)) {
    if (interval.start >= interval.end) continue
    if (!last || last.end < interval.start) merged.push((last = interval))
    else if (last.end < interval.end) {
      last = { start: last.start, end: interval.end }
      merged[merged.length - 1] = last
    }
  }
  return merged
}

// Usually sorted already: the hours of consecutive days, bookings as the database returns them.
function ascending(intervals: readonly Stretch[]): readonly Stretch[] {
  const isInOrder = intervals.every(({ start }, i) => i === 0 || intervals[i - 1]!.start <= start)
  return isInOrder ? intervals : intervals.toSorted((a, b) => a.start - b.start)
}

function readWindows(windows: readonly Window[] = []): LocalWindow[] {
  return windows.map(({ start, end }) => {
    const from = wallMinutes(start) * MINUTE_MS
    const to = wallMinutes(end) * MINUTE_MS
    if (from >= DAY_MS) throw new RangeError('A window cannot start at 24:00')
    return { from, to: to > from ? to : to + DAY_MS }
  })
}

/** Cuts everything at and after `end` off a sorted list. */
function clip(intervals: Stretch[], end: number): void {
  while (intervals.length > 0 && intervals.at(-1)!.start >= end) intervals.pop()
  const last = intervals.at(-1)
  if (last && last.end > end) intervals[intervals.length - 1] = { start: last.start, end }
}
