import { queryOptions } from '@tanstack/react-query'
import { systemClock, toIso } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Its phase and allowed actions change with the clock, without any request. */
const CLOCK_MS = 60_000

/** One session with its record. */
export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'one', sessionId),
    queryFn: ({ signal }) => call('GET /v1/session/:sessionId', { params: { sessionId } }, { signal }),
    refetchInterval: CLOCK_MS,
  })

/** The most upcoming sessions that are listed. */
const COMING = 100

/** The sessions with a client from now on, by start; includes those in progress and those whose time was freed. */
export const comingSessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'coming', clientId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId }, query: { from: toIso(systemClock.now()), items: COMING } },
        { signal },
      ),
    select: ({ data }) => data,
  })

/** Whether there was ever a session with a client, in any state. */
export const hasSessionsQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'any', clientId),
    queryFn: ({ signal }) =>
      call('GET /v1/session/Client/:clientId', { params: { clientId }, query: { items: 1 } }, { signal }),
    select: ({ total }) => total > 0,
  })
