import type { Transaction } from 'kysely'
import type { NoteDto } from '#contract/notes/notes.ts'
import type { NoteId, NoteVersionId, PageQuery } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal, found } from '../../refusal.ts'
import * as versions from './note-versions.repository.ts'
import { presentNote, presentVersion } from './notes.presenter.ts'
import * as notes from './notes.repository.ts'
import { isShared, recordNote, replaceWords } from './notes.service.ts'

/** GET versions: what a note said in the last 90 days. */
export async function listVersions(deps: Deps, actor: CoachActor, id: NoteId, query: PageQuery) {
  const scope = scopeOf(actor)
  const [note, { rows, total }] = await Promise.all([
    notes.findNote(deps.db, scope, id),
    versions.listVersions(deps.db, scope, id, query),
  ])
  found(note, 'note.not_found')
  return { data: rows.map(presentVersion), total, page: query.page, items: query.items }
}

/** GET version: with its text. */
export async function getVersion(
  deps: Deps,
  actor: CoachActor,
  { noteId, versionId }: { noteId: NoteId; versionId: NoteVersionId },
) {
  const version = await versions.findVersion(deps.db, scopeOf(actor), noteId, versionId)
  const row = found(version, 'note.not_found')
  return { ...presentVersion(row), body: row.body }
}

/**
 * POST restore: the note says again what a version says, and what it said is kept as a version.
 * @throws Refusal `note.not_found`; `note.conflict` if another text was stored meanwhile
 */
export function restoreVersion(
  deps: Deps,
  actor: CoachActor,
  { noteId, versionId }: { noteId: NoteId; versionId: NoteVersionId },
  basedOn: number,
): Promise<NoteDto> {
  const scope = scopeOf(actor)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const note = found(await notes.lockNote(tx, scope, noteId), 'note.not_found')
    const version = found(await versions.findVersion(tx, scope, noteId, versionId), 'note.not_found')
    if (basedOn !== note.revision) throw new Refusal('note.conflict')
    const change = await replaceWords(deps, tx, scope, note, version, true, now)
    await notes.updateNote(tx, scope, noteId, change, now)
    await recordNote(deps, tx, actor, 'note.written', note, isShared(note))
    return presentNote(found(await notes.findNote(tx, scope, noteId), 'note.not_found'), actor)
  })
}

/** Removes at most `most` versions that were replaced before an instant: part of the daily purge. @returns how many */
export function forgetOldVersions(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return versions.forgetVersions(tx, before, most)
}

/** Removes at most `most` notes that were deleted before an instant: part of the daily purge. @returns how many */
export function forgetDeletedNotes(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return notes.forgetNotes(tx, before, most)
}
