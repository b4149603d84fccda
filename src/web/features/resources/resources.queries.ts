import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { ResourceDetail, ResourceState } from '#contract/resources/resources.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import type { ResourceFilter } from './list/resource-filter.ts'

/** Resources of a page of the library. */
export const PAGE_ITEMS = 12

/** A page of the library, with its space. */
export const libraryQuery = (
  coachId: string,
  { search, type, status, category, tag, page }: ResourceFilter,
) =>
  queryOptions({
    queryKey: queryKey('resource', 'library', coachId, { search, type, status, category, tag, page }),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/resource/coach/:coachId',
        {
          params: { coachId },
          query: {
            sort: 'recent',
            direction: 'desc',
            items: PAGE_ITEMS,
            page,
            ...(search && { search }),
            ...(type && { type }),
            ...(status && { status }),
            ...(category && { category }),
            ...(tag && { tag }),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** The categories and tags in use: what is looked for does not change them. */
export const labelsQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('resource', 'labels', coachId),
    queryFn: ({ signal }) =>
      call('GET /v1/resource/coach/:coachId/labels', { params: { coachId } }, { signal }),
  })

export const resourceQuery = (resourceId: string) =>
  queryOptions({
    queryKey: queryKey('resource', 'one', resourceId),
    queryFn: ({ signal }) => call('GET /v1/resource/:resourceId', { params: { resourceId } }, { signal }),
  })

const GIVEN_ITEMS = 20

/** Whom a resource was given to. */
export const assignmentsQuery = (resourceId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('resource', 'assignments', resourceId),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/resource/:resourceId/assign',
        { params: { resourceId }, query: { items: GIVEN_ITEMS, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** What a client has in one state. */
export const givenQuery = (clientId: string, state: ResourceState) =>
  infiniteQueryOptions({
    queryKey: queryKey('resource', 'given', clientId, state),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/resource/Client/:clientId',
        { params: { clientId }, query: { state, items: GIVEN_ITEMS, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** What a group was given. */
export const groupGivenQuery = (groupId: string) =>
  infiniteQueryOptions({
    queryKey: queryKey('resource', 'group', groupId),
    queryFn: ({ pageParam: page, signal }) =>
      call(
        'GET /v1/resource/Group/:groupId',
        { params: { groupId }, query: { items: GIVEN_ITEMS, page } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
  })

/** Half of the hour that an address of a file is good for. */
const ADDRESS_MS = 30 * 60_000

/** The addresses of a file, asked for each time they are shown and again before they end, as in a tab that stays open. */
export const addressesQuery = (resourceId: string) =>
  queryOptions({
    // Apart from the resource, which changes when it is opened: a video would start again.
    queryKey: queryKey('me', 'resourceFile', resourceId),
    queryFn: ({ signal }) =>
      call('GET /v1/resource/:resourceId/download', { params: { resourceId } }, { signal }),
    staleTime: ADDRESS_MS,
    refetchInterval: ADDRESS_MS,
    gcTime: 0,
  })

function show(resource: ResourceDetail): void {
  queryClient.setQueryData(resourceQuery(resource.id).queryKey, resource)
}

export const useCreateResource = () =>
  useMutation({
    mutationFn: (body: Input<'POST /v1/resource'>['body']) => call('POST /v1/resource', { body }),
    onSuccess: show,
  })

export const useSaveResource = (resourceId: string) =>
  useMutation({
    mutationFn: (body: Input<'PUT /v1/resource/:resourceId'>['body']) =>
      call('PUT /v1/resource/:resourceId', { params: { resourceId }, body }),
    onSuccess: show,
  })

export const useDeleteResource = () =>
  useMutation({
    mutationFn: (resourceId: string) => call('DELETE /v1/resource/:resourceId', { params: { resourceId } }),
  })

export const restoreResource = (resourceId: string) =>
  call('POST /v1/resource/:resourceId/restore', { params: { resourceId } })

type Assignment = Input<'POST /v1/resource/:resourceId/assign'>['body']

export const useAssign = () =>
  useMutation({
    mutationFn: ({ resourceId, ...body }: Assignment & { resourceId: string }) =>
      call('POST /v1/resource/:resourceId/assign', { params: { resourceId }, body }),
    onSuccess: show,
  })

export const useWithdraw = (resourceId: string) =>
  useMutation({
    mutationFn: (assignmentId: string) =>
      call('DELETE /v1/resource/:resourceId/assign/:assignmentId', { params: { resourceId, assignmentId } }),
  })

export const giveBack = (resourceId: string, assignmentId: string) =>
  call('POST /v1/resource/:resourceId/assign/:assignmentId/restore', {
    params: { resourceId, assignmentId },
  })

export const viewResource = (resourceId: string) =>
  call('POST /v1/resource/:resourceId/view', { params: { resourceId } }).then(show)

export const useComplete = (resourceId: string) =>
  useMutation({
    mutationFn: (completed: boolean) =>
      call('POST /v1/resource/:resourceId/complete', { params: { resourceId }, body: { completed } }),
    onSuccess: show,
  })

/** Whom a resource can be given to: people as a search finds them. */
export const peopleQuery = (coachId: string, search: string) =>
  queryOptions({
    queryKey: queryKey('client', 'receiving', coachId, search),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/coach/:coachId',
        { params: { coachId }, query: { assignable: 'true', items: 50, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** The coach's next sessions. */
export const comingQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'receiving', coachId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/coach/:coachId',
        { params: { coachId }, query: { tab: 'coming', direction: 'asc', items: 50 } },
        { signal },
      ),
  })

/** The groups of a coach. */
export const groupsQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'receiving', coachId),
    queryFn: ({ signal }) =>
      call('GET /v1/group/coach/:coachId', { params: { coachId }, query: { items: 100 } }, { signal }),
  })
