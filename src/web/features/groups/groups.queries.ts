import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import type { GroupAction, GroupDetail, GroupStatus } from '#contract/groups.ts'
import { call, type Input } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import { groupQuery } from '#web/widgets/queries/group.queries.ts'
import type { GroupFilter } from './list/group-filter.ts'

/** Items of a page (spec §9). */
export const PAGE_ITEMS = 10

/** A page of a coach's groups. The page before stays on screen while the next one comes. */
export const groupsQuery = (coachId: string, { search, status, page }: GroupFilter) =>
  queryOptions({
    queryKey: queryKey('group', 'list', coachId, { search, status, page }),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/group/coach/:coachId',
        {
          params: { coachId },
          query: { page, items: PAGE_ITEMS, ...(search && { search }), ...(status && { status }) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** The groups a person is in; nobody is in more than fit here. */
export const groupsOfClientQuery = (clientId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'ofClient', clientId),
    queryFn: ({ signal }) =>
      call('GET /v1/group/Client/:clientId', { params: { clientId }, query: { items: 100 } }, { signal }),
  })

/** As many as are offered at once; others are searched for. */
const FOUND = 50

/** Whom a group may take, by name: clients and members of other groups, as a search finds them. */
export const addableClientsQuery = (coachId: string, search: string) =>
  queryOptions({
    queryKey: queryKey('client', 'addable', coachId, search),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/client/all/coach/:coachId',
        {
          params: { coachId },
          query: { items: FOUND, sort: 'name', direction: 'asc', ...(search && { search }) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** Shows a changed group on its own screen at once. */
function showGroup(group: GroupDetail): void {
  queryClient.setQueryData(groupQuery(group.id).queryKey, group)
}

type NewGroup = Input<'POST /v1/group'>['body']
type GroupChange = Input<'PUT /v1/group/:groupId'>['body']

function setPhoto(groupId: string, photo: File | null): Promise<GroupDetail> {
  const params = { groupId }
  if (!photo) return call('DELETE /v1/group/:groupId/photo', { params })
  const form = new FormData()
  form.set('photo', photo)
  return call('POST /v1/group/:groupId/photo', { params, form })
}

/** A new group, with its photo when one was chosen. Without it the group is there all the same: `photoFailed` says so. */
export function useCreateGroup() {
  return useMutation({
    mutationFn: async ({ body, photo }: { body: NewGroup; photo: File | null }) => {
      const group = await call('POST /v1/group', { body })
      if (!photo) return { group, photoFailed: false }
      return setPhoto(group.id, photo).then(
        (withPhoto) => ({ group: withPhoto, photoFailed: false }),
        () => ({ group, photoFailed: true }),
      )
    },
    onSuccess: ({ group }) => showGroup(group),
  })
}

export function useSaveGroup(groupId: string) {
  return useMutation({
    mutationFn: (body: GroupChange) => call('PUT /v1/group/:groupId', { params: { groupId }, body }),
    onSuccess: showGroup,
  })
}

/** Sets the photo of a group; none takes it away. */
export function useSetGroupPhoto(groupId: string) {
  return useMutation({
    mutationFn: (photo: File | null) => setPhoto(groupId, photo),
    onSuccess: showGroup,
  })
}

/** What a coach moves a group by, in the order of its life. */
export const TRANSITIONS = [
  'publish',
  'start',
  'finish',
  'archive',
  'restore',
] as const satisfies GroupAction[]
export type GroupTransition = (typeof TRANSITIONS)[number]

/** The state each move leads to (product §7). */
const LEADS_TO: Record<GroupTransition, Exclude<GroupStatus, 'draft'>> = {
  publish: 'open',
  start: 'running',
  finish: 'finished',
  archive: 'archived',
  restore: 'finished',
}

export function useTransitionGroup(groupId: string) {
  return useMutation({
    mutationFn: (move: GroupTransition) =>
      call('PUT /v1/group/:groupId/status', { params: { groupId }, body: { status: LEADS_TO[move] } }),
    onSuccess: showGroup,
  })
}

type NewMembers = Input<'POST /v1/group/:groupId/member'>['body']

export function useAddMembers(groupId: string) {
  return useMutation({
    mutationFn: (body: NewMembers) => call('POST /v1/group/:groupId/member', { params: { groupId }, body }),
    onSuccess: showGroup,
  })
}

export function useRemoveMember(groupId: string) {
  return useMutation({
    mutationFn: (memberId: string) =>
      call('DELETE /v1/group/:groupId/member/:memberId', { params: { groupId, memberId } }),
    onSuccess: showGroup,
  })
}

/** Mails a fresh invitation; links sent before stop working (product §4). */
export function useResendToMember(groupId: string) {
  return useMutation({
    mutationFn: (memberId: string) =>
      call('POST /v1/group/:groupId/member/:memberId/resendinvitation', { params: { groupId, memberId } }),
    onSuccess: showGroup,
  })
}

/** Ends the own place in a group; its name goes from the header with it. */
export function useLeaveGroup() {
  return useMutation({
    mutationFn: (groupId: string) => call('POST /v1/group/:groupId/leave', { params: { groupId } }),
  })
}

/** Most coming sessions that are listed before a group is finished: a series of a year and then some. */
const MOST_COMING = 100

/** The sessions of a group that have not ended, by start. */
export const comingOfGroupQuery = (groupId: string) =>
  queryOptions({
    queryKey: queryKey('session', 'comingOfGroup', groupId),
    queryFn: ({ signal }) =>
      call(
        'GET /v1/session/Group/:groupId',
        { params: { groupId }, query: { tab: 'coming', items: MOST_COMING } },
        { signal },
      ),
    select: ({ data }) => data,
    // What the dialog says is cancelled has to be what is.
    staleTime: 0,
  })
