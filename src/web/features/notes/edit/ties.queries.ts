import { queryOptions } from '@tanstack/react-query'
import type { SessionListItem, SessionStatus } from '#contract/sessions/sessions.ts'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import type { NotesOf } from '#web/widgets/notes/note.queries.ts'

/** As many as one page has; those of somebody with more are found from the session or the goal itself. */
const MOST = 100

/** What was never held, and will not be. */
const OFF: ReadonlySet<SessionStatus> = new Set([
  'cancelledByClient',
  'cancelledByCoach',
  'rejected',
  'expired',
])

/** The sessions that a note about somebody can be tied to, newest first; a person's with those of their groups. */
export const tiedSessionsQuery = ({ type, itemId }: NotesOf) =>
  queryOptions({
    queryKey: queryKey('session', 'toTie', type, itemId),
    queryFn: ({ signal }) => {
      const query = { direction: 'desc', items: MOST } as const
      return type === 'Client'
        ? call('GET /v1/session/Client/:clientId', { params: { clientId: itemId }, query }, { signal })
        : call('GET /v1/session/Group/:groupId', { params: { groupId: itemId }, query }, { signal })
    },
    select: ({ data }): SessionListItem[] => data.filter(({ status }) => !OFF.has(status)),
  })

/** The goals that a note about somebody can be tied to, open ones first. */
export const tiedGoalsQuery = ({ type, itemId }: NotesOf) =>
  queryOptions({
    queryKey: queryKey('goal', 'toTie', type, itemId),
    queryFn: ({ signal }) => {
      const query = { items: MOST }
      return type === 'Client'
        ? call('GET /v1/goal/Client/:clientId', { params: { clientId: itemId }, query }, { signal })
        : call('GET /v1/goal/Group/:groupId', { params: { groupId: itemId }, query }, { signal })
    },
    select: ({ data }) => data,
  })
