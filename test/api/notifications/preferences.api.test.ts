import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHANNELS_OF, DEFAULT_TIMES, type NewsPreferences } from '#contract/account/news-preferences.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, invitedClient, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.startTest()
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

type Person = TestCoach | TestClient

const prefer = ({ token, userId }: Person, news: object) =>
  app.call('PUT /v1/user/:userId/preferences', { params: { userId }, body: { news } }, token)
const preferred = async ({ token, userId }: Person): Promise<NewsPreferences> =>
  good(await app.call('GET /v1/user/:userId/preferences', { params: { userId } }, token)).news
const subjects = async ({ email }: Person) => {
  await app.settle()
  return (await app.mails(email)).map(({ subject }) => subject)
}
const clockAt = (iso: string) => app.clock.set(fromIso(iso))

// @spec P.180
describe('the matrix of news and channels (product §17)', () => {
  test('is all on at first, with quiet hours and without a daily summary', async () => {
    const { kinds, ...times } = await preferred(await invitedClient(app, coach))
    expect(times).toEqual(DEFAULT_TIMES)
    expect(Object.values(kinds).every(({ email, push }) => email && push)).toBe(true)
  })

  test('keeps each cell, changes only what is given, and is the person’s own', async () => {
    good(
      await prefer(client, {
        kinds: { bookings: { email: false } },
        quiet: { on: false, from: '22:30', until: '07:00' },
      }),
    )
    good(await prefer(client, { kinds: { messages: { push: false } } }))
    const { kinds, quiet, daily } = await preferred(client)
    expect(kinds.bookings).toEqual({ email: false, push: true })
    expect(kinds.messages).toEqual({ email: true, push: false })
    expect(quiet).toEqual({ on: false, from: '22:30', until: '07:00' })
    expect(daily).toEqual(DEFAULT_TIMES.daily)
    expect((await preferred(coach)).kinds.bookings.email).toBe(true)
    const { userId } = client
    const foreign = await app.call('GET /v1/user/:userId/preferences', { params: { userId } }, coach.token)
    expect(foreign.status).toBe(404)
    await made(book(app, coach, client))
    expect(await subjects(client)).toEqual([])
    good(await prefer(client, { kinds: { bookings: { email: true } } }))
    await made(book(app, coach, client, '2027-02-05T15:00:00.000Z'))
    expect(await subjects(client)).toHaveLength(1)
  })

  test('shows what the link of a mail switched off, and switches it on again', async () => {
    await app.deps.db
      .insertInto('channel_preferences')
      .values({ email: client.email, event: 'bookings', channel: 'email', muted_at: TEST_NOW as never })
      .execute()
    expect((await preferred(client)).kinds.bookings.email).toBe(false)
    good(await prefer(client, { kinds: { bookings: { email: true } } }))
    expect((await preferred(client)).kinds.bookings.email).toBe(true)
  })

  test('leaves out the cells that the side of the person does not have', async () => {
    good(
      await prefer(client, {
        kinds: { memorandums: { push: false }, process: { email: false, push: false } },
      }),
    )
    const { kinds } = await preferred(client)
    expect(kinds.memorandums).toEqual({ email: true, push: true })
    expect(kinds.process).toEqual({ email: false, push: true })
    expect('memorandums' in CHANNELS_OF.client).toBe(false)
  })

  test.each([
    [{ quiet: { on: true, from: '24:00', until: '08:00' } }, 'news.quiet.from'],
    [{ quiet: { on: true, from: '08:00', until: '08:00' } }, 'news.quiet.until'],
    [{ daily: { on: true, at: '8' } }, 'news.daily.at'],
    [{ kinds: { security: { email: false } } }, 'news.kinds.security'],
    [{ kinds: { bookings: { sms: false } } }, 'news.kinds.bookings.sms'],
  ])('refuses %j and changes nothing', async (news, field) => {
    const answer = await prefer(client, { kinds: { groups: { email: false } }, ...news })
    expect([answer.status, answer.refusal.code]).toEqual([422, 'request.invalid'])
    expect(Object.keys(answer.refusal.fields!)).toEqual([field])
    expect((await preferred(client)).kinds.groups.email).toBe(true)
  })
})

/** 22:00 in Mexico City, on the evening of TEST_NOW; 8:00 there on the next day. */
const EVENING = '2027-02-03T04:00:00.000Z'
const MORNING = '2027-02-03T14:00:00.000Z'

