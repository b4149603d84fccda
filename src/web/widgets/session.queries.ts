import { queryOptions } from '@tanstack/react-query'
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
