import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BriefNotes } from '#contract/sessions/session-records.ts'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { showSession } from './sessions.queries.ts'

/** What a coach wants to have read before a session. */
export const briefQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'brief', sessionId),
    queryFn: ({ signal }) => call('GET /v1/session/:sessionId/brief', { params: { sessionId } }, { signal }),
  })

/** The session with the same person or group that comes next; null while none is booked. */
export const nextOfQuery = ({ id, clientId, groupId }: Pick<SessionDto, 'id' | 'clientId' | 'groupId'>) =>
  queryOptions({
    queryKey: queryKey('session', 'nextOf', clientId ?? groupId),
    queryFn: ({ signal }) => {
      // Two, for one under way is still among those that come.
      const query = { tab: 'coming', items: 2 } as const
      return clientId === null
        ? call('GET /v1/session/Group/:groupId', { params: { groupId: groupId ?? '' }, query }, { signal })
        : call('GET /v1/session/Client/:clientId', { params: { clientId }, query }, { signal })
    },
    select: ({ data }) => data.find((session) => session.id !== id) ?? null,
  })

type Preparation = Input<'PUT /v1/session/:sessionId/preparation'>['body']
type Feedback = Input<'POST /v1/session/:sessionId/feedback'>['body']
type Correction = Input<'POST /v1/session/:sessionId/correct'>['body']

/**
 * Saves the whole preparation, without refreshing what is on screen, because it is saved while the client types. The
 * cached session takes it at once: a client who comes back goes on from there, and an older state would overwrite it.
 */
export async function savePreparation(sessionId: string, body: Preparation): Promise<void> {
  const saved = await call('PUT /v1/session/:sessionId/preparation', { params: { sessionId }, body })
  queryClient.setQueryData(sessionQuery(sessionId).queryKey, (session) => session && withOwn(session, saved))
}

/** A client sees only themselves among the people of a session. */
function withOwn(
  session: SessionDto,
  saved: Omit<SessionDto['preparations'][number], 'personId'>,
): SessionDto {
  const [own] = session.attendance
  return own ? { ...session, preparations: [{ personId: own.personId, ...saved }] } : session
}

/**
 * Puts saved notes into the cached brief: a coach who comes back goes on from there. The answer of a save that was
 * overtaken replaces nothing newer.
 */
export function showBriefNotes(sessionId: string, notes: BriefNotes): void {
  queryClient.setQueryData(briefQuery(sessionId).queryKey, (brief) =>
    brief && brief.notes.revision < notes.revision ? { ...brief, notes } : brief,
  )
}

export function useRateSession(sessionId: string) {
  return useMutation({
    mutationFn: (body: Feedback) =>
      call('POST /v1/session/:sessionId/feedback', { params: { sessionId }, body }),
    onSuccess: showSession,
  })
}

export function useCorrectSession(sessionId: string) {
  return useMutation({
    mutationFn: (body: Correction) =>
      call('POST /v1/session/:sessionId/correct', { params: { sessionId }, body }),
    onSuccess: showSession,
  })
}

export function useMailSummary(sessionId: string) {
  return useMutation({
    mutationFn: () => call('POST /v1/session/:sessionId/summary', { params: { sessionId } }),
  })
}
