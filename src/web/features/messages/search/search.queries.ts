import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type { RoomId } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Messages with the words of a search, in one room or in all. */
export const foundMessagesQuery = (search: string, roomId?: RoomId) =>
  infiniteQueryOptions({
    queryKey: queryKey('message', 'found', search, roomId ?? null),
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /v1/message/search',
        { query: { search, page: pageParam, ...(roomId && { roomId }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
