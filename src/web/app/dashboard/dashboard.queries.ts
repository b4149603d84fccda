import { queryOptions } from '@tanstack/react-query'
import { call, readAhead } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** What is next and what is today change with the clock, without anybody doing anything. */
const CLOCK_MS = 60_000

/** What matters now, for the side that asks. */
export const dashboardQuery = queryOptions({
  queryKey: queryKey('dashboard'),
  queryFn: ({ signal }) => call('GET /v1/dashboard', {}, { signal }),
  initialData: () => readAhead('GET /v1/dashboard'),
  refetchInterval: CLOCK_MS,
})
