import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { NoteDto } from '#contract/notes/notes.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { noteSaying } from '#test/support/notes/note-documents.ts'
import { notesIn } from '#test/support/notes/notes.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
let notes: ReturnType<typeof notesIn>
beforeAll(async () => {
  app = await makeApp()
  notes = notesIn(app)
})
afterAll(() => app.finish())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const doc = (...content: unknown[]) => ({ type: 'doc', version: 1, content })
const said = (text: string, ...marks: unknown[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks.length > 0 && { marks }) }],
})
const linked = (href: unknown) => said('x', { type: 'link', attrs: { href } })
const item = (...content: unknown[]) => ({ type: 'listItem', content })

/** As text: to write such an object as JSON exhausts the stack of the test. */
const nested = (levels: number, open: string, close: string) =>
  `{"type":"doc","version":1,"content":[${open.repeat(levels)}{"type":"paragraph"}${close.repeat(levels)}]}`

const CONTENT = 'La nota tiene algo que no se puede guardar. Pégalo como texto.'
const LINK = 'Los enlaces de una nota empiezan con https, http, mailto o tel.'
const LONG = 'Una nota tiene como máximo 50,000 caracteres. Divídela en dos.'
const DEEP = 'La nota tiene demasiados niveles, uno dentro de otro. Quita alguno.'
const CHARACTER = 'El texto tiene un carácter que no se puede guardar.'

/** Everything that is stored of a note, and how many notes there are. */
async function stored({ id }: NoteDto) {
  const { db } = app.deps
  const rows = await db.selectFrom('notes').where('coach_id', '=', coach.userId).selectAll().execute()
  const versions = await db.selectFrom('note_versions').where('note_id', '=', id).selectAll().execute()
  return { rows, versions, read: good(await notes.read(coach, id)) }
}

/** What saving a note with this document, and adding one with it, answers. The document is JSON. */
async function sendBoth({ id, revision }: NoteDto, document: string) {
  const sent = (method: 'POST' | 'PUT', url: string, rest: object) =>
    app.send({
      method,
      url,
      token: coach.token,
      headers: { 'content-type': 'application/json' },
      body: `${JSON.stringify(rest).slice(0, -1)},"body":${document}}`,
    })
  const added = { id: app.deps.newId(), clientId: client.clientId, title: 'x' }
  return [
    await sent('PUT', `/v1/note/${id}`, { basedOn: revision, keepsReplaced: true }),
    await sent('POST', '/v1/note', added),
  ]
}

// @spec P.98
describe('a note with', () => {
  test.each<[string, unknown, string | RegExp]>([
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
    ['more than 50,000 characters', noteSaying('x'.repeat(50_001)), LONG],
    ['more than 50,000 in many pieces', noteSaying(...Array<string>(51).fill('x'.repeat(1_000))), LONG],
    ['more nodes than a text has', doc(...Array<object>(20_001).fill({ type: 'paragraph' })), LONG],
    ['what no database stores', noteSaying('a\u0000b'), CHARACTER],
  ])('%s is refused in Spanish, and changes nothing', async (_, body, text) => {
    const note = await notes.write(coach, client)
    const before = await stored(note)
    for (const { status, body: answer } of await sendBoth(note, JSON.stringify(body))) {
      const { code, fields } = answer as ErrorBody
      expect([status, code]).toEqual([422, 'request.invalid'])
      const texts = Object.entries(fields!)
      expect(texts.every(([field]) => field.split('.')[0] === 'body')).toBe(true)
      for (const [, each] of texts) expect(each).toMatch(text)
    }
    expect(await stored(note)).toEqual(before)
  })

  test.each([
    ['quotes', nested(10_000, '{"type":"blockquote","content":[', ']}')],
    ['lists', nested(5_000, '{"type":"bulletList","content":[{"type":"listItem","content":[', ']}]}')],
  ])('10,000 levels of %s is refused, and exhausts no stack', async (_, body) => {
    const note = await notes.write(coach, client)
    const before = await stored(note)
    for (const { status, body: answer } of await sendBoth(note, body)) {
      expect([status, (answer as ErrorBody).fields]).toEqual([422, { body: DEEP }])
    }
    expect(await stored(note)).toEqual(before)
  })

  test.each([
    ['a document', '{"type":"doc","version":1,"content":[],"__proto__":{"content":[1]}}'],
    ['a node', '{"type":"doc","version":1,"content":[{"type":"paragraph","__proto__":{"x":1}}]}'],
    [
      'an attribute',
      '{"type":"doc","version":1,"content":[{"type":"heading","attrs":{"level":2,"__proto__":{"x":1}}}]}',
    ],
    ['a constructor', '{"type":"doc","version":1,"content":[{"constructor":{"prototype":{"x":1}}}]}'],
  ])('a prototype in %s is refused, and reaches no other object', async (_, body) => {
    const note = await notes.write(coach, client)
    const before = await stored(note)
    for (const { status, body: answer } of await sendBoth(note, body)) {
      expect([status, (answer as ErrorBody).code]).toEqual([400, 'request.malformed'])
      expect((answer as ErrorBody).error).toMatch(/\p{L}{3}/u)
    }
    expect('x' in {}).toBe(false)
    expect(await stored(note)).toEqual(before)
  })

  test('half a character has a whole one in its place, everywhere', async () => {
    const note = await notes.write(coach, client)
    const half = JSON.stringify(noteSaying('Uno \ud83d dos', '\ude00'))
    for (const { status } of await sendBoth(note, half)) expect(status).toBeLessThan(300)
    const { body, excerpt } = good(await notes.read(coach, note.id))
    expect(body).toEqual(noteSaying('Uno \ufffd dos', '\ufffd'))
    expect(excerpt).toContain('Uno \ufffd dos')
    expect(good(await notes.search(coach, 'dos')).total).toBe(2)
  })

  test('marks of direction keeps them in its paragraphs, which end what they do, and nowhere else', async () => {
    const turned = 'Nora \u202Eשלום'
    const note = await notes.write(coach, client, turned, { title: turned, tags: [turned] })
    expect(note).toMatchObject({ body: noteSaying(turned), title: 'Nora שלום', tags: ['Nora שלום'] })
  })

  test('HTML and scripts in its texts has them as the texts they are', async () => {
    const typed = `<img src=x onerror="alert(1)"> ' " & {{name}} %s llamar`
    const note = await notes.write(coach, client, typed, { title: typed, tags: [`<b>'`] })
    expect(note).toMatchObject({ body: noteSaying(typed), title: typed, excerpt: typed, tags: [`<b>'`] })
    const [found] = good(await notes.search(coach, 'llamar')).data
    expect(found!.textParts.map(({ text }) => text).join('')).toContain(` onerror="alert(1)"> ' " &`)
  })
})

function checked(done: unknown) {
  return {
    type: 'taskList',
    content: [{ type: 'taskItem', attrs: { checked: done }, content: [said('x')] }],
  }
}
