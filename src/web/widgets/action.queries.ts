import { infiniteQueryOptions, useMutation, type InfiniteData } from '@tanstack/react-query'
import type { ActionDto, ActionStatus } from '#contract/actions.ts'
import { call, type Output } from '#web/api/call.ts'
import { queryClient, queryKey, refresh } from '#web/api/query.ts'

type ActionPage = Output<'GET /v1/action/Client/:clientId'>

const PAGE = 100

/** A client's open or closed actions; open ones by due date. */
export const actionsQuery = (clientId: string, status: 'open' | 'closed') =>
  infiniteQueryOptions({
    queryKey: queryKey('action', clientId, status),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/action/Client/:clientId',
        { params: { clientId }, query: { status, items: PAGE, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

type Move = { action: ActionDto; status: ActionStatus }

/**
 * Moves an action to another state. Screens show it at once: in the lists it is in, the entry changes where it
 * stands, and goes to its own list when the answer has come.
 */
export function useSetActionStatus() {
  return useMutation({
    mutationFn: ({ action, status }: Move) =>
      call('PUT /v1/action/:actionId/status', { params: { actionId: action.id }, body: { status } }),
    onMutate: async ({ action, status }) => {
      await queryClient.cancelQueries({ queryKey: queryKey('action', action.clientId) })
      return showAtOnce({ ...action, status, overdue: action.overdue && isOpen(status) })
    },
    onError: (_failure, _move, takeBack) => takeBack?.(),
    onSettled: () => refresh('action', 'session', 'dashboard', 'client'),
  })
}

export function isOpen(status: ActionStatus): boolean {
  return status === 'pending' || status === 'inProgress'
}

type Dashboard = Output<'GET /v1/dashboard'>
type Session = Output<'GET /v1/session/:sessionId'>

/** Every place an action is shown: the lists, the dashboard and the record of its session. */
function showAtOnce(changed: ActionDto): () => void {
  const inPlace = (actions: ActionDto[]) => actions.map((each) => (each.id === changed.id ? changed : each))
  const takeBack = [
    patch<InfiniteData<ActionPage>>(queryKey('action', changed.clientId), (list) => ({
      ...list,
      pages: list.pages.map((page) => ({ ...page, data: inPlace(page.data) })),
    })),
    patch<Dashboard>(queryKey('dashboard'), (dashboard) => ({
      ...dashboard,
      client: dashboard.client && { ...dashboard.client, actions: inPlace(dashboard.client.actions) },
    })),
    patch<Session>(queryKey('session', 'one'), (session) => ({
      ...session,
      actions: inPlace(session.actions),
    })),
  ]
  return () => takeBack.forEach((undo) => undo())
}

function patch<T>(key: readonly unknown[], change: (data: T) => T): () => void {
  const before = queryClient.getQueriesData<T>({ queryKey: key })
  for (const [exact, data] of before) queryClient.setQueryData<T>(exact, data && change(data))
  return () => {
    for (const [exact, data] of before) queryClient.setQueryData(exact, data)
  }
}
