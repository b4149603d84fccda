import type { OpenHours, WeeklyHours } from '#contract/calendar/calendar.ts'
import type { CalendarTime } from '#contract/calendar/time-blocks.ts'
import { addDays, wallMinutes, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { isOvernight } from '#web/features/calendar/settings/hours-form.ts'

/** Open hours in the grid's format: days from Sunday 0, and nothing past midnight. */
export type GridHours = { daysOfWeek: number[]; startTime: string; endTime: string }

/** Closed: hours on no day. The grid treats an empty list as no shading at all. */
const CLOSED: GridHours[] = [{ daysOfWeek: [], startTime: '00:00', endTime: '24:00' }]

type SpecialDays = Pick<CalendarTime, 'holidays' | 'overrides'>

/** The open hours of a date: its override, else none on a closed holiday, else the week's (product §8, rule 1). */
export function hoursOn(date: CalendarDate, weekly: WeeklyHours, special: SpecialDays): readonly OpenHours[] {
  return specialHours(date, special) ?? weekly[weekdayOf(date)]
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

/**
 * The open hours of up to seven consecutive days. Overnight hours continue on the next day, unless that one is closed
 * as a whole: then they end at midnight. If all days are closed, the hours are on no day.
 */
export function gridHours(
  days: readonly CalendarDate[],
  weekly: WeeklyHours,
  special: SpecialDays,
): GridHours[] {
  const open = days.flatMap((date) => {
    const daysOfWeek = [weekdayOf(date) % 7]
    const today = hoursOn(date, weekly, special).map((hours) => ({
      daysOfWeek,
      startTime: hours.start,
      endTime: isOvernight(hours) ? '24:00' : hours.end,
    }))
    if (specialHours(date, special)?.length === 0) return today
    const lastNight = hoursOn(addDays(date, -1), weekly, special)
      .filter((hours) => isOvernight(hours) && wallMinutes(hours.end) > 0)
      .map(({ end }) => ({ daysOfWeek, startTime: '00:00', endTime: end }))
    return [...lastNight, ...today]
  })
  return open.length > 0 ? open : CLOSED
}

/**
 * Where the grid starts: just before the earliest open hour or session, at the latest before 8:00. `starts` are the
 * local start times of sessions: those of a client in another zone may be early.
 */
export function firstTime(hours: readonly GridHours[], starts: readonly string[]): string {
  const MORNING_MIN = 8 * 60
  const first = Math.min(
    MORNING_MIN,
    ...hours.map(({ startTime }) => wallMinutes(startTime)).filter((min) => min > 0),
    ...starts.map(wallMinutes),
  )
  // A little earlier, so that the label of the hour is not cut off.
  const before = Math.max(0, Math.floor(first / 60) * 60 - 15)
  return `${String(Math.floor(before / 60)).padStart(2, '0')}:${String(before % 60).padStart(2, '0')}`
}
