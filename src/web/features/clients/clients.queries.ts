import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { ClientDetail } from '#contract/clients.ts'
import { call, readAhead, type Input, type Output } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { showClient } from '#web/widgets/queries/client.queries.ts'
import { type ClientList, listQuery } from './list/client-list.ts'
import type { Transition } from './lifecycle/transitions.ts'

/** A page of a coach's clients. The page before stays on screen while the next one comes. */
export const clientsQuery = (coachId: string, list: ClientList) => {
  const query = listQuery(list)
  const asked = { params: { coachId }, query }
  return queryOptions({
    queryKey: queryKey('client', 'list', coachId, query),
    queryFn: ({ signal }) => call('GET /v1/client/coach/:coachId', asked, { signal }),
    initialData: () => readAhead('GET /v1/client/coach/:coachId', asked),
    placeholderData: keepPreviousData,
  })
}

/** How many clients of the practice need attention; apart from the pages, which it would make slower. */
export const clientsInNeedQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('client', 'attention', coachId),
    queryFn: ({ signal }) =>
      call('GET /v1/client/coach/:coachId/attention', { params: { coachId } }, { signal }),
    initialData: () => readAhead('GET /v1/client/coach/:coachId/attention', { params: { coachId } }),
  })

type NewClient = Input<'POST /v1/client'>['body']
type ClientChange = Input<'PUT /v1/client/:clientId'>['body']

/** A new person, with a photo when one was chosen. Without it they are there all the same: `photoFailed` says so. */
export function useCreateClient() {
  return useMutation({
    mutationFn: async ({ body, photo }: { body: NewClient; photo: File | null }) => {
      const client = await call('POST /v1/client', { body })
      if (!photo) return { client, photoFailed: false }
      return sendPhoto(client.id, photo).then(
        (withPhoto) => ({ client: withPhoto, photoFailed: false }),
        () => ({ client, photoFailed: true }),
      )
    },
    onSuccess: ({ client }) => showClient(client),
  })
}

/** Changes what is given. */
export function useSaveClient(clientId: string) {
  return useMutation({
    mutationFn: (body: ClientChange) => call('PUT /v1/client/:clientId', { params: { clientId }, body }),
    onSuccess: showClient,
  })
}

/** The coach's picture of a person; none takes it away. */
export function useSetClientPhoto(clientId: string) {
  return useMutation({
    mutationFn: (photo: File | null) =>
      photo
        ? sendPhoto(clientId, photo)
        : call('DELETE /v1/client/:clientId/photo', { params: { clientId } }),
    onSuccess: showClient,
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

/** Moves a person to another state (product §6). */
export function useTransitionClient() {
  return useMutation({
    mutationFn: ({ clientId, move }: { clientId: string; move: Transition }) =>
      call(`POST /v1/client/:clientId/${move}`, { params: { clientId } }),
    onSuccess: showClient,
  })
}

function sendPhoto(clientId: string, photo: File): Promise<ClientDetail> {
  const form = new FormData()
  form.set('photo', photo)
  return call('POST /v1/client/:clientId/photo', { params: { clientId }, form })
}
