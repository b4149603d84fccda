import type { CalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import { paths } from '#web/paths.ts'
import type { Viewer } from '#web/store/viewer.ts'

/** The default time of the coach's form when only a date was chosen. */
const MORNING_MIN = 9 * 60

/** Where a session is created from the calendar: on the displayed day, if it is in the future. */
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
