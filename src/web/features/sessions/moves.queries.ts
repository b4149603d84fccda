import { queryOptions, useMutation } from '@tanstack/react-query'
import type { SessionDto } from '#contract/sessions/sessions.ts'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import { call, type Input } from '#web/api/call.ts'
import { AT_ONCE, queryClient, queryKey } from '#web/api/query-client.ts'
import { sessionQuery } from '#web/widgets/queries/session.queries.ts'
import { changedAgenda, type AgendaChange } from './view/agenda.ts'
import { showSession } from './sessions.queries.ts'

type Meeting = NonNullable<Input<'POST /v1/session/:sessionId/confirm'>['body']>
type Times = Input<'POST /v1/session/:sessionId/propose'>['body']['times']
type Edit = Input<'PUT /v1/session/:sessionId'>['body']

type Of = { sessionId: string }

/** One change of a session: its own screen shows the answer at once. */
function useChange<Change>(send: (change: Change) => Promise<SessionDto>) {
  return useMutation({
    mutationFn: send,
    onSuccess: showSession,
  })
}

export const useConfirmSession = () =>
  useChange(({ sessionId, meeting }: Of & { meeting?: Meeting }) =>
    call('POST /v1/session/:sessionId/confirm', {
      params: { sessionId },
      ...(meeting && { body: meeting }),
    }),
  )

export const useProposeTimes = () =>
  useChange(({ sessionId, times }: Of & { times: Times }) =>
    call('POST /v1/session/:sessionId/propose', { params: { sessionId }, body: { times } }),
  )

export const useAcceptTime = () =>
  useChange(({ sessionId, startsAt }: Of & { startsAt: string }) =>
    call('POST /v1/session/:sessionId/accept', { params: { sessionId }, body: { startsAt } }),
  )

export const useRejectSession = () =>
  useChange(({ sessionId, reason }: Of & { reason: string }) =>
    call('POST /v1/session/:sessionId/reject', { params: { sessionId }, body: { reason } }),
  )

export const useCancelSession = () =>
  useChange(({ sessionId, ...body }: Of & { reason: string; scope?: SeriesScope }) =>
    call('POST /v1/session/:sessionId/cancel', { params: { sessionId }, body }),
  )

export const useAcceptMove = () =>
  useChange(({ sessionId }: Of) => call('POST /v1/session/:sessionId/move/accept', { params: { sessionId } }))

export const useDeclineMove = () =>
  useChange(({ sessionId }: Of) =>
    call('POST /v1/session/:sessionId/move/decline', { params: { sessionId } }),
  )

export const useWithdrawMove = () =>
  useChange(({ sessionId }: Of) => call('DELETE /v1/session/:sessionId/move', { params: { sessionId } }))

export const useWithdrawExcuse = () =>
  useChange(({ sessionId }: Of) => call('DELETE /v1/session/:sessionId/excuse', { params: { sessionId } }))

export const useExcuse = () =>
  useChange(({ sessionId, reason }: Of & { reason: string }) =>
    call('POST /v1/session/:sessionId/excuse', { params: { sessionId }, body: { reason } }),
  )

export const useEditSession = () =>
  useChange(({ sessionId, ...body }: Of & Edit) =>
    call('PUT /v1/session/:sessionId', { params: { sessionId }, body }),
  )

/**
 * Changes of the agenda, one after the other, shown at once.
 */
export function useChangeAgenda(sessionId: string) {
  const key = sessionQuery(sessionId).queryKey
  return useMutation({
    mutationKey: [AT_ONCE, 'agenda'],
    scope: { id: `agenda ${sessionId}` },
    mutationFn: (change: AgendaChange) =>
      call('PUT /v1/session/:sessionId/agenda', { params: { sessionId }, body: { changes: [change] } }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: key })
      queryClient.setQueryData(
        key,
        (session) => session && { ...session, agenda: changedAgenda(session.agenda, change) },
      )
    },
    onSuccess: (session) => queryClient.setQueryData(key, session),
  })
}

/** Everything that happened to a session, oldest first. */
export const historyQuery = (sessionId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'history', sessionId),
    queryFn: ({ signal }) =>
      call('GET /v1/session/:sessionId/history', { params: { sessionId } }, { signal }),
  })
