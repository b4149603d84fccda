import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEEPEST_NOTE_NODE,
  MOST_NOTE_CHARACTERS,
  type NoteBlock,
  type NoteDocument,
  emptyNote,
  isNoteLink,
  linesOfNote,
  noteProblem,
  textOfNote,
} from './note-document.ts'
import { noteDocuments } from '#test/support/notes/note-documents.ts'

const noteOf = (...content: unknown[]) => ({ type: 'doc', version: 1, content })
const said = (text: string, ...marks: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
})

// @spec P.98
describe('a document of a note', () => {
  test('of the known nodes is right, and says what its texts say, in their order', () => {
    fc.assert(
      fc.property(noteDocuments(), (document) => {
        expect(noteProblem(document)).toBeUndefined()
        // The serialised text has them in reading order.
        const texts = JSON.stringify(document, (key, value: unknown) => (key === 'marks' ? undefined : value))
        const written = [...texts.matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(
          ([, text]) => JSON.parse(text!) as string,
        )
        expect(linesOfNote(document).join('')).toBe(written.join(''))
        expect(textOfNote(document).split('\n').length).toBeGreaterThanOrEqual(linesOfNote(document).length)
      }),
    )
    expect(noteProblem(emptyNote())).toBeUndefined()
    expect(textOfNote(emptyNote())).toBe('')
  })

  test('with any other key, node, mark or attribute anywhere is refused', () => {
    fc.assert(
      fc.property(
        noteDocuments(),
        fc.nat(),
        fc.constantFrom('onclick', 'style', 'html', 'attrs'),
        (document, at, key) => {
          const spoiled = structuredClone(document)
          const nodes = nodesOf(spoiled)
          const node = nodes[at % nodes.length] as Record<string, unknown>
          node[key] = key === 'attrs' ? { class: 'x'.repeat(100_000) } : 'x'
          expect(noteProblem(spoiled)).toBe('note_content')
        },
      ),
    )
  })

  test.each<[string, unknown, string]>([
    ['no document', 'hola', 'note_content'],
    ['HTML', '<p>Hola</p>', 'note_content'],
    ['nothing in it', noteOf(), 'note_content'],
    ['another shape', { ...noteOf(said('x')), version: 2 }, 'note_content'],
    ['no shape', { type: 'doc', content: [said('x')] }, 'note_content'],
    [
      'an unknown node',
      noteOf({ type: 'image', attrs: { src: 'https://example.org/a.png' } }),
      'note_content',
    ],
    ['a node from the prototype', noteOf({ type: 'constructor' }), 'note_content'],
    ['a node whose type is a list', noteOf({ type: ['paragraph'] }), 'note_content'],
    [
      'a text whose type is a list',
      noteOf({ type: 'paragraph', content: [{ type: ['text'], text: 'x' }] }),
      'note_content',
    ],
    ['an item without its list', noteOf({ type: 'listItem', content: [said('x')] }), 'note_content'],
    ['a heading of another level', noteOf({ type: 'heading', attrs: { level: 1 } }), 'note_content'],
    ['a list without items', noteOf({ type: 'bulletList' }), 'note_content'],
    [
      'a number as a text',
      noteOf({ type: 'paragraph', content: [{ type: 'text', text: 7 }] }),
      'note_content',
    ],
    ['an empty text', noteOf(said('')), 'note_content'],
    ['a mark twice', noteOf(said('x', { type: 'bold' }, { type: 'bold' })), 'note_content'],
    ['an unknown mark', noteOf(said('x', { type: 'code' })), 'note_content'],
    ['what no database stores', noteOf(said('a\u0000b')), 'character_invalid'],
    ['a link that runs code', noteOf(said('x', linkTo('javascript:alert(1)'))), 'note_link'],
    ['a link to a file', noteOf(said('x', linkTo('data:text/html,<script>'))), 'note_link'],
    ['a link without address', noteOf(said('x', { type: 'link', attrs: {} })), 'note_link'],
    [
      'a link with more',
      noteOf(said('x', { type: 'link', attrs: { href: 'https://a.mx', target: '_self' } })),
      'note_content',
    ],
    ['a huge address', noteOf(said('x', linkTo(`https://a.mx/${'a'.repeat(3000)}`))), 'note_link'],
    ['too much text', noteOf(said('x'.repeat(MOST_NOTE_CHARACTERS)), said('y')), 'note_too_long'],
    [
      'too many nodes',
      noteOf(...Array.from({ length: 30_000 }, () => ({ type: 'paragraph' }))),
      'note_too_long',
    ],
  ])('%s', (_, document, problem) => {
    expect(noteProblem(document)).toBe(problem)
  })

  test('of 10,000 levels is refused, and the deepest that may be is not', () => {
    expect(noteProblem(noteOf(nested(10_000)))).toBe('note_too_deep')
    expect(noteProblem(noteOf(nested(1_000_000)))).toBe('note_too_deep')
    // A paragraph and its text lie below the quotes.
    expect(noteProblem(noteOf(nested(DEEPEST_NOTE_NODE - 2)))).toBeUndefined()
    expect(noteProblem(noteOf(nested(DEEPEST_NOTE_NODE - 1)))).toBe('note_too_deep')
    expect(noteProblem(noteOf(said('x'.repeat(MOST_NOTE_CHARACTERS))))).toBeUndefined()
  })
})

test.each([
  ['https://example.org/a?b=c', true],
  ['http://example.org', true],
  ['mailto:ana@example.org', true],
  ['tel:+525512345678', true],
  ['example.org', false],
  ['https:example', false],
  ['ftp://example.org', false],
  ['java\nscript:alert(1)', false],
  ['JavaScript:alert(1)', false],
  ['&#106;avascript:alert(1)', false],
  ['https://exa\u202emple.org', false],
])('a link to %j: %s', (href, expected) => {
  expect(isNoteLink(href)).toBe(expected)
})

function linkTo(href: string) {
  return { type: 'link', attrs: { href } }
}

function nested(levels: number): unknown {
  let block: unknown = said('x')
  for (let level = 0; level < levels; level += 1) block = { type: 'blockquote', content: [block] }
  return block
}

function nodesOf(document: NoteDocument): unknown[] {
  const inside = (node: { content?: readonly unknown[] }): unknown[] => [
    node,
    ...((node.content ?? []) as NoteBlock[]).flatMap((each) => inside(each as { content?: unknown[] })),
  ]
  return inside(document)
}
