import type { RichText } from '#contract/rich-text/rich-text.ts'
import type { NoteDto, NoteTemplate } from '#contract/notes/notes.ts'
import { call } from '#web/api/call.ts'
import { ApiFailure } from '#web/api/failure.ts'
import type { NotesOf } from './note.queries.ts'

/** What a coach has written of a note and the server may not have yet. */
export type NoteDraft = {
  id: string
  about: NotesOf
  template: NoteTemplate
  sessionId: string | null
  goalId: string | null
  title: string
  body: RichText
  /** The revision it was written on; 0 for a note that was not added yet. */
  basedOn: number
  /** Begun beside a call: whether the other side reads it from its first words on. Absent elsewhere, where nobody does. */
  shares?: boolean
}

type Words = Pick<NoteDraft, 'title' | 'body'>
type Ties = Pick<NoteDraft, 'sessionId' | 'goalId'>

/** Another text was stored meanwhile: both are shown, and a person chooses. */
export class NoteConflict extends Error {
  override readonly name = 'NoteConflict'
  readonly current: NoteDto

  constructor(current: NoteDto) {
    super('note.conflict')
    this.current = current
  }
}

/**
 * Sends what is written of one note, again and again. What was sent before without an answer may be stored: then it is no
 * text of another device, and what was written since goes on from it.
 */
export function noteSending() {
  const unanswered: Words[] = []
  /** What a note is tied to that this added: another choice may have been made while it was on its way. */
  let tied: Ties | undefined

  return async function send(draft: NoteDraft, keepsReplaced = false): Promise<NoteDto> {
    const note = await store(draft, keepsReplaced)
    // Only with its first words: a coach who stops sharing it later has the last word.
    if (draft.basedOn > 0 || draft.shares !== true || note.visibility === 'shared') return note
    return call('POST /v1/note/:noteId/share', { params: { noteId: note.id } })
  }

  async function store(draft: NoteDraft, keepsReplaced: boolean): Promise<NoteDto> {
    const isOwn = (words: Words) => unanswered.some((each) => sameWords(each, words))
    const save = async (basedOn: number): Promise<NoteDto> => {
      const { title, body, sessionId, goalId } = draft
      const ties = tied && !sameTies(tied, draft) ? { sessionId, goalId } : undefined
      unanswered.push({ title, body })
      const input = {
        params: { noteId: draft.id },
        body: { basedOn, title, body, ...ties, ...(keepsReplaced && { keepsReplaced }) },
      }
      const note = await call('PUT /v1/note/:noteId', input)
      unanswered.length = 0
      tied = tied && { sessionId, goalId }
      return note
    }
    if (draft.basedOn === 0) {
      unanswered.push({ title: draft.title, body: draft.body })
      const added = await call('POST /v1/note', { body: newNoteBody(draft) })
      tied = added
      if (sameWords(added, draft) && sameTies(added, draft)) {
        unanswered.length = 0
        return added
      }
      // It was added before, and the answer was lost.
      if (added.revision > 1 && !isOwn(added)) throw new NoteConflict(added)
      return save(added.revision)
    }
    try {
      return await save(draft.basedOn)
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.code !== 'note.conflict') throw failure
      unanswered.pop()
      const current = await call('GET /v1/note/:noteId', { params: { noteId: draft.id } })
      if (!isOwn(current)) throw new NoteConflict(current)
      return save(current.revision)
    }
  }
}

function newNoteBody({ id, about, template, sessionId, goalId, title, body }: NoteDraft) {
  const whom = about.type === 'Client' ? { clientId: about.itemId } : { groupId: about.itemId }
  const ties = { ...(sessionId !== null && { sessionId }), ...(goalId !== null && { goalId }) }
  return { id, ...whom, template, title, body, ...ties }
}

const sameTies = (one: Ties, other: Ties): boolean =>
  one.sessionId === other.sessionId && one.goalId === other.goalId

/** Whether two texts are the same; the server trims titles, and its database orders keys in its own way. */
function sameWords(one: Words, other: Words): boolean {
  return one.title.trim() === other.title.trim() && ordered(one.body) === ordered(other.body)
}

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )

/** A draft of this release, or of one whose notes had no goal; undefined for anything else. */
export function restoredDraft(value: unknown): NoteDraft | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, about, title, body, basedOn } = value as Partial<NoteDraft>
  const isWhole =
    typeof id === 'string' &&
    typeof about?.itemId === 'string' &&
    typeof title === 'string' &&
    typeof basedOn === 'number' &&
    body?.type === 'doc'
  return isWhole
    ? { ...(value as NoteDraft), goalId: (value as Partial<NoteDraft>).goalId ?? null }
    : undefined
}
