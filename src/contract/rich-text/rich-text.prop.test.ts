import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  DEEPEST_NODE,
  MOST_TEXT_CHARACTERS,
  type RichBlock,
  type RichText,
  emptyText,
  isTextLink,
  linesOf,
  richTextProblem,
  plainText,
} from './rich-text.ts'
import { richTexts } from '#test/support/rich-text/rich-texts.ts'

const noteOf = (...content: unknown[]) => ({ type: 'doc', version: 1, content })
const said = (text: string, ...marks: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
})

// @spec P.98
describe('a document of a note', () => {
  test('of the known nodes is right, and says what its texts say, in their order', () => {
    fc.assert(
      fc.property(richTexts(), (document) => {
        expect(richTextProblem(document)).toBeUndefined()
        // The serialised text has them in reading order.
        const texts = JSON.stringify(document, (key, value: unknown) => (key === 'marks' ? undefined : value))
        const written = [...texts.matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(
          ([, text]) => JSON.parse(text!) as string,
        )
        expect(linesOf(document).join('')).toBe(written.join(''))
        expect(plainText(document).split('\n').length).toBeGreaterThanOrEqual(linesOf(document).length)
      }),
    )
    expect(richTextProblem(emptyText())).toBeUndefined()
    expect(plainText(emptyText())).toBe('')
  })

  test('with any other key, node, mark or attribute anywhere is refused', () => {
    fc.assert(
      fc.property(
        richTexts(),
        fc.nat(),
        fc.constantFrom('onclick', 'style', 'html', 'attrs'),
        (document, at, key) => {
          const spoiled = structuredClone(document)
          const nodes = nodesOf(spoiled)
          const node = nodes[at % nodes.length] as Record<string, unknown>
          node[key] = key === 'attrs' ? { class: 'x'.repeat(100_000) } : 'x'
          expect(richTextProblem(spoiled)).toBe('text_content')
        },
      ),
    )
  })

  test.each<[string, unknown, string]>([
    ['no document', 'hola', 'text_content'],
    ['HTML', '<p>Hola</p>', 'text_content'],
    ['nothing in it', noteOf(), 'text_content'],
    ['another shape', { ...noteOf(said('x')), version: 2 }, 'text_content'],
    ['no shape', { type: 'doc', content: [said('x')] }, 'text_content'],
    [
      'an unknown node',
      noteOf({ type: 'image', attrs: { src: 'https://example.org/a.png' } }),
      'text_content',
    ],
    ['a node from the prototype', noteOf({ type: 'constructor' }), 'text_content'],
    ['a node whose type is a list', noteOf({ type: ['paragraph'] }), 'text_content'],
    [
      'a text whose type is a list',
      noteOf({ type: 'paragraph', content: [{ type: ['text'], text: 'x' }] }),
      'text_content',
    ],
    ['an item without its list', noteOf({ type: 'listItem', content: [said('x')] }), 'text_content'],
    ['a heading of another level', noteOf({ type: 'heading', attrs: { level: 1 } }), 'text_content'],
    ['a list without items', noteOf({ type: 'bulletList' }), 'text_content'],
    [
      'a number as a text',
      noteOf({ type: 'paragraph', content: [{ type: 'text', text: 7 }] }),
      'text_content',
    ],
    ['an empty text', noteOf(said('')), 'text_content'],
    ['a mark twice', noteOf(said('x', { type: 'bold' }, { type: 'bold' })), 'text_content'],
    ['an unknown mark', noteOf(said('x', { type: 'code' })), 'text_content'],
    ['what no database stores', noteOf(said('a\u0000b')), 'character_invalid'],
    ['a link that runs code', noteOf(said('x', linkTo('javascript:alert(1)'))), 'text_link'],
    ['a link to a file', noteOf(said('x', linkTo('data:text/html,<script>'))), 'text_link'],
    ['a link without address', noteOf(said('x', { type: 'link', attrs: {} })), 'text_link'],
    [
      'a link with more',
      noteOf(said('x', { type: 'link', attrs: { href: 'https://a.mx', target: '_self' } })),
      'text_content',
    ],
    ['a huge address', noteOf(said('x', linkTo(`https://a.mx/${'a'.repeat(3000)}`))), 'text_link'],
    ['too much text', noteOf(said('x'.repeat(MOST_TEXT_CHARACTERS)), said('y')), 'text_too_long'],
    [
      'too many nodes',
      noteOf(...Array.from({ length: 30_000 }, () => ({ type: 'paragraph' }))),
      'text_too_long',
    ],
  ])('%s', (_, document, problem) => {
    expect(richTextProblem(document)).toBe(problem)
  })

  test('of 10,000 levels is refused, and the deepest that may be is not', () => {
    expect(richTextProblem(noteOf(nested(10_000)))).toBe('text_too_deep')
    expect(richTextProblem(noteOf(nested(1_000_000)))).toBe('text_too_deep')
    // A paragraph and its text lie below the quotes.
    expect(richTextProblem(noteOf(nested(DEEPEST_NODE - 2)))).toBeUndefined()
    expect(richTextProblem(noteOf(nested(DEEPEST_NODE - 1)))).toBe('text_too_deep')
    expect(richTextProblem(noteOf(said('x'.repeat(MOST_TEXT_CHARACTERS))))).toBeUndefined()
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
  expect(isTextLink(href)).toBe(expected)
})

function linkTo(href: string) {
  return { type: 'link', attrs: { href } }
}

function nested(levels: number): unknown {
  let block: unknown = said('x')
  for (let level = 0; level < levels; level += 1) block = { type: 'blockquote', content: [block] }
  return block
}

function nodesOf(document: RichText): unknown[] {
  const inside = (node: { content?: readonly unknown[] }): unknown[] => [
    node,
    ...((node.content ?? []) as RichBlock[]).flatMap((each) => inside(each as { content?: unknown[] })),
  ]
  return inside(document)
}
