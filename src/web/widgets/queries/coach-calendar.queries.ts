import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** A coach's weekly hours and booking rules; a client reads those of their coach. */
export const calendarQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('calendar', 'settings', coachId),
    queryFn: ({ signal }) =>
      call('GET /v1/coach/recurring-calendar/:coachId', { params: { coachId } }, { signal }),
  })
