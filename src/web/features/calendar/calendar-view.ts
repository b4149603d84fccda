import { screenWeekStart, addDays, addMonths, type CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong, formatDayRange, formatMonth } from '#time/format.ts'

export const VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof VIEWS)[number]

/** The views of a phone: an agenda under the days of a week, or under those of a month. */
export const NARROW_VIEWS = ['agenda', 'month'] as const satisfies readonly CalendarView[]

/** A span of dates; the end is exclusive. */
export type Days = { from: CalendarDate; to: CalendarDate }

/** How many days an agenda covers. */
const AGENDA_DAYS = 30

/** The dates a view shows: a month in whole weeks, Sunday first (product §8). */
export function daysShown(view: CalendarView, date: CalendarDate): Days {
  switch (view) {
    case 'month': {
      const first = monthStart(date)
      const last = addDays(addMonths(first, 1), -1)
      return { from: screenWeekStart(first), to: addDays(screenWeekStart(last), 7) }
    }
    case 'week':
      return { from: screenWeekStart(date), to: addDays(screenWeekStart(date), 7) }
    case 'day':
      return { from: date, to: addDays(date, 1) }
    case 'agenda':
      return { from: date, to: addDays(date, AGENDA_DAYS) }
  }
}

/** The dates a view needs to know: an agenda is listed under the whole week of its first day. */
export function daysLoaded(view: CalendarView, date: CalendarDate): Days {
  const { from, to } = daysShown(view, date)
  return { from: view === 'agenda' ? screenWeekStart(from) : from, to }
}

/** The date one view later or earlier. A month goes to its first day, so that a short month is not skipped. */
export function stepped(view: CalendarView, date: CalendarDate, direction: 1 | -1): CalendarDate {
  switch (view) {
    case 'month':
      return addMonths(monthStart(date), direction)
    case 'week':
      return addDays(date, 7 * direction)
    case 'day':
      return addDays(date, direction)
    case 'agenda':
      return addDays(date, AGENDA_DAYS * direction)
  }
}

/** The title of a view: "febrero de 2027", "22 – 28 de febrero", "martes 23 de febrero". */
export function titleOf(view: CalendarView, date: CalendarDate, language: string): string {
  const { from, to } = daysShown(view, date)
  if (view === 'month') return formatMonth(date, 'UTC', language)
  // A calendar date has no zone: the one given to the formatter does not matter.
  if (view === 'day') return formatDayLong(date, 'UTC', language)
  return formatDayRange(from, addDays(to, -1), language)
}

/** Every date of a span. */
export function eachDay({ from, to }: Days): CalendarDate[] {
  const days: CalendarDate[] = []
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day)
  return days
}

export function isInMonth(day: CalendarDate, month: CalendarDate): boolean {
  return day.slice(0, 7) === month.slice(0, 7)
}

function monthStart(date: CalendarDate): CalendarDate {
  return addDays(date, 1 - Number(date.slice(8)))
}
