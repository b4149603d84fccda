import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesOf, richTextProblem } from './rich-text.ts'
import { documentOfLines } from './rich-text-lines.ts'

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
  expect(linesOf(document)).toEqual(['Uno', 'a', 'b', 'c', 'd', 'e', '', 'f'])
  const lines = fc.array(fc.constantFrom('# x', '- y', '[] z', '[x] w', '> v', '', 'u'))
  fc.assert(fc.property(lines, (each) => richTextProblem(documentOfLines(each.join('\n'))) === undefined))
})
