import type { CalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import { paths } from '#web/paths.ts'
import type { Viewer } from '#web/store/viewer.ts'

/** When a coach's form opens on a day of which nothing but the date was chosen. */
const MORNING_MIN = 9 * 60

/** Where a session is made from the calendar: on the day that is open, once that lies ahead. */
export function newSessionPlace(
  { side, timezone }: Pick<Viewer, 'side' | 'timezone'>,
  date: CalendarDate,
  today: CalendarDate,
): string {
  const isAhead = date > today
  if (side === 'client') return paths.sessionNew(isAhead ? { selectedDate: date } : {})
  const start = isAhead && { startsAt: toIso(wallToInstant(date, MORNING_MIN, timezone)) }
  return paths.sessionNewCoach({ type: 'Client', ...start })
}
