import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { TookTooLong } from '#server/platform/threads/threads.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import {
  NO_SUCH_NAME,
  type CalendarServer,
  icsFile,
  startCalendarServer,
} from '#test/support/fakes/calendar-server.ts'
import { calendarTime, whyNot } from '#test/support/calendars.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, offered } from '#test/support/sessions.ts'

let server: CalendarServer
let app: TestApp
beforeAll(async () => {
  server = await startCalendarServer({ addresses: { 'intranet.example': ['10.0.0.7'] } })
  app = await makeApp({ calendarFetch: server.fetch })
})
afterAll(async () => {
  await app.close()
  await server.close()
})
beforeEach(() => app.clock.set(instant(TEST_NOW)))

// Thursday 4 February 2027, 9:00 to 11:00 in Mexico City.
const CLASS = { start: '20270204T150000Z', end: '20270204T170000Z', lines: ['SUMMARY:Clase'] }
const NONE = { host: null, lastTriedAt: null, lastSuccessAt: null, lastError: null, events: 0 }
const FEBRUARY = ['2027-02-01T06:00:00Z', '2027-03-01T06:00:00Z'] as const

let serial = 0
/** A separate path on the server, which serves a calendar of these entries. */
function page(...entries: Parameters<typeof icsFile>): string {
  serial += 1
  const path = `/${serial}/secreto.ics`
  server.serve(path, icsFile(...entries))
  return path
}
const put = (coach: TestCoach, url: string | null) =>
  app.call('PUT /v1/calendar/import', { body: { url } }, coach.token)
const get = async (coach: TestCoach) => (await app.call('GET /v1/calendar/import', {}, coach.token)).body
const timers = (coach: TestCoach) =>
  app.deps.db
    .selectFrom('timers')
    .select(['due_at as dueAt'])
    .where('key', '=', `calendar.refresh:${coach.userId}`)
    .execute()

// @spec P.46
describe('busy time of a calendar kept elsewhere', () => {
  test('is read at once, taken out of the offer, and told to the coach alone', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const before = await offered(app, coach, client, '2027-02-04')
    const { status, body } = await put(coach, server.url(page(CLASS)).replace('https:', 'webcal:'))
    expect(status).toBe(200)
    expect(body).toEqual({
      host: new URL(server.url('/')).host,
      lastTriedAt: TEST_NOW,
      lastSuccessAt: TEST_NOW,
      lastError: null,
      events: 1,
    })
    expect(JSON.stringify(body)).not.toContain('secreto')
    expect(await get(coach)).toEqual(body)
    const left = await offered(app, coach, client, '2027-02-04')
    expect(left).toEqual(before.filter((start) => start >= '2027-02-04T17:00'))
    const busy = {
      title: 'Clase',
      startsAt: '2027-02-04T15:00:00.000Z',
      endsAt: '2027-02-04T17:00:00.000Z',
    }
    expect((await calendarTime(app, coach, ...FEBRUARY)).external).toEqual([busy])
    expect(await whyNot(app, coach, OFFERED)).toMatchObject({
      code: 'busy',
      inTheWay: { kind: 'external', ...busy },
    })
    const refused = await ask(app, client)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect((await book(app, coach, client)).status).toBe(201)
  })

  test('gives way to that of another address, and goes with null', async () => {
    const coach = await newCoach(app)
    expect(await get(coach)).toEqual(NONE)
    await put(coach, server.url(page(CLASS)))
    const later = { start: '20270205T150000Z', end: '20270205T160000Z' }
    await put(coach, server.url(page(later, CLASS)))
    expect((await calendarTime(app, coach, ...FEBRUARY)).external).toHaveLength(2)
    expect(await timers(coach)).toHaveLength(1)
    expect((await put(coach, null)).body).toEqual(NONE)
    expect((await calendarTime(app, coach, ...FEBRUARY)).external).toEqual([])
    expect(await timers(coach)).toEqual([])
    expect((await put(coach, null)).body).toEqual(NONE)
  })

  test('whole dates are the coach’s', async () => {
    const coach = await newCoach(app, { timezone: 'America/Tijuana' })
    const path = page()
    const day = ['BEGIN:VEVENT', 'UID:1', 'DTSTART;VALUE=DATE:20270314', 'END:VEVENT', 'END:VCALENDAR']
    server.serve(path, icsFile().replace('END:VCALENDAR', day.join('\r\n')))
    await put(coach, server.url(path))
    const { external } = await calendarTime(app, coach, '2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z')
    expect(external).toEqual([
      { title: null, startsAt: '2027-03-14T08:00:00.000Z', endsAt: '2027-03-15T07:00:00.000Z' },
    ])
  })
})

