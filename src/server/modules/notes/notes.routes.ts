import * as contract from '#contract/notes/notes.ts'
import { type Route, route } from '#server/route.ts'
import { searchNotes } from './note-search.service.ts'
import * as versions from './note-versions.service.ts'
import * as service from './notes.service.ts'

export const noteRoutes: Route[] = [
  route(contract.createNote, (deps, { actor, body }) => service.createNote(deps, actor, body)),
  route(contract.searchNotes, (deps, { actor, query }) => searchNotes(deps, actor, query)),
  route(contract.listNotesOfClient, (deps, { actor, params, query }) =>
    service.listNotes(deps, actor, params, query),
  ),
  route(contract.listNotesOfGroup, (deps, { actor, params, query }) =>
    service.listNotes(deps, actor, params, query),
  ),
  route(contract.getNote, (deps, { actor, params }) => service.getNote(deps, actor, params.noteId)),
  route(contract.putNote, (deps, { actor, params, body }) =>
    service.putNote(deps, actor, params.noteId, body),
  ),
  route(contract.deleteNote, (deps, { actor, params }) => service.deleteNote(deps, actor, params.noteId)),
  route(contract.restoreNote, (deps, { actor, params }) => service.restoreNote(deps, actor, params.noteId)),
  route(contract.shareNote, (deps, { actor, params }) => service.setShared(deps, actor, params.noteId, true)),
  route(contract.unshareNote, (deps, { actor, params }) =>
    service.setShared(deps, actor, params.noteId, false),
  ),
  route(contract.listNoteVersions, (deps, { actor, params, query }) =>
    versions.listVersions(deps, actor, params.noteId, query),
  ),
  route(contract.getNoteVersion, (deps, { actor, params }) => versions.getVersion(deps, actor, params)),
  route(contract.restoreNoteVersion, (deps, { actor, params, body }) =>
    versions.restoreVersion(deps, actor, params, body.basedOn),
  ),
]
