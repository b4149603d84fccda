import type { CalendarDate } from '#time/calendar-date.ts'
import { paths } from '#web/paths.ts'
import type { Viewer } from '#web/store/viewer.ts'

/** Where a session is created from the calendar: on the displayed day, if it is in the future. */
export function newSessionPlace(
  { side }: Pick<Viewer, 'side'>,
  date: CalendarDate,
  today: CalendarDate,
): string {
  const isAhead = date > today
  if (side === 'client') return paths.sessionNew(isAhead ? { selectedDate: date } : {})
  return paths.sessionNewCoach({ type: 'Client', ...(isAhead && { date }) })
}
