import { queryOptions } from '@tanstack/react-query'
import type { ClientDetail } from '#contract/clients.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** One client of the signed-in coach. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('client', 'one', clientId),
    // A coach always gets the full record.
    queryFn: async ({ signal }) =>
      (await call('GET /v1/client/:clientId', { params: { clientId } }, { signal })) as ClientDetail,
  })
