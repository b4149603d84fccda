import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CoacheeType } from '#contract/values.ts'
import { call } from '#web/api/call.ts'
import { queryClient, queryKey } from '#web/api/query-client.ts'
import type { NoteDto } from '#contract/notes/notes.ts'

/** Whom notes are about, as the routes name them. */
export type NotesOf = { type: CoacheeType; itemId: string }

export type NoteFilter = { tag?: string; sessionId?: string; pinned?: 'true' }

const PAGE = 30

/** The notes about a client or a group, pinned ones first. */
export const notesQuery = ({ type, itemId }: NotesOf, filter: NoteFilter = {}) =>
  infiniteQueryOptions({
    queryKey: queryKey('note', 'list', type, itemId, filter),
    queryFn: ({ pageParam: page, signal }) => {
      const query = { ...filter, items: PAGE, page }
      return type === 'Client'
        ? call('GET /v1/note/Client/:clientId', { params: { clientId: itemId }, query }, { signal })
        : call('GET /v1/note/Group/:groupId', { params: { groupId: itemId }, query }, { signal })
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, items, total }) => (page * items < total ? page + 1 : undefined),
    placeholderData: keepPreviousData,
  })

/** One note with what it says. */
export const noteQuery = (noteId: string) =>
  queryOptions({
    queryKey: queryKey('note', 'one', noteId),
    queryFn: ({ signal }) => call('GET /v1/note/:noteId', { params: { noteId } }, { signal }),
  })

/** Puts what was saved into the cache, unless something newer is there. */
export function showNote(note: NoteDto): void {
  queryClient.setQueryData(noteQuery(note.id).queryKey, (known) =>
    known && known.revision > note.revision ? known : note,
  )
}
