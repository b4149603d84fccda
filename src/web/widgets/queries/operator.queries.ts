import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** The operator of this installation; it does not change while the page is open. */
export const operatorQuery = queryOptions({
  queryKey: queryKey('operator'),
  queryFn: ({ signal }) => call('GET /v1/legal/operator', {}, { signal }),
  staleTime: Infinity,
})
