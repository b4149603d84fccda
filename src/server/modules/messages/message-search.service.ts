import type { ParsedOf } from '#contract/endpoint.ts'
import type { FoundMessage, searchMessages as searchEndpoint } from '#contract/messages/message-search.ts'
import { toWire } from '#contract/values.ts'
import type { Deps } from '../../deps.ts'
import type { Actor } from '../../policy/actor.ts'
import { scopeOf } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { excerptAround, markFound } from '../notes/notes.domain.ts'
import { type SoughtWord, foundWords, queryFor, soughtWords } from './message-search.domain.ts'
import { type FoundRow, listSearched, searchMessages as findMessages } from './message-search.repository.ts'
import { presentOther, presentSender } from './messages.presenter.ts'
import { hasOwner } from './rooms.repository.ts'

/** GET search: the messages with all words of a search, in one or all rooms. @throws Refusal `message.room_not_found` */
export async function searchMessages(
  deps: Deps,
  actor: Actor,
  { search, roomId, items, page }: ParsedOf<typeof searchEndpoint>['query'],
): Promise<{ data: FoundMessage[]; total: number; page: number; items: number }> {
  const scope = scopeOf(actor)
  if (roomId && !(await hasOwner(deps.db, scope, roomId))) throw new Refusal('message.room_not_found')
  const words = soughtWords(search)
  // Signs alone are in no message.
  const rooms = words.length === 0 ? [] : await listSearched(deps.db, scope, roomId)
  if (rooms.length === 0) return { data: [], total: 0, page, items }
  const asked = rooms.map((id) => queryFor(id, words))
  const { rows, total } = await findMessages(deps.db, scope, asked, { items, page })
  return { data: rows.map((row) => presentFound(deps, row, words, actor)), total, page, items }
}

function presentFound(deps: Deps, row: FoundRow, words: readonly SoughtWord[], viewer: Actor): FoundMessage {
  const inText = foundWords(row.text, words)
  // What is found only in the names of files is shown there.
  const text = inText.size > 0 || row.fileNames === '' ? row.text : row.fileNames
  const found = inText.size > 0 ? inText : foundWords(text, words)
  return {
    id: row.id,
    room: { roomId: row.roomId, type: row.type, ...presentOther(deps, row, viewer) },
    seq: row.seq,
    createdAt: toWire(row.createdAt),
    own: row.senderId === viewer.userId,
    sender: presentSender(deps, row, viewer),
    parts: markFound(excerptAround(text, found), found),
    attachment: row.attachment,
  }
}
