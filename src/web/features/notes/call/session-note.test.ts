import { expect, test } from 'vitest'
import type { LeftDraft } from '#web/widgets/notes/note-drafts.ts'
import { chosenNote, isLeftOf, newSessionNote } from './session-note.ts'

const note = (id: string, visibility: 'private' | 'shared', allowedActions: 'edit'[] = ['edit']) => ({
  id: id as never,
  visibility,
  allowedActions,
})
const about = { type: 'Client', itemId: 'c1' } as const
const left = (visibility: 'private' | 'shared', change: object = {}): LeftDraft => ({
  name: 'note.n1.1',
  draft: { ...newSessionNote({ about, sessionId: 's1', title: 'Uno', visibility }), id: 'n1', ...change },
})

// @spec P.241
test('a tab goes on with a note that those read whom it names, and no others', () => {
  const notes = [note('a', 'shared'), note('b', 'private'), note('c', 'private')]
  expect(chosenNote(notes, [], 'private')).toEqual({ kind: 'stored', id: 'b' })
  expect(chosenNote(notes, [], 'shared')).toEqual({ kind: 'stored', id: 'a' })
  expect(chosenNote([note('a', 'shared')], [], 'private')).toEqual({ kind: 'new' })
  expect(chosenNote([note('b', 'private', [])], [], 'private')).toEqual({ kind: 'new' })
})

test('what was kept here goes on first, unless others read its note by now', () => {
  const kept = left('private', { basedOn: 2 })
  expect(chosenNote([note('b', 'private')], [kept], 'private')).toEqual({ kind: 'left', left: kept })
  expect(chosenNote([note('n1', 'private')], [kept], 'private')).toEqual({ kind: 'left', left: kept })
  expect(chosenNote([note('n1', 'shared')], [kept], 'private')).toEqual({ kind: 'new' })
  const begun = left('shared')
  expect(chosenNote([note('n1', 'private')], [begun], 'shared')).toEqual({ kind: 'left', left: begun })
  const stopped = left('shared', { basedOn: 2 })
  expect(chosenNote([note('n1', 'private')], [stopped], 'shared')).toEqual({ kind: 'new' })
})

test('a draft belongs to its session and its tab; one of the page of notes to neither', () => {
  expect(isLeftOf(left('private').draft, 's1', 'private')).toBe(true)
  expect(isLeftOf(left('private').draft, 's1', 'shared')).toBe(false)
  expect(isLeftOf(left('private').draft, 's2', 'private')).toBe(false)
  const { shares: _, ...elsewhere } = left('private').draft
  expect(isLeftOf(elsewhere, 's1', 'private')).toBe(false)
})
