import { queryOptions } from '@tanstack/react-query'
import { fromIso, systemClock } from '#time/clock.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** How often a closed door is looked at, and in the last moments before it opens. */
const CLOSED_MS = 30_000
const OPENING_MS = 2_000

/** The room of a session from outside: whether it is open, and who is in it. It opens by the clock, without any request. */
export const callQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKey('call', sessionId),
    queryFn: ({ signal }) => call('GET /v1/session/:sessionId/call', { params: { sessionId } }, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data || data.mayJoin || data.state !== 'early') return CLOSED_MS
      const left = fromIso(data.opensAt) - systemClock.now()
      return Math.min(CLOSED_MS, Math.max(OPENING_MS, left))
    },
  })
