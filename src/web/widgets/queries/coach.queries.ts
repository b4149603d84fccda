import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ContactKind } from '#contract/coaches.ts'
import { call } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'

/** A coach as their clients see them; also for the coach's own preview. */
export const coachQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('coach', coachId),
    queryFn: ({ signal }) => call('GET /v1/coach/:coachId', { params: { coachId } }, { signal }),
  })

/** Saves which contact details of the coach are shown to clients. */
export function useShownContacts(coachId: string) {
  return useMutation({
    // In sequence, so that the last choice wins.
    scope: { id: 'shown-contacts' },
    mutationFn: (shownContacts: ContactKind[]) =>
      call('PUT /v1/coach/:coachId', { params: { coachId }, body: { shownContacts } }),
    onSuccess: (page) => queryClient.setQueryData(coachQuery(coachId).queryKey, page),
  })
}
