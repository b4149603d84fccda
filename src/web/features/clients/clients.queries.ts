import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { ClientStatus } from '#contract/clients.ts'
import { call, type Input, type Output } from '#web/api/call.ts'
import { queryClient, queryKey, refresh } from '#web/api/query.ts'
import { clientQuery } from '#web/widgets/client.queries.ts'

/** Items of a page (spec §9). */
export const PAGE_ITEMS = 10

export type ClientFilter = { search: string; status: ClientStatus | null; page: number }

/** A page of a coach's clients. The page before stays on screen while the next one comes. */
export const clientsQuery = (coachId: string, { search, status, page }: ClientFilter) =>
  queryOptions({
    queryKey: queryKey('client', 'list', coachId, { search, status, page }),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/coach/:coachId',
        {
          params: { coachId },
          query: { page, items: PAGE_ITEMS, ...(search && { search }), ...(status && { status }) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

type NewClient = Input<'POST /v1/client'>['body']

export function useCreateClient() {
  return useMutation({
    mutationFn: (body: NewClient) => call('POST /v1/client', { body }),
    onSuccess: (client) => {
      queryClient.setQueryData(clientQuery(client.id).queryKey, client)
      void refresh('client', 'dashboard')
    },
  })
}

/** Mails the invitation, or a fresh one; links sent before stop working (product §4). */
export function useResendInvitation() {
  return useMutation({
    mutationFn: (clientId: string) =>
      call('POST /v1/client/:clientId/resendinvitation', { params: { clientId } }),
    onSuccess: () => void refresh('client', 'dashboard'),
  })
}

export type InvitationLink = Output<'POST /v1/client/:clientId/invitationlink'>

/** A second link of an open invitation, to be handed on (product §4). Each call makes one. */
export function useInvitationLink() {
  return useMutation({
    mutationFn: (clientId: string) =>
      call('POST /v1/client/:clientId/invitationlink', { params: { clientId } }),
    // A secret: gone with the dialog that shows it.
    gcTime: 0,
  })
}
