import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CalendarSettings } from '#contract/calendar/calendar.ts'
import type { UserId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { ask, book, made, offered, setCalendar } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000' as UserId

const get = (token: string, coachId: UserId) =>
  app.call('GET /v1/coach/recurring-calendar/:coachId', { params: { coachId } }, token)
const put = (token: string, coachId: UserId, body: Partial<CalendarSettings>) =>
  app.call('PUT /v1/coach/recurring-calendar/:coachId', { params: { coachId }, body }, token)
const days = (token: string, coachId: UserId, query: { from: string; to: string; duration?: number }) =>
  app.call('GET /v1/coach/availability/days/:coachId', { params: { coachId }, query }, token)

describe('hours and rules', () => {
  // @spec 3.17, 7.14
  test('are there from the start, for the coach and their clients', async () => {
    const coach = await newCoach(app, { timezone: 'America/Tijuana' })
    const client = await newClient(app, coach, { timezone: 'America/Mexico_City' })
    const { status, body } = await get(coach.token, coach.userId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      timezone: 'America/Tijuana',
      durations: [60],
      stepMin: 30,
      minNoticeMin: 1440,
      autoConfirm: false,
    })
    expect(body.weekly[1]).toEqual([
      { start: '09:00', end: '14:00' },
      { start: '16:00', end: '19:00' },
    ])
    expect(body.weekly[7]).toEqual([])
    expect((await get(client.token, coach.userId)).body).toEqual(body)
  })

  test('change where something is given and nowhere else', async () => {
    const coach = await newCoach(app)
    const before = (await get(coach.token, coach.userId)).body
    const { status, body } = await put(coach.token, coach.userId, { stepMin: 15, durations: [90, 45, 90] })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, stepMin: 15, durations: [45, 90], updatedAt: TEST_NOW })
    expect((await get(coach.token, coach.userId)).body).toEqual(body)
    expect((await put(coach.token, coach.userId, {})).body).toEqual(body)
  })

  test('changed by 32 at once keep every change', async () => {
    const coach = await newCoach(app)
    const changes: Partial<CalendarSettings>[] = [
      { stepMin: 20 },
      { horizonDays: 90 },
      { bufferBeforeMin: 5 },
      { maxPerDay: 4 },
    ]
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) => put(coach.token, coach.userId, changes[index % 4]!)),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await get(coach.token, coach.userId)).body).toMatchObject(Object.assign({}, ...changes))
  })

  test('of others are unknown, like those of nobody', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const other = await newCoach(app)
    for (const coachId of [other.userId, NOBODY]) {
      const answers = [
        await get(coach.token, coachId),
        await get(client.token, coachId),
        await put(coach.token, coachId, { stepMin: 15 }),
        await days(coach.token, coachId, { from: '2027-02-03', to: '2027-02-03' }),
        await days(client.token, coachId, { from: '2027-02-03', to: '2027-02-03' }),
      ]
      for (const { status, refusal } of answers) {
        expect([status, refusal.code]).toEqual([404, 'coach.not_found'])
      }
    }
    expect((await get(other.token, other.userId)).body.stepMin).toBe(30)
  })

  test.each([
    ['a window that starts at 24:00', { weekly: { ...week(), 1: [{ start: '24:00', end: '09:00' }] } }],
    ['an invalid time', { weekly: { ...week(), 1: [{ start: '9:00', end: '10:00' }] } }],
    ['a weekday that is missing', { weekly: { 1: [] } }],
    ['a weekday too many', { weekly: { ...week(), 8: [] } }],
    ['a step of no minutes', { stepMin: 0 }],
    ['a length of a whole day', { durations: [1440] }],
    ['no length at all', { durations: [] }],
    ['a limit of none', { maxPerDay: 0 }],
    ['a horizon without end', { horizonDays: 100_000 }],
    ['a broken number', { minNoticeMin: 1.5 }],
    ['an unknown rule', { timezone: 'UTC' }],
  ])('refuse %s and stay as they are', async (_, body) => {
    const coach = await newCoach(app)
    const before = (await get(coach.token, coach.userId)).body
    const answer = await app.send({
      method: 'PUT',
      url: `/v1/coach/recurring-calendar/${coach.userId}`,
      token: coach.token,
      body: { bufferAfterMin: 45, ...body },
    })
    expect(answer.status).toBe(422)
    expect((await get(coach.token, coach.userId)).body).toEqual(before)
  })
})

