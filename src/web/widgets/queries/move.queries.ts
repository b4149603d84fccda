import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { type Span, spanBody } from '#web/widgets/times/span.ts'
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

/** Long enough that typing a time sends one request. */
const PAUSE_MS = 300

/** The warnings of what a form describes; no request while the form is incomplete. */
export function usePreview(body: PreviewBody | undefined) {
  // Compared as text: a form returns a new object on each render.
  const text = body === undefined ? '' : JSON.stringify(body)
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const asked: PreviewBody = JSON.parse(settled || '{}')
  const query = useQuery({
    ...previewQuery(asked),
    enabled: settled !== '' && text !== '',
  })
  return { query, isCurrent: settled === text && !query.isPlaceholderData && query.data !== undefined }
}

/** The warnings of a session's new time, or of the new times of a part of its series; no request without a time. */
export function useMovePreview(session: SessionListItem, span: Span | undefined, scope?: SeriesScope) {
  const { id, type, clientId, groupId, seriesId } = session
  return usePreview(
    span && {
      type,
      ...(clientId && { clientId }),
      ...(groupId && { groupId }),
      ...spanBody(span),
      sessionId: id,
      ...(scope && seriesId && { scope }),
    },
  )
}

/** Moves a session, or the chosen part of its series. */
export function useReschedule(sessionId: string) {
  return useMutation({
    mutationFn: (body: RescheduleBody) =>
      call('POST /v1/session/:sessionId/reschedule', { params: { sessionId }, body }),
    onSuccess: (session) => queryClient.setQueryData(sessionQuery(sessionId).queryKey, session),
  })
}
