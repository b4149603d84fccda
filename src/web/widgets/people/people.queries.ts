import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Who is offered: people the coach can book, or people who can be given an action. */
export type Choosing = 'bookable' | 'assignable'

/** How many people are one tap away. */
export const MOST_RECENT = 6

const PAGE = 100

/** The people a coach booked, met or added last. */
export const recentClientsQuery = (coachId: string, choosing: Choosing) =>
  queryOptions({
    queryKey: queryKey('client', 'recent', coachId, choosing),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/coach/:coachId',
        {
          params: { coachId },
          query: { [choosing]: 'true', sort: 'recent', direction: 'desc', items: MOST_RECENT },
        },
        { signal },
      ),
  })

/** Everybody who is offered, by name. */
export const namedClientsQuery = (coachId: string, choosing: Choosing, search: string) =>
  queryOptions({
    queryKey: queryKey('client', choosing, coachId, search),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/coach/:coachId',
        { params: { coachId }, query: { [choosing]: 'true', items: PAGE, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
