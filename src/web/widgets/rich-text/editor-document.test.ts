import { Node } from '@tiptap/pm/model'
import { getSchema } from '@tiptap/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { richTextProblem } from '#contract/rich-text/rich-text.ts'
import { richTexts } from '#test/support/rich-text/rich-texts.ts'
import { editorOfText, textOfEditor } from './editor-document.ts'
import { editorParts } from './editor-parts.ts'

const schema = getSchema(editorParts({ placeholder: '', checkOf: (text) => text }))

// @spec P.98
test('every document goes through the editor and comes back with what it says', () => {
  fc.assert(
    fc.property(richTexts(), (document) => {
      // An item begins with a paragraph in the editor; it puts an empty one before anything else.
      const node = Node.fromJSON(schema, editorOfText(document))
      const back = textOfEditor(node.toJSON() as object)
      expect(richTextProblem(back)).toBeUndefined()
      expect(textOfEditor(Node.fromJSON(schema, editorOfText(back)).toJSON() as object)).toEqual(back)
      expect(Node.fromJSON(schema, editorOfText(back)).textContent).toBe(node.textContent)
    }),
  )
})

test('what only the editor knows is left out', () => {
  const link = { type: 'link', attrs: { href: 'https://a.mx', target: '_blank', rel: 'x', class: null } }
  const content = [
    {
      type: 'orderedList',
      attrs: { start: 4, type: null },
      content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
    },
    { type: 'paragraph', content: [{ type: 'text', text: 'a\ud800', marks: [link, { type: 'bold' }] }] },
  ]
  expect(textOfEditor({ type: 'doc', content })).toEqual({
    type: 'doc',
    version: 1,
    content: [
      { type: 'orderedList', content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }] },
      {
        type: 'paragraph',
        content: [
          {
            type: 'text',
            text: 'a\ufffd',
            marks: [{ type: 'link', attrs: { href: 'https://a.mx' } }, { type: 'bold' }],
          },
        ],
      },
    ],
  })
})
