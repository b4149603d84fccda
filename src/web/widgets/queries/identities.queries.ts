import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** The identities that can sign in besides the password (product §3), by their address at the provider. */
export const identitiesQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('me', 'identities', userId),
    queryFn: ({ signal }) => call('GET /v1/user/:userId/google', { params: { userId } }, { signal }),
    select: ({ data }) => data,
  })
