import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

const PAGE_ITEMS = 20

/**
 * What happened to the person's account, the newest first. Under the subject of sign-ins, which every change of a way in
 * makes old; asked for at each opening, because what matters most here is what others did.
 */
export const activityQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('signIn', 'activity', userId),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/user/:userId/activity',
        { params: { userId }, query: { direction: 'desc', items: PAGE_ITEMS, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
    staleTime: 0,
  })
