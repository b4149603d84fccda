import { addDays, dateOf, wallMinutes, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import { DEFAULT_SETTINGS } from '../modules/calendars/calendars.domain.ts'
import { holidaysBetween } from '../modules/calendars/holidays.domain.ts'

/**
 * When something in the demo data happens, relative to the moment it is filled: `-3 10:30` the third working day before
 * today at that wall time, `0 12:00` today, `+2 09:00` the second after; `-5h` hours before now; `soon` a few minutes
 * from now.
 */
export type Moment = string

export type Schedule = {
  now: EpochMs
  timezone: string
  instant(moment: Moment): EpochMs
  /** The date of the n-th working day after today, before it if negative; 0 is today, also on a weekend. */
  workday(n: number): CalendarDate
  todayIsWorkday: boolean
}

const SOON_AFTER_MS = 5 * MINUTE_MS

/** Reads moments around `now` in the calendar of `zone`. Working days are Monday to Friday, except holidays. */
export function createSchedule(now: EpochMs, zone: string): Schedule {
  const today = dateOf(now, zone)
  const isWorkday = (date: CalendarDate) => weekdayOf(date) <= 5 && !isHoliday(date)

  function workday(n: number): CalendarDate {
    const step = Math.sign(n)
    let date = today
    for (let left = Math.abs(n); left > 0; left -= isWorkday(date) ? 1 : 0) date = addDays(date, step)
    return date
  }

  function instant(moment: Moment): EpochMs {
    // A multiple of five minutes, and so near that the reminder ten minutes before has been sent already.
    if (moment === 'soon') return epochMs(Math.ceil((now + SOON_AFTER_MS) / SOON_AFTER_MS) * SOON_AFTER_MS)
    const ago = /^-(\d+)h$/.exec(moment)
    if (ago) return epochMs(now - Number(ago[1]) * HOUR_MS)
    const wall = /^([+-]?\d+) (\d\d:\d\d)$/.exec(moment)
    if (!wall) throw new RangeError(`Not a moment: ${moment}`)
    return wallToInstant(workday(Number(wall[1])), wallMinutes(wall[2]!), zone)
  }

  return { now, timezone: zone, instant, workday, todayIsWorkday: isWorkday(today) }
}

/** Whether a new coach's calendar is closed on that day. */
function isHoliday(date: CalendarDate): boolean {
  return holidaysBetween(date, date).some(({ key }) => DEFAULT_SETTINGS.holidays.includes(key))
}