describe('free starts', () => {
  // @spec 7.14
  test('come by day of the viewer’s zone, empty days included', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach, { timezone: 'Asia/Tokyo' })
    await setCalendar(app, coach, { weekly: { ...week(), 4: [{ start: '09:00', end: '10:30' }] } })
    const own = await days(coach.token, coach.userId, { from: '2027-02-03', to: '2027-02-05' })
    expect(own.body).toEqual({
      timezone: 'America/Mexico_City',
      days: [
        { date: '2027-02-03', starts: [] },
        { date: '2027-02-04', starts: ['2027-02-04T15:00:00.000Z', '2027-02-04T15:30:00.000Z'] },
        { date: '2027-02-05', starts: [] },
      ],
    })
    const theirs = await days(client.token, coach.userId, { from: '2027-02-05', to: '2027-02-05' })
    expect(theirs.body).toEqual({
      timezone: 'Asia/Tokyo',
      days: [{ date: '2027-02-05', starts: ['2027-02-04T15:00:00.000Z', '2027-02-04T15:30:00.000Z'] }],
    })
  })

  test('leave out what is taken, with its buffer, and come back when it is called off', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const free = () => offered(app, coach, client, '2027-02-04')
    const before = await free()
    const session = await made(ask(app, client, '2027-02-04T17:00:00Z'))
    // 17:00 to 18:00 UTC and 15 minutes after it; a session before it needs its own 15 minutes too.
    const gone = before.filter((start) => start > '2027-02-04T15:45' && start < '2027-02-04T18:15')
    expect(gone).toHaveLength(5)
    expect(await free()).toEqual(before.filter((start) => !gone.includes(start)))
    await app.call(
      'POST /v1/session/:sessionId/cancel',
      { params: { sessionId: session.id }, body: { reason: 'Cambio de planes' } },
      client.token,
    )
    expect(await free()).toEqual(before)
  })

  test('follow the coach’s limits, bookings of yesterday and of a week’s other end included', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await setCalendar(app, coach, { maxPerWeek: 2 })
    await made(book(app, coach, client, '2027-02-01T18:00:00Z'))
    expect(await offered(app, coach, client, '2027-02-05')).not.toEqual([])
    await made(book(app, coach, client, '2027-02-07T18:00:00Z'))
    expect(await offered(app, coach, client, '2027-02-03', '2027-02-07')).toEqual([])
    expect(await offered(app, coach, client, '2027-02-08')).not.toEqual([])
  })

  test('are for the lengths on offer; a coach may look at any', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    expect(await offered(app, coach, client, '2027-02-04', '2027-02-04', 45)).toEqual([])
    expect(await offered(app, coach, coach, '2027-02-04', '2027-02-04', 45)).not.toEqual([])
    await setCalendar(app, coach, { durations: [45] })
    expect(await offered(app, coach, client, '2027-02-04', '2027-02-04', 45)).not.toEqual([])
    expect(await offered(app, coach, client, '2027-02-04')).toEqual([])
  })

  test('are asked for 62 days at most, forwards', async () => {
    const coach = await newCoach(app)
    const of = (from: string, to: string) => days(coach.token, coach.userId, { from, to })
    expect((await of('2027-02-01', '2027-04-03')).body.days).toHaveLength(62)
    const long = await of('2027-02-01', '2027-04-04')
    expect([long.status, long.refusal.fields]).toEqual([422, { to: 'Pide como máximo 62 días.' }])
    const back = await of('2027-02-02', '2027-02-01')
    expect([back.status, Object.keys(back.refusal.fields!)]).toEqual([422, ['to']])
    for (const [from, to] of [
      ['2027-02-30', '2027-03-01'],
      ['ayer', 'hoy'],
    ] as const) {
      expect((await of(from, to)).status).toBe(422)
    }
    expect(
      (await days(coach.token, coach.userId, { from: '2027-02-03', to: '2027-02-03', duration: 5 })).status,
    ).toBe(422)
  })

  test('at the ends of the calendar are an empty list, not a failure', async () => {
    const coach = await newCoach(app)
    for (const [from, to] of [
      ['1900-01-01', '1900-03-02'],
      ['2199-11-01', '2199-12-31'],
    ] as const) {
      const { status, body } = await days(coach.token, coach.userId, { from, to })
      expect([status, body.days.flatMap(({ starts }) => starts)]).toEqual([200, []])
    }
  })
})

function week(): CalendarSettings['weekly'] {
  return { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] }
}
