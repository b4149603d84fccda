import type { SessionListItem } from '#contract/sessions.ts'
import { dateOf, type CalendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'

/** One day of an agenda with its sessions, earliest first. */
export type AgendaDay<S> = { date: CalendarDate; sessions: S[] }

/** Sessions by the day they start on in the reader's zone; days without any are left out. */
export function agendaDays<S extends Pick<SessionListItem, 'startsAt'>>(
  sessions: readonly S[],
  zone: string,
): AgendaDay<S>[] {
  const sorted = [...sessions].sort((a, b) => fromIso(a.startsAt) - fromIso(b.startsAt))
  const days = new Map<CalendarDate, S[]>()
  for (const session of sorted) {
    const date = dateOf(fromIso(session.startsAt), zone)
    days.set(date, [...(days.get(date) ?? []), session])
  }
  return [...days].map(([date, ofDay]) => ({ date, sessions: ofDay }))
}