describe('an address that cannot be read', () => {
  test('inside the network is answered like one that does not exist', async () => {
    const coach = await newCoach(app)
    const answers = []
    for (const host of ['intranet.example', NO_SUCH_NAME]) {
      const { status, refusal } = await put(coach, `https://${host}/a.ics`)
      answers.push([status, refusal.code, refusal.fields])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]!.slice(0, 2)).toEqual([422, 'calendar.import_failed'])
  })

  test.each([
    ['of another scheme', 'http://calendario.example/a.ics'],
    ['of a file', 'file:///etc/passwd'],
    ['of this machine', 'https://127.0.0.2/a.ics'],
    ['of this machine, written as a number', 'https://2130706434/a.ics'],
    ['that is not an address', 'mi calendario'],
  ])('%s is refused, and what was read before stays', async (_, url) => {
    const coach = await newCoach(app)
    await put(coach, server.url(page(CLASS)))
    const before = await get(coach)
    const { status, refusal } = await put(coach, url)
    expect([status, refusal.code]).toEqual([422, 'calendar.import_refused'])
    expect(refusal.fields).toEqual({ url: 'Usa un enlace público que empiece con https:// o webcal://.' })
    expect(await get(coach)).toEqual(before)
    expect((await calendarTime(app, coach, ...FEBRUARY)).external).toHaveLength(1)
  })

  test.each([
    ['is not there', '/nowhere', 'El calendario no respondió. Revisa el enlace e inténtalo de nuevo.'],
    ['is a page', '/page', 'En ese enlace no hay un calendario.'],
    ['never ends', '/large', 'El calendario es demasiado grande.'],
    ['has too many entries', '/often', 'El calendario es demasiado grande.'],
    ['leads in circles', '/circle', 'El enlace lleva de un lugar a otro sin llegar a un calendario.'],
  ])('because it %s fails with the reason, and nothing is kept', async (_, path, reason) => {
    server.serve('/page', '<!doctype html>')
    server.serve('/large', 'x'.repeat(3 * 1024 * 1024))
    server.serve('/circle', (_request, response) => response.writeHead(302, { location: '/circle' }).end())
    const daily = { ...CLASS, lines: ['RRULE:FREQ=DAILY'] }
    server.serve('/often', icsFile(...Array.from({ length: 20 }, () => daily)))
    const coach = await newCoach(app)
    const { status, refusal } = await put(coach, server.url(path))
    expect([status, refusal.code, refusal.fields]).toEqual([422, 'calendar.import_failed', { url: reason }])
    expect(await get(coach)).toEqual(NONE)
    expect(await timers(coach)).toEqual([])
  })

  test('because reading it takes too long fails like one that is too large, and rests', async () => {
    const coach = await newCoach(app)
    const address = server.url(page(CLASS))
    await put(coach, address)
    const { threads } = app.deps
    app.deps.threads = { ...threads, run: () => Promise.reject(new TookTooLong()) }
    const { status, refusal } = await put(await newCoach(app), address)
    expect([status, refusal.fields]).toEqual([422, { url: 'El calendario es demasiado grande.' }])
    const [{ dueAt } = { dueAt: 0 }] = await timers(coach)
    app.clock.set(epochMs(dueAt))
    await app.settle()
    app.deps.threads = threads
    expect(await get(coach)).toMatchObject({ lastError: 'too_large', events: 1 })
    const [next] = await timers(coach)
    expect((next!.dueAt - dueAt) / MINUTE_MS).toBe(60)
  })
})

