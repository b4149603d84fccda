import type { DateOverride, OpenHours } from '#contract/calendar/calendar.ts'
import { addDays, calendarDate, type CalendarDate } from '#time/calendar-date.ts'

/** Consecutive days with the same overridden hours; both ends are inclusive. */
export type OverrideRange = { from: CalendarDate; to: CalendarDate; windows: readonly OpenHours[] }

/** Overrides grouped as they were probably created: consecutive days with the same hours are one entry. */
export function overrideRanges(overrides: readonly DateOverride[]): OverrideRange[] {
  const ranges: OverrideRange[] = []
  for (const { date, windows } of [...overrides].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const day = calendarDate(date)
    const last = ranges.at(-1)
    if (last && addDays(last.to, 1) === day && JSON.stringify(last.windows) === JSON.stringify(windows)) {
      last.to = day
    } else ranges.push({ from: day, to: day, windows })
  }
  return ranges
}

/** The existing overrides that the new one would change. */
export function replacedBy(
  { from, to, windows }: { from: string; to: string; windows: readonly OpenHours[] },
  overrides: readonly DateOverride[],
): DateOverride[] {
  return overrides.filter(
    (each) => each.date >= from && each.date <= to && hoursText(each.windows) !== hoursText(windows),
  )
}

/** Open hours in one line; empty for a closed day. */
export function hoursText(windows: readonly OpenHours[]): string {
  return windows.map(({ start, end }) => `${start}–${end}`).join(', ')
}
