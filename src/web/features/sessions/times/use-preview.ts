import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Input } from '#web/api/call.ts'
import { previewQuery } from '#web/widgets/queries/move.queries.ts'

type Body = Input<'POST /v1/session/preview'>['body']

/** Long enough that typing a time sends one request. */
const PAUSE_MS = 300

/** The warnings of what a form describes; no request while the form is incomplete. */
export function usePreview(body: Body | undefined) {
  // Compared as text: a form returns a new object on each render.
  const text = body === undefined ? '' : JSON.stringify(body)
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const asked: Body = JSON.parse(settled || '{}')
  const query = useQuery({
    ...previewQuery(asked),
    enabled: settled !== '' && text !== '',
  })
  return { query, isCurrent: settled === text && !query.isPlaceholderData && query.data !== undefined }
}
