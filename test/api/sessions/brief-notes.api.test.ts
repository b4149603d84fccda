import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, book, close, goTo, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let life: ReturnType<typeof lifeOf>
beforeAll(async () => {
  app = await makeApp()
  life = lifeOf(app)
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000' as SessionId
const TEXT = 'Preguntar por su hermana.'

async function booked() {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const { id } = await made(book(app, coach, client))
  return { coach, client, id }
}

// @spec P.71
test('the coach’s own notes are part of the ficha, whole, from the booking until after the closing', async () => {
  const { coach, client, id } = await booked()
  const notes = async () => (await life.brief(coach, id)).body.notes
  expect(await notes()).toEqual({ text: '', revision: 0 })
  const first = await life.writeBrief(coach, id, `  ${TEXT}\nY por la junta. `)
  expect([first.status, first.body]).toEqual([200, { text: `${TEXT}\nY por la junta.`, revision: 1 }])
  expect(await notes()).toEqual(first.body)
  expect((await life.writeBrief(coach, id, '', 1)).body).toEqual({ text: '', revision: 2 })
  await goTo(app, OFFERED, coach, client)
  await made(close(app, coach, id))
  // Notes that waited in a browser meanwhile still arrive.
  expect((await life.writeBrief(coach, id, TEXT, 2)).body).toEqual({ text: TEXT, revision: 3 })
  expect(await notes()).toEqual({ text: TEXT, revision: 3 })
})

test('an older revision replaces nothing; what is stored already may be sent again', async () => {
  const { coach, id } = await booked()
  await life.writeBrief(coach, id, TEXT)
  const late = await life.writeBrief(coach, id, 'Otra cosa')
  expect([late.status, late.refusal.code]).toEqual([409, 'session.notes_outdated'])
  expect((await life.writeBrief(coach, id, TEXT)).body).toEqual({ text: TEXT, revision: 1 })
  // Of several at once one wins, and the others are told.
  const racing = await Promise.all(['Uno', 'Dos', 'Tres'].map((text) => life.writeBrief(coach, id, text, 1)))
  expect(racing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const won = racing.find(({ status }) => status === 200)!
  expect((await life.brief(coach, id)).body.notes).toEqual(won.body)
})

test('they have at most 20,000 characters', async () => {
  const { coach, id } = await booked()
  const long = await life.writeBrief(coach, id, 'á'.repeat(20_001))
  expect([long.status, Object.keys(long.refusal.fields!)]).toEqual([422, ['text']])
  expect((await life.writeBrief(coach, id, 'á'.repeat(20_000))).status).toBe(200)
})

// @spec P.71
test('nobody else gets them, or an answer that says whether there are any', async () => {
  const { coach, client, id } = await booked()
  await life.writeBrief(coach, id, TEXT)
  const stranger = await booked()
  const said = (answers: { status: number; refusal: { code: string; error: string } }[]) =>
    answers.map(({ status, refusal: { code, error } }) => ({ status, code, error }))
  for (const [who, status, code] of [
    [client, 403, 'auth.forbidden'],
    [stranger.client, 403, 'auth.forbidden'],
    [stranger.coach, 404, 'session.not_found'],
  ] as const) {
    const known = said([await life.brief(who, id), await life.writeBrief(who, id, 'Otra cosa')])
    const missing = said([await life.brief(who, NOBODY), await life.writeBrief(who, NOBODY, 'Otra cosa')])
    expect(known).toEqual(missing)
    expect(known).toMatchObject([
      { status, code },
      { status, code },
    ])
  }
  expect((await life.brief(coach, id)).body.notes.text).toBe(TEXT)
})

// @spec P.71
test('the text is in nothing that a client reads, in no mail and in no event', async () => {
  const { coach, client, id } = await booked()
  await life.writeBrief(coach, id, TEXT)
  await goTo(app, OFFERED, coach, client)
  await made(close(app, coach, id, { attendance: [{ personId: client.clientId, state: 'present' }] }))
  const at = { params: { sessionId: id } }
  await app.call('POST /v1/session/:sessionId/summary', at, coach.token)
  await app.settle()
  const read = [
    (await life.get(client, id)).body,
    (await life.history(client, id)).body,
    (await app.call('GET /v1/session/:sessionId/ics', at, client.token)).body,
    (
      await app.call(
        'GET /v1/session/Client/:clientId',
        { params: { clientId: client.clientId }, query: {} },
        client.token,
      )
    ).body,
    await app.mails(client.email),
    await app.mails(coach.email),
    await app.deps.db.selectFrom('domain_events').selectAll().execute(),
  ]
  expect(read.map((each) => JSON.stringify(each)).filter((text) => text.includes('hermana'))).toEqual([])
})

test('only the coach’s other screens hear of it, and a repeated save is no news', async () => {
  const { coach, id } = await booked()
  await app.settle()
  const emit = vi.spyOn(app.deps.realtime, 'emit')
  const { id: coachs } = await app.deps.db
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', coach.userId)
    .executeTakeFirstOrThrow()
  await life.writeBrief(coach, id, TEXT)
  await life.writeBrief(coach, id, TEXT, 1)
  await app.settle()
  const about = emit.mock.calls.filter(([, , payload]) => (payload as { id: string }).id === id)
  expect(about).toEqual([[coachs, 'CHANGED', { subject: 'brief', id }]])
})
