import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForFile, type Input, type Output } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

export type BulkOutcome = Output<'POST /v1/client/bulk/transition'>
export type BulkTransition = Input<'POST /v1/client/bulk/transition'>['body']['transition']

/** What a change of state would do to these clients and their sessions. */
export const bulkPreviewQuery = (clientIds: string[], transition: BulkTransition) =>
  queryOptions({
    queryKey: queryKey('client', 'bulkPreview', transition, clientIds),
    queryFn: ({ signal }) =>
      call('POST /v1/client/bulk/preview', { body: { clientIds, transition } }, { signal }),
    // What the dialog says is cancelled has to be what is.
    staleTime: 0,
    gcTime: 0,
  })

export function useTransitionClients() {
  return useMutation({
    mutationFn: (body: Input<'POST /v1/client/bulk/transition'>['body']) =>
      call('POST /v1/client/bulk/transition', { body }),
  })
}

export function useTagClients() {
  return useMutation({
    mutationFn: (body: Input<'POST /v1/client/bulk/tag'>['body']) =>
      call('POST /v1/client/bulk/tag', { body }),
  })
}

export function useInviteClients() {
  return useMutation({
    mutationFn: (clientIds: string[]) => call('POST /v1/client/bulk/invite', { body: { clientIds } }),
  })
}

/** The selected clients as a file, and its name. */
export function useExportChosen() {
  return useMutation({
    mutationFn: (clientIds: string[]) => callForFile('POST /v1/client/bulk/export', { body: { clientIds } }),
  })
}
