import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** One group as its viewer may see it: full members for the coach, first names for a member. */
export const groupQuery = (groupId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'one', groupId),
    queryFn: ({ signal }) => call('GET /v1/group/:groupId', { params: { groupId } }, { signal }),
  })
