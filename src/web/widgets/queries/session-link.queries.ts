import { useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { sessionQuery } from './session.queries.ts'

/** Sets where a session is held online; its channel stays. */
export function useSetLink(sessionId: string) {
  return useMutation({
    mutationFn: (meetingUrl: string) =>
      call('PUT /v1/session/:sessionId', { params: { sessionId }, body: { meetingUrl } }),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery(sessionId).queryKey, session),
  })
}
