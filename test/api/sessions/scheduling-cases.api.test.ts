import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { block, override } from '#test/support/calendars.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { ask, book, made, offered, setCalendar } from '#test/support/sessions.ts'

// Cases of the list of scheduling errors in other products, as far as offers and bookings show them; cases of the
// engine alone are in src/time/slots*.test.ts, series (13), seats (14) and reminders (15) with their tests.

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

/** Moves a person into another zone, as their settings do. */
async function moveTo(person: TestCoach | TestClient, timezone: string): Promise<void> {
  const { status, body } = await app.call(
    'PUT /v1/user/:userId',
    {
      params: { userId: person.userId },
      body: { id: person.userId, country: 'Mexico', city: 'Tijuana', timezone },
    },
    person.token,
  )
  if (status !== 200) throw new Error(JSON.stringify(body))
}

test('families 2 and 9: a zone switched to and fro shifts nothing, and the instant offered is the one booked', async () => {
  app.clock.set(fromIso('2027-03-08T15:00:00Z'))
  const coach = await newCoach(app)
  const client = await newClient(app, coach, { timezone: 'America/Tijuana' })
  const week = () => offered(app, coach, client, '2027-03-11', '2027-03-19')
  const before = await week()
  for (const zone of ['Asia/Kolkata', 'Pacific/Kiritimati', 'Europe/Madrid', 'America/Tijuana']) {
    await moveTo(client, zone)
    const seen = await week()
    const inside = (start: string) => start >= '2027-03-12T12' && start < '2027-03-18'
    expect([zone, seen.filter(inside)]).toEqual([zone, before.filter(inside)])
  }
  // Either side of the change of 14 March, which only the client's clock makes.
  for (const startsAt of ['2027-03-12T15:00:00.000Z', '2027-03-16T15:00:00.000Z']) {
    expect(before).toContain(startsAt)
    const session = await made(ask(app, client, startsAt))
    expect(session.startsAt).toBe(startsAt)
  }
})

test('family 8: when the coach changes zone the hours follow and bookings stay', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  await override(app, coach, '2027-02-09', '2027-02-09', [{ start: '12:00', end: '13:00' }])
  const session = await made(ask(app, client, '2027-02-04T17:00:00Z'))
  expect((await offered(app, coach, client, '2027-02-05'))[0]).toBe('2027-02-05T15:00:00.000Z')
  await moveTo(coach, 'America/Tijuana')
  expect((await offered(app, coach, client, '2027-02-05'))[0]).toBe('2027-02-05T17:00:00.000Z')
  expect(await offered(app, coach, client, '2027-02-09')).toEqual(['2027-02-09T20:00:00.000Z'])
  const seen = await app.call(
    'GET /v1/session/:sessionId',
    { params: { sessionId: session.id } },
    client.token,
  )
  expect(seen.body).toMatchObject({ startsAt: session.startsAt, endsAt: session.endsAt })
  // 9:00 in Tijuana is 17:00 UTC: taken by what was booked at 11:00 of Mexico City.
  const thursday = await offered(app, coach, client, '2027-02-04')
  expect(thursday).not.toContain('2027-02-04T17:00:00.000Z')
  expect(thursday[0]).toBe('2027-02-04T18:30:00.000Z')
})

test('family 10: a buffer that reaches in from another day is kept by the list and by booking', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const everyDay = [{ start: '00:00', end: '24:00' }]
  const weekly = { 1: everyDay, 2: everyDay, 3: everyDay, 4: everyDay, 5: everyDay, 6: everyDay, 7: everyDay }
  await setCalendar(app, coach, { weekly, bufferBeforeMin: 30, bufferAfterMin: 90 })
  // 22:30 to 23:30 of the evening before: with both buffers nothing starts before 1:30.
  await made(book(app, coach, client, '2027-02-05T04:30:00Z'))
  expect((await offered(app, coach, client, '2027-02-05'))[0]).toBe('2027-02-05T07:30:00.000Z')
  expect((await ask(app, client, '2027-02-05T07:00:00Z')).refusal.code).toBe('session.not_offered')
  expect((await ask(app, client, '2027-02-05T07:30:00Z')).status).toBe(201)
})

test('family 12: nobody books the time that is held for a move, blocked, or asked for by another', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const other = await newClient(app, coach)
  const session = await made(book(app, coach, client, '2027-02-08T15:00:00Z'))
  const held = fromIso('2027-02-09T17:00:00Z')
  await app.deps.db
    .updateTable('sessions')
    .set({
      move_starts_at: toTimestamp(held),
      move_ends_at: toTimestamp(addMinutes(held, 60)),
      move_asked_at: toTimestamp(app.clock.now()),
    })
    .where('id', '=', session.id)
    .execute()
  await block(app, coach, '2027-02-09T22:00:00Z', '2027-02-09T23:00:00Z')
  await made(ask(app, client, '2027-02-09T15:00:00Z'))
  const starts = await offered(app, coach, other, '2027-02-09')
  for (const taken of ['15:00', '17:00', '22:00']) {
    const startsAt = `2027-02-09T${taken}:00.000Z`
    expect(starts).not.toContain(startsAt)
    const refused = await ask(app, other, startsAt)
    expect([startsAt, refused.status, refused.refusal.code]).toEqual([startsAt, 409, 'session.not_offered'])
  }
  // Not even the coach, who may book over a block knowingly.
  expect((await book(app, coach, other, toIso(held))).refusal.code).toBe('session.overlap')
  expect((await book(app, coach, other, '2027-02-09T22:00:00Z')).status).toBe(201)
})

test('family 22: what is offered costs two round trips at most, who is asking included', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  await made(ask(app, client))
  await block(app, coach, '2027-02-09T22:00:00Z', '2027-02-09T23:00:00Z')
  await app.settle()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await offered(app, coach, client, '2027-02-02', '2027-04-04')
  const texts = query.mock.calls.map(([first]) => String((first as { text?: string }).text ?? first))
  query.mockRestore()
  // The queue of jobs looks at its own tables now and then.
  const ours = texts.filter((text) => !text.includes('pgboss'))
  expect(ours.length).toBeGreaterThan(0)
  expect(ours.length).toBeLessThanOrEqual(2)
})