test('addresses are tried twenty times an hour, and no more; forgetting the calendar always works', async () => {
  const coach = await newCoach(app)
  const [there, nowhere] = [server.url(page(CLASS)), server.url('/nowhere')]
  expect((await put(coach, there)).status).toBe(200)
  for (let time = 2; time <= 20; time += 1) expect((await put(coach, nowhere)).status).toBe(422)
  const asked = server.asked.length
  const { status, refusal } = await put(coach, there)
  expect([status, refusal.code, server.asked.length]).toEqual([429, 'request.too_many', asked])
  expect((await put(await newCoach(app), there)).status).toBe(200)
  expect((await put(coach, null)).body).toEqual(NONE)
  app.clock.advance(HOUR_MS)
  expect((await put(coach, there)).status).toBe(200)
})

describe('every half an hour', () => {
  const readings = (path: string) => server.asked.filter((line) => line.endsWith(path)).length
  const changes = async (coach: TestCoach) => {
    const events = await app.deps.db
      .selectFrom('domain_events')
      .select('id')
      .where('coach_id', '=', coach.userId)
      .where('type', '=', 'calendar.changed')
      .execute()
    return events.length
  }

  test('it is read again, and screens are told where something changed', async () => {
    const coach = await newCoach(app)
    const path = page(CLASS)
    await put(coach, server.url(path))
    await app.settle()
    expect([readings(path), await changes(coach)]).toEqual([1, 1])
    app.clock.advance(30 * MINUTE_MS)
    await app.settle()
    expect([readings(path), await changes(coach)]).toEqual([2, 1])
    server.serve(path, icsFile())
    app.clock.advance(30 * MINUTE_MS)
    await app.settle()
    expect([readings(path), await changes(coach)]).toEqual([3, 2])
    expect(await get(coach)).toMatchObject({ events: 0, lastError: null })
    await put(coach, null)
    app.clock.advance(5 * HOUR_MS)
    await app.settle()
    expect(readings(path)).toBe(3)
  })

  test('a reading that fails keeps what was read, and comes back later and later', async () => {
    const coach = await newCoach(app)
    const path = page(CLASS)
    await put(coach, server.url(path))
    server.serve(path, (_, response) => response.writeHead(500).end())
    const pauses: number[] = []
    for (let failures = 1; failures <= 7; failures += 1) {
      const [{ dueAt } = { dueAt: 0 }] = await timers(coach)
      app.clock.set(epochMs(dueAt))
      await app.settle()
      const [next] = await timers(coach)
      pauses.push((next!.dueAt - dueAt) / MINUTE_MS)
    }
    expect(pauses).toEqual([60, 120, 240, 480, 960, 1440, 1440])
    const stored = await app.deps.db
      .selectFrom('external_calendars')
      .innerJoin('external_busy', 'external_busy.coach_id', 'external_calendars.coach_id')
      .select(['last_success_at as lastSuccessAt', 'last_error as lastError', 'failures'])
      .where('external_calendars.coach_id', '=', coach.userId)
      .execute()
    expect(stored).toEqual([{ lastSuccessAt: instant(TEST_NOW), lastError: 'unreachable', failures: 7 }])
    // Told once that it fails, once that it works again.
    expect(await changes(coach)).toBe(2)
    server.serve(path, icsFile(CLASS))
    const [due] = await timers(coach)
    app.clock.set(due!.dueAt)
    await app.settle()
    const [again] = await timers(coach)
    expect((again!.dueAt - due!.dueAt) / MINUTE_MS).toBe(30)
    expect(await changes(coach)).toBe(3)
  })
})

test('a client has no calendar to import', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  for (const { status } of [
    await app.call('GET /v1/calendar/import', {}, client.token),
    await app.call('PUT /v1/calendar/import', { body: { url: null } }, client.token),
  ]) {
    expect(status).toBe(403)
  }
})
