import type { ParsedOf } from '#contract/endpoint.ts'
import type { FoundPart, NoteItem, searchNotes as searchEndpoint } from '#contract/notes/notes.ts'
import type { Deps } from '../../deps.ts'
import type { CoachActor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { type FoundRow, searchNotes as findNotes } from './note-search.repository.ts'
import { excerptAround, markFound, searchWords } from './notes.domain.ts'
import { presentItem } from './notes.presenter.ts'

type FoundNote = NoteItem & { titleParts: FoundPart[]; textParts: FoundPart[] }

/** GET search: the coach's own notes with all words of a search, newest first, with the found ones marked. */
export async function searchNotes(
  deps: Deps,
  actor: CoachActor,
  { search, items, page, clientId, groupId }: ParsedOf<typeof searchEndpoint>['query'],
): Promise<{ data: FoundNote[]; total: number; page: number; items: number }> {
  const words = searchWords(search)
  // Signs alone are in no note.
  if (words.length === 0) return { data: [], total: 0, page, items }
  const wanted = { words, clientId, groupId }
  const { rows, total } = await findNotes(deps.db, scopeOf(actor), wanted, { items, page })
  return { data: rows.map((row) => presentFound(row, actor)), total, page, items }
}

function presentFound(row: FoundRow, actor: CoachActor): FoundNote {
  const found = new Set(row.found)
  return {
    ...presentItem(row, actor),
    titleParts: markFound(row.title, found),
    textParts: markFound(excerptAround(row.wholeText, found), found),
  }
}
