import { queryOptions, useMutation } from '@tanstack/react-query'
import { call, callForFile, type Input, type Output } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

export type BulkOutcome = Output<'POST /v1/client/bulk/transition'>
type PreviewedChange = Input<'POST /v1/client/bulk/preview'>['body']['transition']

/** What a change of state or an invitation would do to these clients and their sessions. */
export const bulkPreviewQuery = (clientIds: string[], transition: PreviewedChange) =>
  queryOptions({
    queryKey: queryKey('client', 'bulkPreview', transition, clientIds),
    queryFn: ({ signal }) =>
      call('POST /v1/client/bulk/preview', { body: { clientIds, transition } }, { signal }),
    // Whom the dialog counts and what it says is cancelled has to be what is.
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

/** Who was left and not named before: they changed while the dialog was open. */
export function leftUnnamed(left: BulkOutcome['left'], preview: Pick<BulkOutcome, 'left'> | undefined) {
  const named = new Set(preview?.left.map(({ clientId }) => clientId))
  return left.filter(({ clientId }) => !named.has(clientId))
}
