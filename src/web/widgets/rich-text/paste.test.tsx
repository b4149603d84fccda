import { Editor } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import { linesOf, richTextProblem } from '#contract/rich-text/rich-text.ts'
import { FROM_DOCS, FROM_WORD } from '#test/support/rich-text/pasted.ts'
import { textOfEditor } from './editor-document.ts'
import { editorParts } from './editor-parts.ts'

let editor: Editor
afterEach(() => editor.destroy())

/** What a note says once this was pasted into an empty one. */
function pasted(html: string) {
  const element = document.createElement('div')
  document.body.append(element)
  editor = new Editor({
    element,
    extensions: editorParts({ placeholder: '', checkOf: (text) => text }),
    injectCSS: false,
  })
  editor.view.pasteHTML(html)
  return textOfEditor(editor.getJSON())
}

/** Its lines with words in them. */
const words = (document: ReturnType<typeof pasted>) =>
  linesOf(document)
    .map((line) => line.replace(/\s+/gu, ' ').trim())
    .filter((line) => line !== '')

/** The pieces of a note with a mark. */
const marked = (document: ReturnType<typeof pasted>) =>
  [...JSON.stringify(document).matchAll(/"text":"([^"]*)","marks":\[\{"type":"(\w+)"/g)].map(
    ([, text, mark]) => [mark, text!.trim()],
  )

// @spec P.98
test('what is pasted from Word keeps its words, and of its formats those of a note', () => {
  // The document of these tests reads no page within a page.
  const [, copied] = /<!--StartFragment-->([^]*)<!--EndFragment-->/.exec(FROM_WORD)!
  const document = pasted(copied!)
  expect(richTextProblem(document)).toBeUndefined()
  expect(document.content[0]).toMatchObject({ type: 'heading', attrs: { level: 2 } })
  expect(words(document)).toEqual([
    'Primera sesión',
    'Quiere dirigir mejor, según este artículo.',
    '· Delegar',
    'Lunes',
    'Descansar',
    'Aquí',
  ])
  expect(marked(document)).toEqual([
    ['bold', 'dirigir'],
    ['italic', 'mejor'],
    ['link', 'este artículo'],
  ])
  expect(JSON.stringify(document)).not.toMatch(/javascript|file:|alert|mso|font|style/i)
})

test('what is pasted from Google Docs too, whose bold element around everything is not bold', () => {
  const document = pasted(FROM_DOCS)
  expect(richTextProblem(document)).toBeUndefined()
  expect(words(document)).toEqual([
    'Acuerdos',
    'Escribir cada mañana',
    'Antes de las nueve',
    'Sin teléfono',
    'Leer',
    'El documento',
    'Martes',
  ])
  expect(marked(document)).toEqual([
    ['bold', 'Escribir'],
    ['italic', 'cada'],
    ['underline', 'mañana'],
    ['link', 'El documento'],
  ])
  expect(document.content.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['heading', 'bulletList', 'orderedList']),
  )
})

test.each([
  ['<h1>a</h1>', 2],
  ['<h2>a</h2>', 2],
  ['<h3>a</h3>', 3],
  ['<h6>a</h6>', 3],
])('a pasted title %s has the nearest level that a note has', (html, level) => {
  expect(pasted(html).content[0]).toMatchObject({ type: 'heading', attrs: { level } })
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//a.example'])(
  'a pasted link to %s is its words alone',
  (href) => {
    const document = pasted(`<p>Ver <a href="${href}" onclick="alert(1)">esto</a></p>`)
    expect(document.content).toEqual([{ type: 'paragraph', content: [{ type: 'text', text: 'Ver esto' }] }])
  },
)
