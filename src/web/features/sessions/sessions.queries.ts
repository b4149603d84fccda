import { queryOptions, useMutation } from '@tanstack/react-query'
import type { SessionDto, SessionListItem, SessionStatus } from '#contract/sessions/sessions.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'

const PAGE = 100

/** The session with a client that was held last; null before the first. */
export const lastHeldQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'lastHeld', clientId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId }, query: { status: 'completed', direction: 'desc', items: 1 } },
        { signal },
      ),
    select: ({ data }) => data[0] ?? null,
  })

/** How many sessions of a client are read for their last own one: others are requests or of their groups. */
const FEW = 20

/** States of sessions whose length and place the coach agreed to. */
const AGREED: ReadonlySet<SessionStatus> = new Set(['confirmed', 'completed', 'noShowClient', 'noShowCoach'])

/** The first session with a client alone that was agreed to: a request says only what the client asked for. */
export const agreedSession = (sessions: readonly SessionListItem[]): SessionListItem | null =>
  sessions.find(({ type, status }) => type === 'Client' && AGREED.has(status)) ?? null

/** The last session agreed with a client alone, to come or past; null before the first. */
export const lastSessionQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'last', clientId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId }, query: { direction: 'desc', items: FEW } },
        { signal },
      ),
    select: ({ data }) => agreedSession(data),
  })

/** A coach's groups that meet, by name. */
export const bookableGroupsQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'bookable', coachId),
    queryFn: async ({ signal }) => {
      const params = { coachId }
      const lists = await Promise.all(
        (['running', 'open'] as const).map((status) =>
          call('GET /v1/group/coach/:coachId', { params, query: { status, items: PAGE } }, { signal }),
        ),
      )
      return lists.flatMap(({ data }) => data)
    },
  })

/** Shows a changed session on its own screen at once. */
export function showSession(session: SessionDto): void {
  queryClient.setQueryData(sessionQuery(session.id).queryKey, session)
}

type NewSession = Input<'POST /v1/session'>['body']
type Closing = Input<'POST /v1/session/:sessionId/close'>['body']

export function useCreateSession() {
  return useMutation({
    mutationFn: (body: NewSession) => call('POST /v1/session', { body }),
    onSuccess: showSession,
  })
}

export function useCloseSession(sessionId: string) {
  return useMutation({
    mutationFn: (body: Closing) => call('POST /v1/session/:sessionId/close', { params: { sessionId }, body }),
    onSuccess: showSession,
  })
}
