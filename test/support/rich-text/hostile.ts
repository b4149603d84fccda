import { textSaying } from './rich-texts.ts'

const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content })
const said = (text: string, ...marks: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
})
const linked = (href: unknown) => said('x', { type: 'link', attrs: { href } })
const item = (...content: unknown[]) => ({ type: 'listItem', content })
const checked = (done: unknown) => ({
  type: 'taskList',
  content: [{ type: 'taskItem', attrs: { checked: done }, content: [said('x')] }],
})

/** As text: to write such an object as JSON exhausts the stack of the test. */
const nested = (levels: number, open: string, close: string) =>
  `{"type":"doc","version":1,"content":[${open.repeat(levels)}{"type":"paragraph"}${close.repeat(levels)}]}`

const CONTENT = 'El texto tiene algo que no se puede guardar. Pégalo sin formato.'
const LINK = 'Los enlaces de un texto empiezan con https, http, mailto o tel.'
const LONG = 'Un texto tiene como máximo 50,000 caracteres. Divídelo en dos.'
const CHARACTER = 'El texto tiene un carácter que no se puede guardar.'

/** What 10,000 levels are answered with. */
export const DEEP = 'El texto tiene demasiados niveles, uno dentro de otro. Quita alguno.'

/** Texts that no note and no resource may have, and what is said of each. */
export const HOSTILE_TEXTS: [string, unknown, string | RegExp][] = [
  ['HTML', '<p onclick="x">Hola</p>', /./],
  ['nothing', null, /./],
  ['a list of blocks', [said('x')], /./],
  ['no block', doc(), CONTENT],
  ['another version', { ...doc(said('x')), version: 2 }, /./],
  ['another key', { ...doc(said('x')), html: '<b>x</b>' }, /./],
  ['an image', doc({ type: 'image', attrs: { src: 'https://a.example/x.png' } }), CONTENT],
  ['a frame', doc({ type: 'iframe', attrs: { src: 'https://a.example' } }), CONTENT],
  ['a table', doc({ type: 'table', content: [{ type: 'tableRow' }] }), CONTENT],
  ['a line break', doc({ type: 'paragraph', content: [{ type: 'hardBreak' }] }), CONTENT],
  ['a node that is called like a method', doc({ type: 'toString' }), CONTENT],
  ['a node that is called like the prototype', doc({ type: '__proto__' }), CONTENT],
  ['a node whose type is a list', doc({ type: ['paragraph'], content: [] }), CONTENT],
  ['a mark that is unknown', doc(said('x', { type: 'textStyle', attrs: { color: 'red' } })), CONTENT],
  ['a mark that is called like a method', doc(said('x', { type: 'hasOwnProperty' })), CONTENT],
  ['a mark with attributes it has not', doc(said('x', { type: 'bold', attrs: { on: 1 } })), CONTENT],
  ['a heading of the first level', doc({ type: 'heading', attrs: { level: 1 } }), CONTENT],
  ['a heading whose level is a text', doc({ type: 'heading', attrs: { level: '2' } }), CONTENT],
  ['a check that is no yes or no', doc(checked('yes')), CONTENT],
  ['an item outside of its list', doc(item(said('x'))), CONTENT],
  ['a list in a list without an item', doc({ type: 'bulletList', content: [said('x')] }), CONTENT],
  ['a huge attribute', doc({ type: 'paragraph', attrs: { style: 'x'.repeat(90_000) } }), CONTENT],
  ['a text that is an object', doc({ type: 'paragraph', content: [{ type: 'text', text: {} }] }), CONTENT],
  ['a script behind a link', doc(linked('javascript:alert(1)')), LINK],
  ['a script behind a link, with a tab in it', doc(linked('java\tscript:alert(1)')), LINK],
  ['a script behind a link, in capitals', doc(linked(' JavaScript:alert(1)')), LINK],
  ['a document in a link', doc(linked('data:text/html,<script>alert(1)</script>')), LINK],
  ['a file behind a link', doc(linked('file:///etc/passwd')), LINK],
  ['a link within this site', doc(linked('//a.example')), LINK],
  ['a link that is turned around', doc(linked('https://a.example/\u202Egnp.exe')), LINK],
  ['a link without an address', doc(linked(undefined)), LINK],
  ['a link whose address is a list', doc(linked(['https://a.example'])), LINK],
  ['a link of 3,000 characters', doc(linked(`https://a.example/${'x'.repeat(3_000)}`)), LINK],
  ['more than 50,000 characters', textSaying('x'.repeat(50_001)), LONG],
  ['more than 50,000 in many pieces', textSaying(...Array<string>(51).fill('x'.repeat(1_000))), LONG],
  ['more nodes than a text has', doc(...Array<object>(20_001).fill({ type: 'paragraph' })), LONG],
  ['what no database stores', textSaying('a\u0000b'), CHARACTER],
]

/** Texts of 10,000 levels, as JSON. */
export const DEEP_TEXTS: [string, string][] = [
  ['quotes', nested(10_000, '{"type":"blockquote","content":[', ']}')],
  ['lists', nested(5_000, '{"type":"bulletList","content":[{"type":"listItem","content":[', ']}]}')],
]

/** Texts that would change a prototype, as JSON. */
export const PROTOTYPE_TEXTS: [string, string][] = [
  ['a document', '{"type":"doc","version":1,"content":[],"__proto__":{"content":[1]}}'],
  ['a node', '{"type":"doc","version":1,"content":[{"type":"paragraph","__proto__":{"x":1}}]}'],
  [
    'an attribute',
    '{"type":"doc","version":1,"content":[{"type":"heading","attrs":{"level":2,"__proto__":{"x":1}}}]}',
  ],
  ['a constructor', '{"type":"doc","version":1,"content":[{"constructor":{"prototype":{"x":1}}}]}'],
]
