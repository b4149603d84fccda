import type { HolidayKey } from '#contract/calendar/calendar.ts'
import { addDays, type CalendarDate, fromDayNumber, dayNumber, weekdayOf } from '#time/calendar-date.ts'

/** A holiday of one year. */
export type Holiday = { date: CalendarDate; key: HolidayKey }

/**
 * The Mexican holidays of a year, by date. First the days of rest of the Ley Federal del Trabajo, art. 74: three of
 * them on a Monday, and 1 October of every sixth year from 2024, when the federal executive changes. Then days that
 * many practices observe: Thursday and Friday before Easter, 2 November and 12 December.
 */
export function holidaysOf(year: number): Holiday[] {
  const easter = easterOf(year)
  const holidays: Holiday[] = [
    { key: 'newYear', date: dateIn(year, 1, 1) },
    { key: 'constitution', date: mondayIn(year, 2, 1) },
    { key: 'juarez', date: mondayIn(year, 3, 3) },
    { key: 'holyThursday', date: addDays(easter, -3) },
    { key: 'goodFriday', date: addDays(easter, -2) },
    { key: 'labour', date: dateIn(year, 5, 1) },
    { key: 'independence', date: dateIn(year, 9, 16) },
    ...(hasTransition(year) ? [{ key: 'transition' as const, date: dateIn(year, 10, 1) }] : []),
    { key: 'dayOfTheDead', date: dateIn(year, 11, 2) },
    { key: 'revolution', date: mondayIn(year, 11, 3) },
    { key: 'guadalupe', date: dateIn(year, 12, 12) },
    { key: 'christmas', date: dateIn(year, 12, 25) },
  ]
  return holidays.sort((a, b) => (a.date < b.date ? -1 : 1))
}

/** The holidays on the dates from `from` to `to`, both included, in order. */
export function holidaysBetween(from: CalendarDate, to: CalendarDate): Holiday[] {
  const found: Holiday[] = []
  for (let year = yearOf(from); year <= yearOf(to); year++) {
    for (const holiday of holidaysOf(year)) {
      if (from <= holiday.date && holiday.date <= to) found.push(holiday)
    }
  }
  return found
}

const TRANSITION = { first: 2024, every: 6 }

function hasTransition(year: number): boolean {
  return year >= TRANSITION.first && (year - TRANSITION.first) % TRANSITION.every === 0
}

/** Easter Sunday by the Gregorian computus: the Sunday after the ecclesiastical full moon of spring. */
function easterOf(year: number): CalendarDate {
  const century = Math.floor(year / 100)
  const golden = year % 19
  // The correction of the lunar tables against the Julian calendar: omitted leap days, and the moon's drift.
  const skippedLeapDays = century - Math.floor(century / 4)
  const moonDrift = Math.floor((8 * century + 13) / 25)
  let epact = (19 * golden + skippedLeapDays - moonDrift + 15) % 30
  // No full moon later than 18 April, and never twice on the same date within a cycle of 19 years.
  if (epact === 29 || (epact === 28 && golden > 10)) epact -= 1
  const fullMoon = addDays(dateIn(year, 3, 21), epact)
  return addDays(fullMoon, 7 - (weekdayOf(fullMoon) % 7))
}

/** The `nth` Monday of a month. */
function mondayIn(year: number, month: number, nth: number): CalendarDate {
  const first = dateIn(year, month, 1)
  return fromDayNumber(dayNumber(first) + ((8 - weekdayOf(first)) % 7) + (nth - 1) * 7)
}

function dateIn(year: number, month: number, day: number): CalendarDate {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)}` as CalendarDate
}

function yearOf(date: CalendarDate): number {
  return Number(date.slice(0, 4))
}
