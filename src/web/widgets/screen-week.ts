import { addDays, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'

/** The Sunday that opens the week on screen (product §8). */
export function screenWeekStart(date: CalendarDate): CalendarDate {
  // Sunday is ISO weekday 7.
  return addDays(date, -(weekdayOf(date) % 7))
}

/** The seven days of the week on screen that holds the date. */
export function screenWeek(date: CalendarDate): CalendarDate[] {
  const start = screenWeekStart(date)
  return Array.from({ length: 7 }, (_, day) => addDays(start, day))
}
