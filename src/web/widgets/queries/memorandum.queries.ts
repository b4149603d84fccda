import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  queryOptions,
  useMutation,
} from '@tanstack/react-query'
import type { MemorandumDto, MemorandumPriority } from '#contract/memorandums/memorandums.ts'
import type { CoacheeType } from '#contract/values.ts'
import { call, type Input, type Output } from '#web/api/call.ts'
import { AT_ONCE, queryClient, queryKey } from '#web/api/query-client.ts'

type MemorandumPage = Output<'GET /v1/memorandum/coach/:coachId'>

/** What a list is narrowed by. */
export type MemorandumFilter = {
  search: string
  clientId: string | null
  priority: MemorandumPriority | null
}

/** As many as come at once: open ones nearly always all, finished ones the last few. */
const ITEMS = { open: 100, closed: 10 } as const

/**
 * The coach's open or closed memorandums. `today` is part of the key: at midnight the parts of the list are others.
 */
export const memorandumsQuery = (
  coachId: string,
  status: 'open' | 'closed',
  { search, clientId, priority }: MemorandumFilter,
  today: string,
) =>
  infiniteQueryOptions({
    queryKey: queryKey('memorandum', 'list', coachId, status, { search, clientId, priority, today }),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/memorandum/coach/:coachId',
        {
          params: { coachId },
          query: {
            status,
            page,
            items: ITEMS[status],
            ...(search && { search }),
            ...(clientId !== null && { clientId }),
            ...(priority !== null && { priority }),
          },
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** The first open memorandums about a person or a group, and how many there are. */
export const memorandumsOfQuery = ({ type, itemId }: { type: CoacheeType; itemId: string }, items: number) =>
  queryOptions({
    queryKey: queryKey('memorandum', 'of', type, itemId, items),
    queryFn: ({ signal }) => {
      const query = { status: 'open' as const, items }
      return type === 'Client'
        ? call('GET /v1/memorandum/Client/:clientId', { params: { clientId: itemId }, query }, { signal })
        : call('GET /v1/memorandum/Group/:groupId', { params: { groupId: itemId }, query }, { signal })
    },
  })

export const memorandumQuery = (memorandumId: string) =>
  queryOptions({
    queryKey: queryKey('memorandum', 'one', memorandumId),
    queryFn: ({ signal }) =>
      call('GET /v1/memorandum/:memorandumId', { params: { memorandumId } }, { signal }),
  })

export const useCreateMemorandum = () =>
  useMutation({
    mutationFn: (body: Input<'POST /v1/memorandum'>['body']) => call('POST /v1/memorandum', { body }),
  })

export const useSaveMemorandum = (memorandumId: string) =>
  useMutation({
    mutationFn: (body: Input<'PUT /v1/memorandum/:memorandumId'>['body']) =>
      call('PUT /v1/memorandum/:memorandumId', { params: { memorandumId }, body }),
  })

type Status = Input<'PUT /v1/memorandum/:memorandumId/status'>['body']['status']

const MOVES = [AT_ONCE, 'memorandum'] as const

/** Changes the status. Optimistic: ticked at once, and moved to its part of the list when the server answers. */
const statusChange = mutationOptions({
  mutationKey: MOVES,
  scope: { id: MOVES.join() },
  mutationFn: ({ memorandum, status }: { memorandum: MemorandumDto; status: Status }) =>
    call('PUT /v1/memorandum/:memorandumId/status', {
      params: { memorandumId: memorandum.id },
      body: { status },
    }),
  onMutate: async ({ memorandum, status }) => {
    await queryClient.cancelQueries({ queryKey: queryKey('memorandum') })
    showInPlace({ ...memorandum, status, allowedActions: status === 'pending' ? ['done'] : ['reopen'] })
  },
  onError: (_failure, { memorandum }) => showInPlace(memorandum),
})

export const useSetMemorandumStatus = () => useMutation(statusChange)

export const usePostponeMemorandum = () =>
  useMutation({
    mutationFn: ({
      memorandumId,
      ...body
    }: { memorandumId: string } & Input<'POST /v1/memorandum/:memorandumId/postpone'>['body']) =>
      call('POST /v1/memorandum/:memorandumId/postpone', { params: { memorandumId }, body }),
  })

export const useDeleteMemorandum = () =>
  useMutation({
    mutationFn: (memorandumId: string) =>
      call('DELETE /v1/memorandum/:memorandumId', { params: { memorandumId } }),
  })

export const useRestoreMemorandum = () =>
  useMutation({
    mutationFn: (memorandumId: string) =>
      call('POST /v1/memorandum/:memorandumId/restore', { params: { memorandumId } }),
  })

function showInPlace(changed: MemorandumDto): void {
  const inPlace = (all: MemorandumDto[]) => all.map((each) => (each.id === changed.id ? changed : each))
  queryClient.setQueriesData<InfiniteData<MemorandumPage>>(
    { queryKey: queryKey('memorandum', 'list') },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, data: inPlace(page.data) })) },
  )
  queryClient.setQueriesData<MemorandumPage>(
    { queryKey: queryKey('memorandum', 'of') },
    (list) => list && { ...list, data: inPlace(list.data) },
  )
}
