import { addDays, screenWeekStart, type CalendarDate } from '#time/calendar-date.ts'

/** The seven days of the week on screen that holds the date. */
export function screenWeek(date: CalendarDate): CalendarDate[] {
  const start = screenWeekStart(date)
  return Array.from({ length: 7 }, (_, day) => addDays(start, day))
}
