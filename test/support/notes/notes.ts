import type { NoteDto, NoteBody, NewNoteBody } from '#contract/notes/notes.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Routes } from '#contract/api.ts'
import type { ClientId, GroupId, NoteId } from '#contract/values.ts'
import type { Answered, TestApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'

type Who = { token: string }
type ListQuery = InputOf<Routes['GET /v1/note/Client/:clientId']>['query']

/** The calls of notes, by whom. */
export function notesIn(app: TestApp) {
  const at = (noteId: NoteId) => ({ params: { noteId } })
  return {
    /** Adds a note about a client or group; it says `text`. */
    async write(
      { token }: Who,
      about: { clientId: ClientId } | { groupId: GroupId },
      text = 'Quiere dirigir mejor.',
      more: Partial<NewNoteBody> = {},
    ): Promise<NoteDto> {
      const whom = 'clientId' in about ? { clientId: about.clientId } : { groupId: about.groupId }
      const body = {
        id: app.deps.newId<NoteId>(),
        title: 'Primera sesión',
        body: textSaying(text),
        ...whom,
        ...more,
      }
      return good(await app.call('POST /v1/note', { body }, token), 201)
    },
    read: ({ token }: Who, id: NoteId): Promise<Answered<'GET /v1/note/:noteId'>> =>
      app.call('GET /v1/note/:noteId', at(id), token),
    put: ({ token }: Who, id: NoteId, body: NoteBody): Promise<Answered<'PUT /v1/note/:noteId'>> =>
      app.call('PUT /v1/note/:noteId', { ...at(id), body }, token),
    share: ({ token }: Who, id: NoteId) => app.call('POST /v1/note/:noteId/share', at(id), token),
    unshare: ({ token }: Who, id: NoteId) => app.call('POST /v1/note/:noteId/unshare', at(id), token),
    remove: ({ token }: Who, id: NoteId) => app.call('DELETE /v1/note/:noteId', at(id), token),
    restore: ({ token }: Who, id: NoteId) => app.call('POST /v1/note/:noteId/restore', at(id), token),
    ofClient: ({ token }: Who, clientId: ClientId, query: ListQuery = {}) =>
      app.call('GET /v1/note/Client/:clientId', { params: { clientId }, query }, token),
    ofGroup: ({ token }: Who, groupId: GroupId, query: ListQuery = {}) =>
      app.call('GET /v1/note/Group/:groupId', { params: { groupId }, query }, token),
    search: ({ token }: Who, search: string, more: object = {}) =>
      app.call('GET /v1/note/search', { query: { search, ...more } }, token),
    versions: ({ token }: Who, id: NoteId) =>
      app.call('GET /v1/note/:noteId/versions', { ...at(id), query: {} }, token),
  }
}
