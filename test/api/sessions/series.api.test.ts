import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RecurrenceRule } from '#contract/calendar/recurrence.ts'
import type { PreviewBody } from '#contract/sessions/session-series.ts'
import type { NewSessionBody, SessionListItem } from '#contract/sessions/sessions.ts'
import type { ClientId, GroupId, IsoInstant, SessionId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, hours, made, setCalendar } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.startTest())

/** Monday 22 February 2027, 10:00 in Mexico City. */
const MONDAY = '2027-02-22T16:00:00.000Z'
const NOBODY = '01920000-0000-7000-8000-000000000000'

const weekly = (count: number, more: Partial<RecurrenceRule> = {}): RecurrenceRule => ({
  frequency: 'weekly',
  interval: 1,
  weekdays: [],
  count,
  ...more,
})

async function pair({ coachZone, clientZone }: { coachZone?: string; clientZone?: string } = {}) {
  const coach = await newCoach(app, { timezone: coachZone })
  const client = await newClient(app, coach, { timezone: clientZone })
  return { coach, client }
}

const bookSeries = (
  coach: TestCoach,
  client: TestClient,
  recurrence: RecurrenceRule,
  more: Partial<NewSessionBody> = {},
  startsAt = MONDAY,
) => book(app, coach, client, startsAt, { recurrence, ...more })

async function sessionsOf(coach: TestCoach): Promise<SessionListItem[]> {
  const { body } = await app.call(
    'GET /v1/session/coach/:coachId',
    { params: { coachId: coach.userId }, query: { items: 100 } },
    coach.token,
  )
  return body.data
}

const startsOf = async (coach: TestCoach) => (await sessionsOf(coach)).map(({ startsAt }) => startsAt)

function preview(coach: TestCoach, body: Partial<PreviewBody> & Pick<PreviewBody, 'startsAt' | 'endsAt'>) {
  return app.call('POST /v1/session/preview', { body: { type: 'Client', ...body } }, coach.token)
}

describe('a coach books a series', () => {
  test('each at one wall time over the change of offset, numbered on, told of once', async () => {
    const { coach, client } = await pair({ coachZone: 'America/Tijuana' })
    await made(book(app, coach, client, '2027-02-15T17:00:00Z'))
    await app.settle()
    const before = (await app.mails(client.email)).length
    const answer = await bookSeries(
      coach,
      client,
      weekly(4),
      { objective: 'Constancia' },
      '2027-03-01T18:00:00Z',
    )
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ startsAt: '2027-03-01T18:00:00.000Z', title: 'Sesión 2 con Mariana' })
    const series = (await sessionsOf(coach)).filter(({ seriesId }) => seriesId !== null)
    expect(series.map(({ startsAt, title }) => [startsAt, title])).toEqual([
      ['2027-03-01T18:00:00.000Z', 'Sesión 2 con Mariana'],
      ['2027-03-08T18:00:00.000Z', 'Sesión 3 con Mariana'],
      ['2027-03-15T17:00:00.000Z', 'Sesión 4 con Mariana'],
      ['2027-03-22T17:00:00.000Z', 'Sesión 5 con Mariana'],
    ])
    expect(new Set(series.map(({ seriesId }) => seriesId)).size).toBe(1)
    expect(
      series.every(({ status, objective }) => status === 'confirmed' && objective === 'Constancia'),
    ).toBe(true)
    await app.settle()
    expect(await app.mails(client.email)).toHaveLength(before + 1)
    const told = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: client.userId }, query: {} },
      client.token,
    )
    expect(told.body.data.filter(({ type }) => type === 'NEW_SESSION_FROM_COACH')).toHaveLength(2)
  })

  test('leaving one out and moving another, with a reminder for each that is left', async () => {
    const { coach, client } = await pair()
    const moved = [{ position: 2, startsAt: '2027-03-09T17:00:00Z' as IsoInstant }]
    expect((await bookSeries(coach, client, weekly(4), { skip: [1], moved })).status).toBe(201)
    const starts = ['2027-02-22T16:00:00.000Z', '2027-03-09T17:00:00.000Z', '2027-03-15T16:00:00.000Z']
    expect(await startsOf(coach)).toEqual(starts)
    const seriesId = (await sessionsOf(coach))[0]!.seriesId
    const stored = await app.deps.db
      .selectFrom('session_series')
      .selectAll()
      .where('id', '=', seriesId!)
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ timezone: 'America/Mexico_City', start_time: '10:00' })
    for (const start of starts) {
      app.clock.set((instant(start) - 5 * 60_000) as never)
      await app.settle()
    }
    const told = await app.deps.db
      .selectFrom('domain_events')
      .select(['payload'])
      .where('coach_id', '=', coach.userId)
      .where('type', '=', 'session.starting')
      .orderBy('occurred_at')
      .execute()
    expect(told.map(({ payload }) => (payload as { startsAt: string }).startsAt)).toEqual(starts)
  })

  test('of which only one is left: that is no series', async () => {
    const { coach, client } = await pair()
    const { body } = await bookSeries(coach, client, weekly(2), { skip: [0] })
    expect(body).toMatchObject({ seriesId: null, startsAt: '2027-03-01T16:00:00.000Z' })
    expect(await startsOf(coach)).toHaveLength(1)
  })

  test('of a whole year with a fixed number of statements', async () => {
    const { coach, client } = await pair()
    expect((await bookSeries(coach, client, weekly(52))).status).toBe(201)
    expect(await startsOf(coach)).toHaveLength(52)
  })
})

