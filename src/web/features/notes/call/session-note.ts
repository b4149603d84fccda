import type { NoteDto, NoteItem, NoteVisibility } from '#contract/notes/notes.ts'
import { emptyText } from '#contract/rich-text/rich-text.ts'
import type { NotesOf } from '#web/widgets/notes/note.queries.ts'
import type { LeftDraft } from '#web/widgets/notes/note-drafts.ts'
import type { NoteDraft } from '#web/widgets/notes/send-note.ts'

/** What is written on: what was kept here and not sent, a note of the session, or a new one. */
export type ChosenNote = { kind: 'left'; left: LeftDraft } | { kind: 'stored'; id: string } | { kind: 'new' }

type Listed = Pick<NoteItem, 'id' | 'visibility' | 'allowedActions'>

/**
 * The note that goes on in the tab of one visibility: never one that others read than the tab says. What was kept of a note
 * that has got other readers since waits for its own page.
 */
export function chosenNote(
  notes: readonly Listed[],
  left: readonly LeftDraft[],
  visibility: NoteVisibility,
): ChosenNote {
  const kept = left.find(({ draft }) => {
    const known = notes.find(({ id }) => id === draft.id)
    // Its first words may be stored already, and not shared yet.
    return !known || known.visibility === visibility || (draft.basedOn === 0 && draft.shares === true)
  })
  if (kept) return { kind: 'left', left: kept }
  const going = notes.find((note) => note.visibility === visibility && note.allowedActions.includes('edit'))
  return going ? { kind: 'stored', id: going.id } : { kind: 'new' }
}

/** Whether a draft was begun beside the call of a session, in the tab of that visibility. */
export const isLeftOf = (draft: NoteDraft, sessionId: string, visibility: NoteVisibility): boolean =>
  draft.sessionId === sessionId && draft.shares === (visibility === 'shared')

type New = { about: NotesOf; sessionId: string; title: string; visibility: NoteVisibility }

/** A note of a session that nobody has written in yet. */
export const newSessionNote = ({ visibility, ...of }: New): NoteDraft => ({
  id: crypto.randomUUID(),
  template: 'free',
  goalId: null,
  body: emptyText(),
  basedOn: 0,
  shares: visibility === 'shared',
  ...of,
})

/** A stored note, as it is written on in the tab of its visibility. */
export function draftOfNote(note: NoteDto, visibility: NoteVisibility): NoteDraft {
  const { id, about, template, sessionId, goalId, title, body, revision } = note
  const to = { type: about.type, itemId: about.id }
  return {
    id,
    about: to,
    template,
    sessionId,
    goalId,
    title,
    body,
    basedOn: revision,
    shares: visibility === 'shared',
  }
}
