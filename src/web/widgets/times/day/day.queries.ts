import { queryOptions } from '@tanstack/react-query'
import { endOfDay, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

const PAGE = 100

/** A coach's sessions of one day. */
export const daySessionsQuery = (coachId: string, date: CalendarDate, timezone: string) => {
  const query = { from: toIso(startOfDay(date, timezone)), to: toIso(endOfDay(date, timezone)), items: PAGE }
  return queryOptions({
    queryKey: queryKey('session', 'day', coachId, query.from),
    queryFn: ({ signal }) =>
      call('GET /v1/session/coach/:coachId', { params: { coachId }, query }, { signal }),
  })
}

/** The coach's calendar of one day, without sessions. */
export const dayTimeQuery = (coachId: string, date: CalendarDate, timezone: string) => {
  const query = { from: toIso(startOfDay(date, timezone)), to: toIso(endOfDay(date, timezone)) }
  return queryOptions({
    queryKey: queryKey('calendar', 'day', coachId, query.from),
    queryFn: ({ signal }) =>
      call('GET /v1/coach/calendar-time/:coachId', { params: { coachId }, query }, { signal }),
  })
}

/** What the coach offers between two days of the viewer's calendar; `moving` is a session that gets another time. */
export const availabilityQuery = (
  coachId: string,
  from: CalendarDate,
  to: CalendarDate,
  duration: number,
  moving?: string,
) =>
  queryOptions({
    queryKey: queryKey('calendar', 'availability', coachId, from, to, duration, moving),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/coach/availability/days/:coachId',
        { params: { coachId }, query: { from, to, duration, ...(moving !== undefined && { moving }) } },
        { signal },
      ),
    // Somebody else may take a start at any moment.
    staleTime: 0,
  })
