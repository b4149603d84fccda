import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Input } from '#web/api/call.ts'
import { previewQuery } from '#web/widgets/queries/move.queries.ts'

type Body = Input<'POST /v1/session/preview'>['body']

/** Long enough that a time being typed asks once. */
const PAUSE_MS = 300

/** What stands in the way of what a form describes; nothing is asked while it describes nothing. */
export function usePreview(body: Body | undefined) {
  // Compared as text: a form hands out a new object each time it is drawn.
  const text = body === undefined ? '' : JSON.stringify(body)
  const [settled] = useDebouncedValue(text, PAUSE_MS)
  const query = useQuery({
    ...previewQuery(JSON.parse(settled || '{}') as Body),
    enabled: settled !== '' && text !== '',
  })
  return { query, isCurrent: settled === text && !query.isPlaceholderData && query.data !== undefined }
}
