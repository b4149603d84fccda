import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { queryKey } from '#web/api/query-client.ts'
import { type NotesOf, showNote } from '#web/widgets/notes/note.queries.ts'

const PAGE = 20

/** The coach's notes with the words of a search; of one person or group, or all. */
export const foundNotesQuery = (search: string, within: NotesOf | null) =>
  infiniteQueryOptions({
    queryKey: queryKey('note', 'found', search, within),
    queryFn: ({ pageParam: page, signal }) => {
      const only =
        within === null
          ? {}
          : within.type === 'Client'
            ? { clientId: within.itemId }
            : { groupId: within.itemId }
      return call('GET /v1/note/search', { query: { search, ...only, items: PAGE, page } }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })

/** The groups that a note may be begun about, by name: all but those put away. */
export const groupsQuery = (coachId: string) =>
  queryOptions({
    queryKey: queryKey('group', 'toNote', coachId),
    queryFn: ({ signal }) =>
      call('GET /v1/group/coach/:coachId', { params: { coachId }, query: { items: 100 } }, { signal }),
    select: ({ data }) => data.filter(({ status }) => status !== 'archived'),
  })

/** What a note said in the last 90 days; the newest hundred. */
export const versionsQuery = (noteId: string) =>
  queryOptions({
    queryKey: queryKey('note', 'versions', noteId),
    queryFn: ({ signal }) =>
      call('GET /v1/note/:noteId/versions', { params: { noteId }, query: { items: 100 } }, { signal }),
  })

export const versionQuery = (noteId: string, versionId: string) =>
  queryOptions({
    queryKey: queryKey('note', 'version', noteId, versionId),
    queryFn: ({ signal }) =>
      call('GET /v1/note/:noteId/versions/:versionId', { params: { noteId, versionId } }, { signal }),
    // It never changes.
    staleTime: Infinity,
  })

export function useRestoreVersion(noteId: string) {
  return useMutation({
    mutationFn: ({ versionId, basedOn }: { versionId: string; basedOn: number }) =>
      call('POST /v1/note/:noteId/versions/:versionId/restore', {
        params: { noteId, versionId },
        body: { basedOn },
      }),
    onSuccess: showNote,
  })
}

type Settings = { tags?: string[]; pinned?: boolean; sessionId?: string | null; goalId?: string | null }

/** How a coach arranges a note: tags, pins, and what it is tied to. */
export const useArrangeNote = () =>
  useMutation({
    mutationFn: ({ noteId, settings }: { noteId: string; settings: Settings }) =>
      call('PUT /v1/note/:noteId', { params: { noteId }, body: settings }),
    onSuccess: showNote,
  })

export const useShareNote = () =>
  useMutation({
    mutationFn: ({ noteId, share }: { noteId: string; share: boolean }) =>
      share
        ? call('POST /v1/note/:noteId/share', { params: { noteId } })
        : call('POST /v1/note/:noteId/unshare', { params: { noteId } }),
    onSuccess: showNote,
  })

export const useDeleteNote = () =>
  useMutation({
    mutationFn: (noteId: string) => call('DELETE /v1/note/:noteId', { params: { noteId } }),
  })

export const restoreNote = (noteId: string) => call('POST /v1/note/:noteId/restore', { params: { noteId } })
