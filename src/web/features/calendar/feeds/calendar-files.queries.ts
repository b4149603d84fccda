import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'

/** Whether there is a feed of the person's own sessions; never its address. */
export const feedQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKey('calendar', 'feed', userId),
    queryFn: ({ signal }) => call('GET /v1/calendar/feed', {}, { signal }),
  })

/** Makes the feed, or a new address for it; only this answer tells the address. */
export function useCreateFeed(userId: string) {
  return useMutation({
    mutationFn: () => call('POST /v1/calendar/feed', {}),
    // The address is a secret: it is shown, and kept nowhere.
    onSuccess: ({ createdAt, lastReadAt }) =>
      queryClient.setQueryData(feedQuery(userId).queryKey, { createdAt, lastReadAt }),
  })
}

export function useDeleteFeed(userId: string) {
  return useMutation({
    mutationFn: () => call('DELETE /v1/calendar/feed', {}),
    onSuccess: () =>
      queryClient.setQueryData(feedQuery(userId).queryKey, { createdAt: null, lastReadAt: null }),
  })
}

/** The calendar kept elsewhere whose busy time counts as taken. */
export const importedQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('calendar', 'import', coachId),
    queryFn: ({ signal }) => call('GET /v1/calendar/import', {}, { signal }),
  })

/** Reads an address now and from then on; null stops it. */
export function useImportCalendar(coachId: string) {
  return useMutation({
    mutationFn: (url: string | null) => call('PUT /v1/calendar/import', { body: { url } }),
    onSuccess: (imported) => queryClient.setQueryData(importedQuery(coachId).queryKey, imported),
  })
}