// @spec P.183
describe('quiet hours', () => {
  beforeEach(async () => {
    for (const person of [coach, client]) good(await prefer(person, { quiet: DEFAULT_TIMES.quiet }))
  })

  test('hold a mail until they end, and it is sent once then', async () => {
    clockAt(EVENING)
    await made(book(app, coach, client))
    expect(await subjects(client)).toEqual([])
    clockAt(toIso(epochMs(fromIso(MORNING) - 1)))
    expect(await subjects(client)).toEqual([])
    clockAt(MORNING)
    expect(await subjects(client)).toEqual(['Ana López agendó una sesión contigo'])
    app.clock.advance(DAY_MS)
    expect((await subjects(client)).filter((subject) => subject.includes('agendó'))).toHaveLength(1)
  })

  test('end on another day: the reminder of two days says what is true then', async () => {
    await made(book(app, coach, client, '2027-02-05T03:30:00.000Z'))
    clockAt('2027-02-03T03:30:00.000Z')
    const reminders = async () =>
      (await subjects(client)).filter((subject) => subject.startsWith('Tu sesión'))
    expect(await reminders()).toEqual([])
    clockAt(MORNING)
    expect(await reminders()).toEqual(['Tu sesión con Ana López es mañana'])
  })

  test('drop what is out of date in the morning', async () => {
    clockAt(EVENING)
    const { id } = await made(book(app, coach, client))
    await subjects(client)
    await made(lifeOf(app).cancel(coach, id))
    clockAt(MORNING)
    expect(await subjects(client)).toEqual(['Ana López canceló una sesión'])
  })

  test('do not hold what is of no use later, what the reader caused, nor the security of the account', async () => {
    clockAt(EVENING)
    // At 9:00 on the next day: in the morning an hour is left; at 7:00 none would be.
    good(await prefer(client, { quiet: { on: true, from: '21:00', until: '08:30' } }))
    await made(book(app, coach, client, '2027-02-03T15:00:00.000Z'))
    expect(await subjects(client)).toEqual(['Ana López agendó una sesión contigo'])
    await made(ask(app, client, OFFERED))
    expect(await subjects(coach)).toEqual([])
    await app.call('POST /v1/auth/recovery', { body: { email: coach.email } })
    expect(await subjects(coach)).toEqual(['Crea una contraseña nueva'])
  })

  test('follow the zone that the person has when they end', async () => {
    clockAt(EVENING)
    await made(book(app, coach, client))
    expect(await subjects(client)).toEqual([])
    const { userId, token } = client
    const body = { timezone: 'America/Tijuana' }
    good(await app.call('PUT /v1/user/:userId/preferences', { params: { userId }, body }, token))
    clockAt(MORNING)
    expect(await subjects(client)).toEqual([])
    app.clock.advance(2 * HOUR_MS)
    expect(await subjects(client)).toContain('Ana López agendó una sesión contigo')
  })
})

// @spec P.184
describe('the daily summary', () => {
  const DAILY = { on: true, at: '08:00' }

  test('is one mail a day with what waits, at the chosen hour', async () => {
    good(await prefer(client, { daily: DAILY, kinds: { bookings: { email: false } } }))
    await made(book(app, coach, client, '2027-02-03T18:00:00.000Z'))
    clockAt(MORNING)
    const sent = async () => (await subjects(client)).filter((subject) => subject === 'Tu día con Ana López')
    expect(await sent()).toHaveLength(1)
    const [mail] = (await app.mails(client.email)).filter(({ subject }) => subject.startsWith('Tu día'))
    expect(mail!.text).toContain('12:00–13:00')
    app.clock.advance(HOUR_MS)
    expect(await sent()).toHaveLength(1)
    // Nothing waits on the day after.
    app.clock.advance(DAY_MS)
    expect(await sent()).toHaveLength(1)
  })

  test('is left out when nothing waits, and takes the place of the mails about messages', async () => {
    good(await prefer(client, { daily: DAILY }))
    clockAt(MORNING)
    expect(await subjects(client)).toEqual([])
    const params = { roomId: client.clientId as never }
    const body = { text: 'Hola', clientKey: app.deps.newId<never>() }
    good(await app.call('POST /v1/message/:roomId', { params, body }, coach.token), 201)
    app.clock.advance(HOUR_MS)
    expect(await subjects(client)).toEqual([])
    clockAt(toIso(epochMs(fromIso(MORNING) + DAY_MS)))
    expect(await subjects(client)).toEqual(['Tu día con Ana López'])
    const [mail] = await app.mails(client.email)
    expect(mail!.text).toContain('1 conversación sin leer')
  })

  test('tells a coach of requests and memorandums, in their own zone', async () => {
    good(await prefer(coach, { daily: { on: true, at: '10:00' } }))
    await made(ask(app, client, OFFERED))
    clockAt('2027-02-02T16:00:00.000Z')
    const [subject] = await subjects(coach)
    expect(subject).toBe('Tu día en Norte')
    const [mail] = await app.mails(coach.email)
    expect(mail!.text).toContain('1 solicitud por responder')
  })

  test('ends when it is switched off, by the matrix or by its link', async () => {
    good(await prefer(client, { daily: DAILY }))
    await made(book(app, coach, client, '2027-02-03T18:00:00.000Z'))
    good(await prefer(client, { daily: { on: false, at: '08:00' } }))
    clockAt(MORNING)
    expect((await subjects(client)).some((subject) => subject.startsWith('Tu día'))).toBe(false)
  })

  test('is recorded once for a date, whatever fires twice or moves west', async () => {
    good(await prefer(client, { daily: DAILY }))
    await made(book(app, coach, client, '2027-02-03T18:00:00.000Z'))
    clockAt(MORNING)
    await Promise.all([fireTimers(app.deps), fireTimers(app.deps)])
    const { userId, token } = client
    const body = { timezone: 'America/Tijuana' }
    good(await app.call('PUT /v1/user/:userId/preferences', { params: { userId }, body }, token))
    app.clock.advance(2 * HOUR_MS)
    await fireTimers(app.deps)
    const rows = await app.deps.db
      .selectFrom('domain_events')
      .where('type', '=', 'summary.due')
      .where('subject_id', '=', userId)
      .select('id')
      .execute()
    expect(rows).toHaveLength(1)
  })
})
