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

/** Enough to choose from; more are found by typing. */
const MOST_FOUND = 20

/** A practice's people and groups whose names have the words of `search`, as a filter offers them. */
export const coacheesQuery = (coachId: string, search: string) =>
  queryOptions({
    queryKey: queryKey('client', 'coachees', coachId, search),
    queryFn: async ({ signal }) => {
      const input = { params: { coachId }, query: { items: MOST_FOUND, ...(search && { search }) } }
      const [clients, groups] = await Promise.all([
        call('GET /v1/client/all/coach/:coachId', input, { signal }),
        call('GET /v1/group/coach/:coachId', input, { signal }),
      ])
      return {
        clients: clients.data.map(({ id, fullName }) => ({
          type: 'Client' as const,
          itemId: id,
          name: fullName,
        })),
        groups: groups.data.map(({ id, name }) => ({ type: 'Group' as const, itemId: id, name })),
      }
    },
    placeholderData: keepPreviousData,
  })
