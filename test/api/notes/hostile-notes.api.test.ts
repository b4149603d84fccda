import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import type { NoteDto } from '#contract/notes/notes.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { DEEP, DEEP_TEXTS, HOSTILE_TEXTS, PROTOTYPE_TEXTS } from '#test/support/rich-text/hostile.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
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
  test.each(HOSTILE_TEXTS)('%s is refused in Spanish, and changes nothing', async (_, body, text) => {
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

  test.each(DEEP_TEXTS)('10,000 levels of %s is refused, and exhausts no stack', async (_, body) => {
    const note = await notes.write(coach, client)
    const before = await stored(note)
    for (const { status, body: answer } of await sendBoth(note, body)) {
      expect([status, (answer as ErrorBody).fields]).toEqual([422, { body: DEEP }])
    }
    expect(await stored(note)).toEqual(before)
  })

  test.each(PROTOTYPE_TEXTS)('a prototype in %s is refused, and reaches no other object', async (_, body) => {
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
    const half = JSON.stringify(textSaying('Uno \ud83d dos', '\ude00'))
    for (const { status } of await sendBoth(note, half)) expect(status).toBeLessThan(300)
    const { body, excerpt } = good(await notes.read(coach, note.id))
    expect(body).toEqual(textSaying('Uno \ufffd dos', '\ufffd'))
    expect(excerpt).toContain('Uno \ufffd dos')
    expect(good(await notes.search(coach, 'dos')).total).toBe(2)
  })

  test('marks of direction keeps them in its paragraphs, which end what they do, and nowhere else', async () => {
    const turned = 'Nora \u202Eשלום'
    const note = await notes.write(coach, client, turned, { title: turned, tags: [turned] })
    expect(note).toMatchObject({ body: textSaying(turned), title: 'Nora שלום', tags: ['Nora שלום'] })
  })

  test('HTML and scripts in its texts has them as the texts they are', async () => {
    const typed = `<img src=x onerror="alert(1)"> ' " & {{name}} %s llamar`
    const note = await notes.write(coach, client, typed, { title: typed, tags: [`<b>'`] })
    expect(note).toMatchObject({ body: textSaying(typed), title: typed, excerpt: typed, tags: [`<b>'`] })
    const [found] = good(await notes.search(coach, 'llamar')).data
    expect(found!.textParts.map(({ text }) => text).join('')).toContain(` onerror="alert(1)"> ' " &`)
  })
})
