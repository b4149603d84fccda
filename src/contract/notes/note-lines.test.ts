import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOfNote, noteProblem } from './note-document.ts'
import { documentOfLines } from './note-lines.ts'

test('lines become headings, lists, points to tick, quotes and paragraphs', () => {
  const document = documentOfLines('# Uno\n- a\n- b\n[] c\n[x] d\n> e\n\nf')
  expect(document.content.map(({ type }) => type)).toEqual([
    'heading',
    'bulletList',
    'taskList',
    'blockquote',
    'paragraph',
    'paragraph',
  ])
  expect(linesOfNote(document)).toEqual(['Uno', 'a', 'b', 'c', 'd', 'e', '', 'f'])
  const lines = fc.array(fc.constantFrom('# x', '- y', '[] z', '[x] w', '> v', '', 'u'))
  fc.assert(fc.property(lines, (each) => noteProblem(documentOfLines(each.join('\n'))) === undefined))
})
