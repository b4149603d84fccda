import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'

/** Nobody has more groups that go on. */
const ALL = 100

/** The groups that a memorandum may be about, by name: those that have not ended. */
export const groupsToWriteAboutQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'toWriteAbout', coachId),
    queryFn: ({ signal }) =>
      call('GET /v1/group/coach/:coachId', { params: { coachId }, query: { items: ALL } }, { signal }),
    select: ({ data }) => data.filter(({ status }) => status !== 'finished' && status !== 'archived'),
  })
