import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Every country with its zones; it does not change while the page is open. */
export const countriesQuery = queryOptions({
  queryKey: queryKey('country'),
  queryFn: ({ signal }) => call('GET /v1/countries', {}, { signal }),
  select: ({ data }) => data,
  staleTime: Infinity,
})
