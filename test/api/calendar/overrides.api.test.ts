import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { UserId } from '#contract/values.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { block, onHoliday, override, whyNot } from '#test/support/calendars.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { ask, made, offered, setCalendar } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000' as UserId
const EVENING = [{ start: '20:00', end: '22:00' }]

const calendarOf = async (coach: TestCoach, token = coach.token) => {
  const params = { coachId: coach.userId }
  return (await app.call('GET /v1/coach/recurring-calendar/:coachId', { params }, token)).body
}

// @spec P.42
describe('dates with overridden hours', () => {
  test('replace the weekly hours, close, and give the weekly ones back', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const before = await offered(app, coach, client, '2027-02-04', '2027-02-05')
    const { status, body } = await override(app, coach, '2027-02-04', '2027-02-05', EVENING)
    expect(status).toBe(200)
    expect(body.overrides).toEqual([
      { date: '2027-02-04', windows: EVENING },
      { date: '2027-02-05', windows: EVENING },
    ])
    expect(await offered(app, coach, client, '2027-02-04')).toEqual([
      '2027-02-05T02:00:00.000Z',
      '2027-02-05T02:30:00.000Z',
      '2027-02-05T03:00:00.000Z',
    ])
    await override(app, coach, '2027-02-05', '2027-02-05', [])
    expect(await offered(app, coach, client, '2027-02-05')).toEqual([])
    expect((await ask(app, client, '2027-02-05T15:00:00Z')).status).toBe(409)
    const back = await override(app, coach, '2027-02-01', '2027-02-28', null)
    expect(back.body.overrides).toEqual([])
    expect(await offered(app, coach, client, '2027-02-04', '2027-02-05')).toEqual(before)
  })

  test('are told to the coach from yesterday on, to a client never', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await override(app, coach, '2027-01-30', '2027-02-03', [])
    const told = (await calendarOf(coach)).overrides.map(({ date }) => date)
    expect(told).toEqual(['2027-02-01', '2027-02-02', '2027-02-03'])
    expect((await calendarOf(coach, client.token)).overrides).toEqual([])
    const put = await app.call(
      'PUT /v1/coach/recurring-calendar/:coachId',
      { params: { coachId: coach.userId }, body: { stepMin: 15 } },
      coach.token,
    )
    expect(put.body.overrides).toHaveLength(3)
  })

  test('hold for a client on the other side of the world (family 7)', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach, { timezone: 'Pacific/Kiritimati' })
    await override(app, coach, '2027-02-04', '2027-02-04', EVENING)
    const seen = await offered(app, coach, client, '2027-02-04', '2027-02-06')
    const ofThatDate = seen.filter((start) => start >= '2027-02-04T06' && start < '2027-02-05T06')
    expect(ofThatDate).toEqual([
      '2027-02-05T02:00:00.000Z',
      '2027-02-05T02:30:00.000Z',
      '2027-02-05T03:00:00.000Z',
    ])
    expect((await ask(app, client, '2027-02-05T02:00:00Z')).status).toBe(201)
  })

  test('are refused for dates that make no sense, with the field named and nothing kept', async () => {
    const coach = await newCoach(app)
    for (const [from, to, field] of [
      ['2027-02-05', '2027-02-04', 'to'],
      ['2027-02-05', '2028-02-06', 'to'],
      ['2025-02-05', '2025-02-05', 'from'],
      ['2031-02-05', '2031-02-05', 'to'],
      ['2027-02-30', '2027-03-01', 'from'],
    ] as const) {
      const { status, refusal } = await override(app, coach, from, to, [])
      expect([from, status, Object.keys(refusal.fields ?? {})]).toEqual([from, 422, [field]])
    }
    const wrong = [{ start: '24:00', end: '09:00' }]
    expect((await override(app, coach, '2027-02-05', '2027-02-05', wrong)).status).toBe(422)
    expect((await calendarOf(coach)).overrides).toEqual([])
    // A whole leap year is a year.
    expect((await override(app, coach, '2027-02-05', '2028-02-05', [])).status).toBe(200)
  })

  test('are moved and changed at once, and not at all if the new dates make no sense', async () => {
    const coach = await newCoach(app)
    await override(app, coach, '2027-02-04', '2027-02-06', [])
    const edit = (from: string, to: string, instead: { from: string; to: string }) =>
      app.call(
        'PUT /v1/coach/availability/days/:coachId',
        { params: { coachId: coach.userId }, body: { from, to, windows: EVENING, instead } },
        coach.token,
      )
    const before = { from: '2027-02-04', to: '2027-02-06' }
    const refused = await edit('2027-02-09', '2027-02-08', before)
    expect([refused.status, Object.keys(refused.refusal.fields ?? {})]).toEqual([422, ['to']])
    const reversed = await edit('2027-02-05', '2027-02-08', { from: before.to, to: before.from })
    expect([reversed.status, Object.keys(reversed.refusal.fields ?? {})]).toEqual([422, ['instead.to']])
    expect((await calendarOf(coach)).overrides).toHaveLength(3)

    expect((await edit('2027-02-05', '2027-02-08', before)).body.overrides).toEqual(
      ['2027-02-05', '2027-02-06', '2027-02-07', '2027-02-08'].map((date) => ({ date, windows: EVENING })),
    )
  })

  test('set by 16 at once leave each date with one choice', async () => {
    const coach = await newCoach(app)
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        override(app, coach, '2027-02-04', '2027-02-13', index % 2 === 0 ? [] : EVENING),
      ),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    const { overrides } = await calendarOf(coach)
    expect(overrides).toHaveLength(10)
    expect(new Set(overrides.map(({ windows }) => JSON.stringify(windows))).size).toBe(1)
  })
})

