import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ClientDetail } from '#contract/clients.ts'
import { call } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'

/** One client of the signed-in coach. */
export const clientQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('client', 'one', clientId),
    // A coach always gets the full record.
    queryFn: async ({ signal }) =>
      (await call('GET /v1/client/:clientId', { params: { clientId } }, { signal })) as ClientDetail,
  })

/** Shows a changed person on their own screen at once. */
export function showClient(client: ClientDetail): void {
  queryClient.setQueryData(clientQuery(client.id).queryKey, client)
}

/** Mails the invitation, or a fresh one; links sent before stop working (product §4). */
export function useResendInvitation() {
  return useMutation({
    mutationFn: (clientId: string) =>
      call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }),
    onSuccess: showClient,
  })
}
