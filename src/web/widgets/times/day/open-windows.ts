import type { OpenHours, WeeklyHours } from '#contract/calendar/calendar.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import { addDays, wallMinutes, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'

/** What replaces the week's hours on single dates. */
export type SpecialDays = Pick<CalendarTime, 'holidays' | 'overrides'>

/** Whether the hours end on the next day: an end at or before the start runs overnight (product §8). */
export function isOvernight({ start, end }: OpenHours): boolean {
  return wallMinutes(end) <= wallMinutes(start)
}

/** The open hours of a date: its override, else none on a closed holiday, else the week's (product §8, rule 1). */
export function hoursOn(date: CalendarDate, weekly: WeeklyHours, special: SpecialDays): readonly OpenHours[] {
  return specialHours(date, special) ?? weekly[weekdayOf(date)]
}

/**
 * When a date is open, none of it past midnight. Overnight hours continue on the next day, unless that one is closed as
 * a whole: then they end at midnight.
 */
export function openWindows(date: CalendarDate, weekly: WeeklyHours, special: SpecialDays): OpenHours[] {
  const today = hoursOn(date, weekly, special).map((hours) => ({
    start: hours.start,
    end: isOvernight(hours) ? '24:00' : hours.end,
  }))
  if (specialHours(date, special)?.length === 0) return today
  const lastNight = hoursOn(addDays(date, -1), weekly, special)
    .filter((hours) => isOvernight(hours) && wallMinutes(hours.end) > 0)
    .map(({ end }) => ({ start: '00:00', end }))
  return [...lastNight, ...today]
}

/** The hours that replace the week's; undefined on a normal day. */
function specialHours(
  date: CalendarDate,
  { holidays, overrides }: SpecialDays,
): readonly OpenHours[] | undefined {
  const is = (day: string) => day === date
  const own = overrides.find((each) => is(each.date))
  if (own) return own.windows
  return holidays.some((each) => is(each.date) && each.closed) ? [] : undefined
}
