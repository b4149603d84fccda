import { queryOptions } from '@tanstack/react-query'
import { systemClock, toIso } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query.ts'

/** Its phase and what may be done with it change with the clock, without anybody doing anything. */
const CLOCK_MS = 60_000

/** One session with its record. */
export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'one', sessionId),
    queryFn: ({ signal }) => call('GET /v1/session/:sessionId', { params: { sessionId } }, { signal }),
    refetchInterval: CLOCK_MS,
  })

/** Most sessions that are listed of what is to come. */
const COMING = 100

/** The sessions with a client from now on, by start: those under way and freed ones among them. */
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
