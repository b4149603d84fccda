import { queryOptions } from '@tanstack/react-query'
import { fetchProfile } from '#web/api/auth-session.ts'
import { queryKey } from '#web/api/query-client.ts'

/**
 * The signed-in person as a query, so that live events and a return to the tab refetch them. The user is in the store;
 * the query's data are the person's spaces (product §1 D19).
 */
export const meQuery = queryOptions({
  queryKey: queryKey('me'),
  queryFn: async () => (await fetchProfile()).memberships,
})
