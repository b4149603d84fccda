import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { endOfDay, startOfDay, type CalendarDate } from '#time/calendar-date.ts'
import { toIso } from '#time/clock.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'

const PAGE = 100

/** The session with a client that was held last; null before the first. */
export const lastHeldQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'lastHeld', clientId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId }, query: { status: 'completed', direction: 'desc', items: 1 } },
        { signal },
      ),
    select: ({ data }) => data[0] ?? null,
  })

/** A coach's sessions of one day. */
export const daySessionsQuery = (coachId: string, date: CalendarDate, timezone: string) => {
  const query = { from: toIso(startOfDay(date, timezone)), to: toIso(endOfDay(date, timezone)), items: PAGE }
  return queryOptions({
    queryKey: queryKey('session', 'day', coachId, query.from),
    queryFn: ({ signal }) =>
      call('GET /v1/session/coach/:coachId', { params: { coachId }, query }, { signal }),
  })
}

/** A coach's active and paused people by name. */
export const activeClientsQuery = (coachId: string, search: string) =>
  queryOptions({
    queryKey: queryKey('client', 'active', coachId, search),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/coach/:coachId/active',
        { params: { coachId }, query: { items: PAGE, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** A coach's groups that meet, by name. */
export const bookableGroupsQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'bookable', coachId),
    queryFn: async ({ signal }) => {
      const params = { coachId }
      const lists = await Promise.all(
        (['running', 'open'] as const).map((status) =>
          call('GET /v1/group/coach/:coachId', { params, query: { status, items: PAGE } }, { signal }),
        ),
      )
      return lists.flatMap(({ data }) => data)
    },
  })

/** The coach's calendar of one day, without sessions. */
export const dayTimeQuery = (coachId: string, date: CalendarDate, timezone: string) => {
  const query = { from: toIso(startOfDay(date, timezone)), to: toIso(endOfDay(date, timezone)) }
  return queryOptions({
    queryKey: queryKey('calendar', 'day', coachId, query.from),
    queryFn: ({ signal }) =>
      call('GET /v1/coach/calendar-time/:coachId', { params: { coachId }, query }, { signal }),
  })
}

/** What the coach offers between two days of the viewer's calendar. */
export const availabilityQuery = (coachId: string, from: CalendarDate, to: CalendarDate, duration: number) =>
  queryOptions({
    queryKey: queryKey('calendar', 'availability', coachId, from, to, duration),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/coach/availability/days/:coachId',
        { params: { coachId }, query: { from, to, duration } },
        { signal },
      ),
    // Somebody else may take a start at any moment.
    staleTime: 0,
  })

/** Shows a changed session on its own screen at once. */
export function showSession(session: SessionDto): void {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
}

type NewSession = Input<'POST /v1/session'>['body']
type Closing = Input<'POST /v1/session/:sessionId/close'>['body']

export function useCreateSession() {
  return useMutation({
    mutationFn: (body: NewSession) => call('POST /v1/session', { body }),
    onSuccess: showSession,
  })
}

export function useCloseSession(sessionId: string) {
  return useMutation({
    mutationFn: (body: Closing) => call('POST /v1/session/:sessionId/close', { params: { sessionId }, body }),
    onSuccess: showSession,
  })
}