// @spec P.42
describe('holidays', () => {
  test('close the days of the settings, and an override opens one', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    expect(await offered(app, coach, client, '2027-03-15')).toEqual([])
    expect(await whyNot(app, coach, '2027-03-15T15:00:00Z')).toEqual(onHoliday('juarez'))
    const refused = await ask(app, client, '2027-03-15T15:00:00Z')
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    await override(app, coach, '2027-03-15', '2027-03-15', [{ start: '09:00', end: '10:00' }])
    expect(await offered(app, coach, client, '2027-03-15')).toEqual(['2027-03-15T15:00:00.000Z'])
  })

  test('are the coach’s choice', async () => {
    const coach = await newCoach(app)
    await setCalendar(app, coach, { holidays: ['goodFriday'], reminders: ['h24'], defaultChannel: 'zoom' })
    expect(await calendarOf(coach)).toMatchObject({
      holidays: ['goodFriday'],
      reminders: ['h24'],
      defaultChannel: 'zoom',
    })
    expect(await offered(app, coach, coach, '2027-03-15')).not.toEqual([])
    expect(await offered(app, coach, coach, '2027-03-26')).toEqual([])
  })
})

describe('why a start is not offered', () => {
  test('is told with what is in the way, by its title', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const session = await made(ask(app, client, '2027-02-04T17:00:00Z'))
    await block(app, coach, '2027-02-05T15:00:00Z', '2027-02-05T16:00:00Z', { title: 'Dentista' })
    await override(app, coach, '2027-02-08', '2027-02-08', [])
    expect(await whyNot(app, coach, '2027-02-04T18:00:00Z')).toEqual({
      code: 'buffer',
      inTheWay: {
        kind: 'session',
        title: session.title.replace('Ana', 'Mariana'),
        startsAt: session.startsAt,
        endsAt: session.endsAt,
      },
      side: 'after',
      holiday: null,
    })
    expect(await whyNot(app, coach, '2027-02-05T15:30:00Z')).toMatchObject({
      code: 'busy',
      inTheWay: { kind: 'block', title: 'Dentista' },
      side: null,
    })
    const codes: [string, string | null][] = [
      ['2027-02-03T14:30:00Z', 'tooSoon'],
      ['2027-06-03T15:00:00Z', 'tooFar'],
      ['2027-02-04T13:00:00Z', 'outsideHours'],
      ['2027-02-08T15:00:00Z', 'closed'],
      ['2027-02-09T15:10:00Z', 'offGrid'],
      ['2027-02-09T15:00:00Z', null],
    ]
    for (const [startsAt, code] of codes) {
      expect([startsAt, (await whyNot(app, coach, startsAt)).code]).toEqual([startsAt, code])
    }
    await setCalendar(app, coach, { maxPerDay: 1 })
    expect((await whyNot(app, coach, '2027-02-04T22:00:00Z')).code).toBe('dayFull')
    await setCalendar(app, coach, { maxPerDay: 6, maxPerWeek: 1 })
    expect((await whyNot(app, coach, '2027-02-05T22:00:00Z')).code).toBe('weekFull')
  })

  test('is nobody’s business but the coach’s', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const other = await newCoach(app)
    const query = { startsAt: '2027-02-04T15:00:00Z' as never, duration: 60 }
    const ask1 = (token: string, coachId: UserId) =>
      app.call('GET /v1/coach/availability/why/:coachId', { params: { coachId }, query }, token)
    for (const coachId of [other.userId, NOBODY]) {
      const { status, refusal } = await ask1(coach.token, coachId)
      expect([status, refusal.code]).toEqual([404, 'coach.not_found'])
      expect(
        (await override(app, { ...coach, userId: coachId }, '2027-02-04', '2027-02-04', [])).status,
      ).toBe(404)
    }
    expect((await ask1(client.token, coach.userId)).status).toBe(403)
  })
})
