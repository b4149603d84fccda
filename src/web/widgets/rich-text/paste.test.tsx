import { Editor } from '@tiptap/core'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { linesOf, richTextProblem } from '#contract/rich-text/rich-text.ts'
import { FROM_DOCS, FROM_WORD } from '#test/support/rich-text/pasted.ts'
import { textOfEditor } from './editor-document.ts'
import { editorParts } from './editor-parts.ts'
import { pastedHtml } from './pasted-html.ts'

let editor: Editor | undefined
afterEach(() => editor?.destroy())

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

// The policy of the page, which the browser of these tests does not know, keeps it from reading styles.
test.each([
  ['<span style="font-weight:700">a</span>', '<span><strong>a</strong></span>'],
  ["<p STYLE='color:red; Font-Style : italic'>a</p>", '<p><em>a</em></p>'],
  ['<span style=text-decoration-line:underline>a</span>', '<span><u>a</u></span>'],
  ['<b style="font-weight:normal">a</b>', '<span>a</span>'],
  ['<b style="font-weight:bold;color:red">a</b>', '<b>a</b>'],
  ['<i style="font-style:normal;font-weight:600">a</i>', '<span><strong>a</strong></span>'],
  ['<p data-pm-slice="1 1 []" title="style=x">a</p>', '<p data-pm-slice="1 1 []" title="style=x">a</p>'],
  ['<p onclick="x()" onfocus=y>a</p><script>alert(1)</script><style>p{}</style>', '<p>a</p>'],
  ['<html><head><style><!-- p {} --></style></head><body lang=es><!--x--><p>a</p></body></html>', '<p>a</p>'],
  ['a < b', 'a &lt; b'],
])('%s is pasted as %s', (html, clean) => {
  expect(pastedHtml(html).replace(/ (?=>)/g, '')).toBe(clean)
})

test('no style and no handler is left of any pasted HTML', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    ' ',
    '/',
    'a',
    'style',
    'onclick',
    'b',
    'p',
    ';',
    ':',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const element = document.createElement('div')
      element.innerHTML = pastedHtml(pieces.join(''))
      const names = [...element.querySelectorAll('*')].flatMap((each) => each.getAttributeNames())
      expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([])
    }),
    { examples: [[['<', '<', '/', 'onclick', '>']]], numRuns: 300 },
  )
})

// @spec P.98
test('what is pasted from Word keeps its words, and of its formats those of a note', () => {
  const document = pasted(FROM_WORD)
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
