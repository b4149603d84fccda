import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query.ts'
import { sessionQuery } from './session.queries.ts'

type PreviewBody = Input<'POST /v1/session/preview'>['body']
type RescheduleBody = Input<'POST /v1/session/:sessionId/reschedule'>['body']

/** The warnings and conflicts of a time, or of every start of a rule. */
export const previewQuery = (body: PreviewBody) =>
  queryOptions({
    queryKey: queryKey('session', 'preview', body),
    queryFn: ({ signal }) => call('POST /v1/session/preview', { body }, { signal }),
    // Availability changes at any moment.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Moves a session, or the chosen part of its series. */
export function useReschedule(sessionId: string) {
  return useMutation({
    mutationFn: (body: RescheduleBody) =>
      call('POST /v1/session/:sessionId/reschedule', { params: { sessionId }, body }),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery(sessionId).queryKey, session),
  })
}