// @spec P.52
describe('family 13: a series is all or nothing', () => {
  test('when the last of its starts overlaps a session', async () => {
    const { coach, client } = await pair()
    await made(book(app, coach, client, '2027-03-29T16:30:00Z'))
    const { status, refusal } = await bookSeries(coach, client, weekly(6))
    expect([status, refusal.code]).toEqual([409, 'session.overlap'])
    expect(await startsOf(coach)).toEqual(['2027-03-29T16:30:00.000Z'])
    const series = await app.deps.db
      .selectFrom('session_series')
      .select('id')
      .where('coach_id', '=', coach.userId)
      .execute()
    expect(series).toEqual([])
  })

  test('when one is moved onto another of the series', async () => {
    const { coach, client } = await pair()
    const moved = [{ position: 1, startsAt: '2027-03-08T16:30:00Z' as IsoInstant }]
    const { status, refusal } = await bookSeries(coach, client, weekly(3), { moved })
    expect([status, refusal.code]).toEqual([409, 'session.overlap'])
    expect(await startsOf(coach)).toEqual([])
  })

  test('when one is outside the hours and nobody said that this is known', async () => {
    const { coach, client } = await pair()
    const within = { outsideHours: false }
    // Monday 15 March 2027 is a holiday.
    const refused = await bookSeries(coach, client, weekly(4), within)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect(await startsOf(coach)).toEqual([])
    expect((await bookSeries(coach, client, weekly(3), within)).status).toBe(201)
  })

  test('when its own sessions take the places that a day has', async () => {
    const { coach, client } = await pair()
    await setCalendar(app, coach, { maxPerWeek: 1 })
    const rule = weekly(4, { weekdays: [1, 3] })
    const refused = await bookSeries(coach, client, rule, { outsideHours: false })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect((await bookSeries(coach, client, rule)).status).toBe(201)
  })

  test('when the database fails in the middle of it', async () => {
    const { coach, client } = await pair()
    const { jobs } = app.deps
    const enqueueAll = jobs.enqueueAll.bind(jobs)
    jobs.enqueueAll = () => Promise.reject(new Error('the queue is away'))
    const failed = await bookSeries(coach, client, weekly(3))
    jobs.enqueueAll = enqueueAll
    expect(failed.status).toBe(500)
    expect(await startsOf(coach)).toEqual([])
    const left = await app.deps.db
      .selectFrom('domain_events')
      .select('id')
      .where('coach_id', '=', coach.userId)
      .where('type', '=', 'session.booked')
      .execute()
    expect(left).toEqual([])
  })

  test('two at once over one time: one is booked whole, the other not at all', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const answers = await Promise.all([
      bookSeries(coach, client, weekly(5)),
      bookSeries(coach, other, weekly(5), {}, '2027-03-08T16:00:00Z'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const clients = new Set((await sessionsOf(coach)).map(({ clientId }) => clientId))
    expect([clients.size, (await sessionsOf(coach)).length]).toEqual([1, 5])
  })

  test('against a single booking of its last start: never both, never half', async () => {
    const { coach, client } = await pair()
    const answers = await Promise.all([
      bookSeries(coach, client, weekly(5)),
      book(app, coach, client, '2027-03-22T16:00:00Z'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect([1, 5]).toContain((await sessionsOf(coach)).length)
  })
})

describe('a series that cannot be meant', () => {
  let people: Awaited<ReturnType<typeof pair>>
  beforeAll(async () => {
    people = await pair()
  })

  test.each([
    [
      'ends before it begins',
      { recurrence: { ...weekly(2), count: undefined, until: '2027-02-01' } },
      'recurrence.until',
    ],
    [
      'goes on for too long',
      { recurrence: { ...weekly(2), count: undefined, until: '2028-12-31' } },
      'recurrence.until',
    ],
    ['has 53', { recurrence: weekly(53) }, 'recurrence.count'],
    ['has no end', { recurrence: { ...weekly(2), count: undefined } }, 'recurrence.count'],
    ['has two ends', { recurrence: { ...weekly(2), until: '2027-03-31' } }, 'recurrence.count'],
    ['names a weekday of no week', { recurrence: weekly(3, { weekdays: [8] }) }, 'recurrence.weekdays.0'],
    [
      'names weekdays of months',
      { recurrence: { ...weekly(3), frequency: 'monthly', weekdays: [1] } },
      'recurrence.weekdays',
    ],
    ['begins between two minutes', { recurrence: weekly(3), ...hours('2027-02-22T16:00:30Z') }, 'startsAt'],
    ['leaves out a start it has not', { recurrence: weekly(3), skip: [3] }, 'skip.0'],
    ['leaves out one twice', { recurrence: weekly(3), skip: [1, 1] }, 'skip.1'],
    [
      'leaves out and moves one',
      { recurrence: weekly(3), skip: [1], moved: [{ position: 1, startsAt: MONDAY }] },
      'moved.0.position',
    ],
    [
      'moves one to ten years ago',
      { recurrence: weekly(2), moved: [{ position: 1, startsAt: '2017-01-10T16:00:00Z' }] },
      'moved.0.startsAt',
    ],
    ['leaves out all', { recurrence: weekly(2), skip: [0, 1] }, 'skip'],
    ['is no series and skips one', { skip: [0] }, 'skip'],
    ['is no series and moves one', { moved: [{ position: 0, startsAt: MONDAY }] }, 'moved'],
  ])('because it %s is refused with the field named, and nothing is stored', async (_, fields, field) => {
    const { coach, client } = people
    const { status, body } = await app.send({
      method: 'POST',
      url: '/v1/session',
      token: coach.token,
      body: { type: 'Client', clientId: client.clientId, ...hours(MONDAY), outsideHours: true, ...fields },
    })
    expect(status).toBe(422)
    expect((body as { fields: object }).fields).toHaveProperty([field], expect.any(String))
    expect(await sessionsOf(coach)).toEqual([])
  })

  test('because a client asks for it', async () => {
    const { client } = people
    const { status, refusal } = await app.call(
      'POST /v1/session',
      { body: { type: 'Client', ...hours(MONDAY), recurrence: weekly(3), skip: [1], moved: [] } },
      client.token,
    )
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['recurrence', 'skip', 'moved']])
  })
})

describe('a preview', () => {
  test('family 13: names what is in the way of each start, other times of that day, and the drift of the client’s clock', async () => {
    const { coach, client } = await pair({ clientZone: 'America/Tijuana' })
    await made(book(app, coach, client, '2027-03-01T16:30:00Z', { title: 'Sesión con Pedro' }))
    const { status, body } = await preview(coach, {
      ...hours(MONDAY),
      clientId: client.clientId,
      recurrence: weekly(5),
    })
    expect(status).toBe(200)
    expect(
      body.occurrences.map(({ position, startsAt, warnings }) => [
        position,
        startsAt,
        warnings.map(({ code }) => code),
      ]),
    ).toEqual([
      [0, '2027-02-22T16:00:00.000Z', []],
      [1, '2027-03-01T16:00:00.000Z', ['overlap']],
      [2, '2027-03-08T16:00:00.000Z', []],
      [3, '2027-03-15T16:00:00.000Z', ['holiday']],
      [4, '2027-03-22T16:00:00.000Z', []],
    ])
    expect(body.occurrences[1]).toMatchObject({
      warnings: [
        {
          code: 'overlap',
          inTheWay: { kind: 'session', title: 'Sesión con Pedro', startsAt: '2027-03-01T16:30:00.000Z' },
        },
      ],
      // 17:30 and its buffer of a quarter of an hour are in the way; then every half hour.
      alternatives: [
        '2027-03-01T15:00:00.000Z',
        '2027-03-01T18:00:00.000Z',
        '2027-03-01T18:30:00.000Z',
        '2027-03-01T19:00:00.000Z',
        '2027-03-01T22:00:00.000Z',
      ],
    })
    expect(body.occurrences[3]!.warnings[0]).toMatchObject({ holiday: 'juarez', inTheWay: null })
    expect(body.drift).toEqual([
      { position: 3, startsAt: '2027-03-15T16:00:00.000Z', before: '08:00', after: '09:00' },
    ])
    expect(await sessionsOf(coach)).toHaveLength(1)
  })

  test('books as it says: none of its free starts is refused, and each alternative is free', async () => {
    const { coach, client } = await pair()
    await made(book(app, coach, client, MONDAY))
    const { body } = await preview(coach, hours(MONDAY))
    const { alternatives } = body.occurrences[0]!
    expect(alternatives).toHaveLength(5)
    for (const startsAt of alternatives) {
      const again = await preview(coach, hours(startsAt))
      expect(again.body.occurrences[0]!.warnings).toEqual([])
    }
    const [first] = alternatives
    expect((await book(app, coach, client, first, { outsideHours: false })).status).toBe(201)
  })

  test('tells blocked time, buffers, closed hours and full days apart', async () => {
    const { coach, client } = await pair()
    await app.deps.db
      .insertInto('time_blocks')
      .values({
        id: app.deps.newId(),
        coach_id: coach.userId,
        title: 'Dentista',
        starts_at: '2027-02-23T15:00:00Z' as never,
        ends_at: '2027-02-23T17:00:00Z' as never,
        created_at: TEST_NOW as never,
        updated_at: TEST_NOW as never,
      })
      .execute()
    await setCalendar(app, coach, { maxPerDay: 2, maxPerWeek: 3 })
    const codes = async (startsAt: string) =>
      (await preview(coach, hours(startsAt))).body.occurrences[0]!.warnings.map(({ code }) => code)
    expect(await codes('2027-02-23T16:00:00Z')).toEqual(['blocked'])
    // Nine in the evening on a Saturday.
    expect(await codes('2027-02-28T03:00:00Z')).toEqual(['outsideHours'])
    await made(book(app, coach, client, '2027-02-24T16:00:00Z'))
    expect(await codes('2027-02-24T17:00:00Z')).toEqual(['buffer'])
    await made(book(app, coach, client, '2027-02-24T19:00:00Z'))
    expect(await codes('2027-02-24T22:00:00Z')).toEqual(['dayFull'])
    await made(book(app, coach, client, '2027-02-25T16:00:00Z'))
    expect(await codes('2027-02-26T16:00:00Z')).toEqual(['weekFull'])
    // What is only planned counts as well.
    const both = await preview(coach, {
      ...hours('2027-03-02T16:00:00Z'),
      recurrence: weekly(4, { weekdays: [2, 3, 4, 5] }),
    })
    expect(both.body.occurrences.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual(
      Array.from({ length: 4 }, () => ['weekFull']),
    )
  })

  test('of a move: the session is not in its own way', async () => {
    const { coach, client } = await pair()
    const session = await made(bookSeries(coach, client, weekly(3)))
    const at = { ...hours('2027-02-22T16:30:00Z'), sessionId: session.id }
    const one = await preview(coach, at)
    expect(one.body.occurrences.map(({ startsAt, warnings }) => [startsAt, warnings])).toEqual([
      ['2027-02-22T16:30:00.000Z', []],
    ])
    await made(book(app, coach, client, '2027-03-08T17:00:00Z'))
    const all = await preview(coach, { ...at, scope: 'all' })
    expect(
      all.body.occurrences.map(({ startsAt, warnings }) => [startsAt, warnings.map(({ code }) => code)]),
    ).toEqual([
      ['2027-02-22T16:30:00.000Z', []],
      ['2027-03-01T16:30:00.000Z', []],
      ['2027-03-08T16:30:00.000Z', ['overlap']],
    ])
  })

  test('is refused where it names somebody or something that is not there, or cannot be meant', async () => {
    const { coach, client } = await pair()
    const stranger = await pair()
    const foreign = await made(book(app, stranger.coach, stranger.client))
    for (const [body, status, told] of [
      [{ clientId: stranger.client.clientId }, 404, 'client.not_found'],
      [{ clientId: NOBODY as ClientId }, 404, 'client.not_found'],
      [{ type: 'Group' as const, groupId: NOBODY as GroupId }, 404, 'group.not_found'],
      [{ sessionId: foreign.id }, 404, 'session.not_found'],
      [{ sessionId: NOBODY as SessionId }, 404, 'session.not_found'],
      [{ groupId: NOBODY as GroupId }, 422, 'groupId'],
      [{ type: 'Group' as const, clientId: client.clientId }, 422, 'clientId'],
      [{ scope: 'all' as const }, 422, 'scope'],
      [{ sessionId: foreign.id, recurrence: weekly(2) }, 422, 'recurrence'],
      [{ endsAt: MONDAY as IsoInstant }, 422, 'endsAt'],
      [
        { recurrence: { ...weekly(2), count: undefined, until: '2027-02-01' as never } },
        422,
        'recurrence.until',
      ],
    ] as const) {
      const { status: answered, refusal } = await preview(coach, { ...hours(MONDAY), ...body })
      expect([answered, status === 422 ? Object.keys(refusal.fields!)[0] : refusal.code]).toEqual([
        status,
        told,
      ])
    }
    const { status } = await app.call(
      'POST /v1/session/preview',
      { body: { type: 'Client', ...hours(MONDAY) } },
      client.token,
    )
    expect(status).toBe(403)
  })
})
