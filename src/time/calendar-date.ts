import type { z } from 'zod'
import { DAY_MS, FIRST_YEAR, LAST_YEAR, type EpochMs } from './clock.ts'
import { zoneRules } from './zone-rules.ts'

/** A day of the calendar, `YYYY-MM-DD`, without time and without zone. Schemas of the contract read one by its brand. */
export type CalendarDate = string & z.$brand<'CalendarDate'>

/** ISO weekday: Monday 1 … Sunday 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7

const CALENDAR_DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const WALL_TIME = /^(?:([01]\d|2[0-3]):([0-5]\d)|24:00)$/

/** Whether the text is a date that exists (not 2027-02-30), from FIRST_YEAR to LAST_YEAR. */
export function isCalendarDate(text: string): text is CalendarDate {
  const match = CALENDAR_DATE.exec(text)
  if (!match) return false
  const year = Number(match[1])
  if (year < FIRST_YEAR || year > LAST_YEAR) return false
  const ms = Date.UTC(year, Number(match[2]) - 1, Number(match[3]))
  return isoDay(ms) === text
}

/** A text that is a date, such as one of the wire. Throws for any other. */
export function calendarDate(text: string): CalendarDate {
  if (!isCalendarDate(text)) throw new RangeError(`Not a calendar date: ${text}`)
  return text
}

/** The date `days` later (earlier when negative). */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return fromDayNumber(dayNumber(date) + days)
}

/** The same day `months` later; the last day of that month when it is shorter (31 January + 1 → 28 February). */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  dayNumber(date)
  const first = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1)
  const afterLast = new Date(first).setUTCMonth(new Date(first).getUTCMonth() + 1)
  const day = Math.min(Number(date.slice(8)), (afterLast - first) / DAY_MS)
  return fromDayNumber(first / DAY_MS + day - 1)
}

/** Days from `from` to `to`: 1 from a day to the next, negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from)
}

/** The date's ISO weekday. */
export function weekdayOf(date: CalendarDate): Weekday {
  return weekdayOfDay(dayNumber(date))
}

/** The Sunday that opens the date's week on screen (product §8, rule 5). */
export function screenWeekStart(date: CalendarDate): CalendarDate {
  // Sunday is ISO weekday 7.
  return addDays(date, -(weekdayOf(date) % 7))
}

/** The Monday of the date's week. Weekly limits use ISO weeks; the calendar on screen starts on Sunday (product §8). */
export function isoWeekStart(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - weekdayOf(date))
}

/** The calendar date in a zone at an instant. */
export function dateOf(ms: EpochMs, zone: string): CalendarDate {
  return fromDayNumber(Math.floor((ms + zoneRules(zone).offsetAt(ms)) / DAY_MS))
}

/** The earliest date that it is anywhere at an instant: where days end last. */
export const earliestDate = (at: EpochMs): CalendarDate => dateOf(at, 'Etc/GMT+12')

/** The latest date that it is anywhere at an instant: where days begin first. */
export const latestDate = (at: EpochMs): CalendarDate => dateOf(at, 'Pacific/Kiritimati')

/**
 * The first instant of a date in a zone. Where midnight is skipped (Santiago, Cairo, Beirut) that is the
 * change itself; a date skipped as a whole (Apia, 2011-12-30) starts, and ends, where the next one starts.
 */
export function startOfDay(date: CalendarDate, zone: string): EpochMs {
  return zoneRules(zone).firstInstantFrom(dayNumber(date) * DAY_MS) as EpochMs
}

/** The end of a date in a zone, exclusive: the first instant of the next one. Days have 23 to 25 hours. */
export function endOfDay(date: CalendarDate, zone: string): EpochMs {
  return startOfDay(addDays(date, 1), zone)
}

/** Whether the text is a wall time `HH:mm` from 00:00 to 23:59, or `24:00` (the next midnight). */
export function isWallTime(text: string): boolean {
  return WALL_TIME.test(text)
}

/**
 * Minutes from midnight of a wall time: 0 for `00:00`, 1440 for `24:00`.
 * @throws RangeError when the text is not a wall time.
 */
export function wallMinutes(text: string): number {
  if (!isWallTime(text)) throw new RangeError(`Not a wall time: ${text.slice(0, 20)}`)
  return Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
}

/** Days since 1970-01-01, for integer arithmetic. @throws RangeError when the date does not exist. */
export function dayNumber(date: CalendarDate): number {
  const ms = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8)))
  if (Number.isNaN(ms) || isoDay(ms) !== date) throw new RangeError(`Not a date: ${date.slice(0, 20)}`)
  return ms / DAY_MS
}

/** The date of a day number. */
export function fromDayNumber(day: number): CalendarDate {
  return isoDay(day * DAY_MS) as CalendarDate
}

/** The ISO weekday of a day number (1970-01-01 was a Thursday). */
export function weekdayOfDay(day: number): Weekday {
  return (((((day + 3) % 7) + 7) % 7) + 1) as Weekday
}

function isoDay(utcMs: number): string {
  return Number.isNaN(utcMs) ? '' : new Date(utcMs).toISOString().slice(0, 10)
}
