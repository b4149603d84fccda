import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

const PAGE = 25
/** A person is in few groups. */
const GROUPS = 100

/** The rooms somebody has, those that were written in last first. */
export const roomListQuery = (viewerId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('message', 'list', viewerId, search),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/message/rooms',
        { query: { direction: 'asc', items: PAGE, page, ...(search && { search }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })

/** The groups of a client, each of which has a room. */
export const groupsOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'rooms', clientId),
    queryFn: ({ signal }) =>
      call('GET /v1/group/Client/:clientId', { params: { clientId }, query: { items: GROUPS } }, { signal }),
  })
