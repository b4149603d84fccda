import type { DateOverride, OpenHours } from '#contract/calendar/calendar.ts'
import { addDays, calendarDate, type CalendarDate } from '#time/calendar-date.ts'
import { formatWallTimes } from '#time/format.ts'

/** Consecutive days with the same overridden hours; both ends are inclusive. */
export type OverrideRange = { from: CalendarDate; to: CalendarDate; windows: readonly OpenHours[] }

/** Dates, both ends included. */
type Dates = { from: string; to: string }

/** Overrides grouped as they were probably created: consecutive days with the same hours are one entry. */
export function overrideRanges(overrides: readonly DateOverride[]): OverrideRange[] {
  const ranges: OverrideRange[] = []
  for (const { date, windows } of [...overrides].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const day = calendarDate(date)
    const last = ranges.at(-1)
    if (last && addDays(last.to, 1) === day && isSame(last.windows, windows)) {
      last.to = day
    } else ranges.push({ from: day, to: day, windows })
  }
  return ranges
}

/** The existing overrides that the new one would change; the days that are being edited are not among them. */
export function replacedBy(
  { from, to, windows, instead }: Dates & { windows: readonly OpenHours[]; instead?: Dates | undefined },
  overrides: readonly DateOverride[],
): DateOverride[] {
  return overrides.filter(
    ({ date, windows: own }) =>
      isIn(date, { from, to }) && !(instead && isIn(date, instead)) && !isSame(own, windows),
  )
}

const isIn = (date: string, { from, to }: Dates) => date >= from && date <= to

/** By their times: what a form writes and what the server answers may have their keys in another order. */
function isSame(a: readonly OpenHours[], b: readonly OpenHours[]): boolean {
  return (
    a.length === b.length && a.every(({ start, end }, at) => start === b[at]!.start && end === b[at]!.end)
  )
}

/** "9:00–14:00 h, 16:00–20:00 h": open hours in one line; empty for a closed day. */
export function hoursText(windows: readonly OpenHours[], language: string): string {
  return windows.map(({ start, end }) => formatWallTimes(start, end, language)).join(', ')
}
