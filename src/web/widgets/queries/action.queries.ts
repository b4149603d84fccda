import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  type InfiniteData,
} from '@tanstack/react-query'
import type { ActionDto, ActionStatus } from '#contract/actions/actions.ts'
import { call, type Input, type Output } from '#web/api/call.ts'
import { AT_ONCE, queryClient, queryKey } from '#web/api/query-client.ts'

type ActionPage = Output<'GET /v1/action/Client/:clientId'>

const PAGE = 100

const PRACTICE_PAGE = 25

/** Assignments of a group that are loaded at once. */
const ASSIGNMENTS = 20

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

/** Whether a client may add actions themselves: the server decides; until it has answered, they probably may. */
export function useCanAddOwn(clientId: string | null): boolean {
  const { data } = useInfiniteQuery({ ...actionsQuery(clientId ?? '', 'open'), enabled: clientId !== null })
  return clientId !== null && data?.pages[0]?.canAdd !== false
}

/** Adds an action outside of a closing. */
export const useAddAction = () =>
  useMutation({ mutationFn: (body: Input<'POST /v1/action'>['body']) => call('POST /v1/action', { body }) })

/** One action, where it is not in the part of the list that was loaded. */
export const actionQuery = (actionId: string) =>
  queryOptions({
    queryKey: queryKey('action', 'one', actionId),
    queryFn: ({ signal }) => call('GET /v1/action/:actionId', { params: { actionId } }, { signal }),
  })

/** Changes words, date, reminder or comment of an action. */
export const usePutAction = (actionId: string) =>
  useMutation({
    mutationFn: (body: Input<'PUT /v1/action/:actionId'>['body']) =>
      call('PUT /v1/action/:actionId', { params: { actionId }, body }),
  })

export const useDeleteAction = () =>
  useMutation({
    mutationFn: (actionId: string) => call('DELETE /v1/action/:actionId', { params: { actionId } }),
  })

export const restoreAction = (actionId: string) =>
  call('POST /v1/action/:actionId/restore', { params: { actionId } })

/** A page of the actions of all clients. */
export const practiceActionsQuery = (
  coachId: string,
  query: NonNullable<Input<'GET /v1/action/coach/:coachId'>['query']>,
) =>
  queryOptions({
    queryKey: queryKey('action', 'practice', coachId, query),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/action/coach/:coachId',
        { params: { coachId }, query: { items: PRACTICE_PAGE, ...query } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** What a group was asked for, the latest first. */
export const groupActionsQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('action', 'group', groupId),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/action/Group/:groupId',
        { params: { groupId }, query: { items: ASSIGNMENTS, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

export const useAssignToGroup = (groupId: string) =>
  useMutation({
    mutationFn: (body: Input<'POST /v1/action/Group/:groupId'>['body']) =>
      call('POST /v1/action/Group/:groupId', { params: { groupId }, body }),
  })

type StatusChange = { action: ActionDto; status: ActionStatus; reason?: string }

const MOVES = [AT_ONCE, 'action'] as const

/**
 * Changes an action's status. Optimistic: in its lists the entry changes in place, and moves to its new list when the
 * server answers. Consecutive changes are sent in order.
 */
export const statusChange = mutationOptions({
  mutationKey: MOVES,
  scope: { id: MOVES.join() },
  mutationFn: ({ action, status, reason }: StatusChange) =>
    call('PUT /v1/action/:actionId/status', {
      params: { actionId: action.id },
      body: { status, ...(reason && { reason }) },
    }),
  onMutate: async ({ action, status }) => {
    const shownIn = [queryKey('action', action.clientId), DASHBOARD, RECORDS]
    await Promise.all(shownIn.map((key) => queryClient.cancelQueries({ queryKey: key })))
    showInPlace(withStatus(action, status))
  },
  onError: (_failure, { action }) => showInPlace(action),
})

export const useSetActionStatus = () => useMutation(statusChange)

/** The action after the change. Until the server sends the allowed actions, undoing is allowed. */
function withStatus(action: ActionDto, status: ActionStatus): ActionDto {
  return {
    ...action,
    status,
    overdue: action.overdue && isOpen(status),
    allowedStatuses: isOpen(status) ? ['done'] : ['pending'],
  }
}

export function isOpen(status: ActionStatus): boolean {
  return status === 'pending' || status === 'inProgress'
}

type Dashboard = Output<'GET /v1/dashboard'>
type Session = Output<'GET /v1/session/:sessionId'>

const DASHBOARD = queryKey('dashboard')
const RECORDS = queryKey('session', 'one')

/** Updates an action everywhere it is shown: the lists, the dashboard and its session's record. */
function showInPlace(changed: ActionDto): void {
  const inPlace = (actions: ActionDto[]) => actions.map((each) => (each.id === changed.id ? changed : each))
  patch<InfiniteData<ActionPage>>(queryKey('action', changed.clientId), (list) => ({
    ...list,
    pages: list.pages.map((page) => ({ ...page, data: inPlace(page.data) })),
  }))
  patch<Dashboard>(DASHBOARD, (dashboard) => ({
    ...dashboard,
    client: dashboard.client && { ...dashboard.client, actions: inPlace(dashboard.client.actions) },
  }))
  patch<Session>(RECORDS, (session) => ({ ...session, actions: inPlace(session.actions) }))
}

function patch<T>(queryKey: readonly unknown[], change: (data: T) => T): void {
  queryClient.setQueriesData<T>({ queryKey }, (data) => data && change(data))
}
