import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { BlockId, IsoInstant, UserId } from '#contract/values.ts'
import { forgetDeletedBlocks } from '#server/modules/calendars/blocks.service.ts'
import { HOUR_MS, fromIso } from '#time/clock.ts'
import { wallClock } from '#time/zones.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { block, calendarTime, changeBlock, removeBlock, restoreBlock } from '#test/support/calendars.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, made, offered } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

const NOBODY = '01920000-0000-7000-8000-000000000000'
// Thursday 4 February 2027, 9:00 to 11:00 in Mexico City.
const MORNING = ['2027-02-04T15:00:00.000Z', '2027-02-04T17:00:00.000Z'] as const
const FEBRUARY = ['2027-02-01T06:00:00Z', '2027-03-01T06:00:00Z'] as const

const remove = (coach: TestCoach, blockId: BlockId, scope?: SeriesScope, coachId?: UserId) =>
  removeBlock(app, coach, blockId, scope, coachId)
const restore = (coach: TestCoach, blockId: BlockId, coachId?: UserId) =>
  restoreBlock(app, coach, blockId, coachId)
const change = (coach: TestCoach, blockId: BlockId, body: object, coachId?: UserId) =>
  changeBlock(app, coach, blockId, body, coachId)
const startsOf = (blocks: readonly { startsAt: string }[]) => blocks.map(({ startsAt }) => startsAt)

describe('blocked time', () => {
  // @spec P.43
  test('is not offered, and comes back when the block goes', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const before = await offered(app, coach, client, '2027-02-04')
    const [blocked] = await block(app, coach, ...MORNING, { title: ' Dentista ' })
    expect(blocked).toMatchObject({ title: 'Dentista', seriesId: null, startsAt: MORNING[0] })
    // Until 17:00 UTC nothing starts; what follows needs no buffer from a block.
    expect(await offered(app, coach, client, '2027-02-04')).toEqual(
      before.filter((start) => start >= MORNING[1]),
    )
    const refused = await ask(app, client, OFFERED)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect((await calendarTime(app, coach, ...FEBRUARY)).blocks).toEqual([blocked])
    expect((await remove(coach, blocked!.id)).status).toBe(204)
    expect(await offered(app, coach, client, '2027-02-04')).toEqual(before)
  })

  test('leaves sessions at their times, and the coach may book over it after a warning', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const session = await made(ask(app, client))
    await block(app, coach, ...MORNING)
    const seen = await app.call(
      'GET /v1/session/:sessionId',
      { params: { sessionId: session.id } },
      coach.token,
    )
    expect(seen.body.status).toBe('requested')
    const later = '2027-02-04T16:00:00.000Z'
    const refused = await book(app, coach, client, later, { outsideHours: false })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect((await book(app, coach, client, later)).status).toBe(201)
  })

  test('moves and is renamed; a title left out stays, an empty one goes', async () => {
    const coach = await newCoach(app)
    const [blocked] = await block(app, coach, ...MORNING, { title: 'Dentista' })
    const later = { startsAt: '2027-02-05T15:00:00.000Z', endsAt: '2027-02-05T16:00:00.000Z' }
    const moved = await change(coach, blocked!.id, later)
    expect([moved.status, moved.body]).toEqual([200, { ...blocked, ...later }])
    expect((await change(coach, blocked!.id, { ...later, title: '' })).body.title).toBeNull()
    expect((await calendarTime(app, coach, ...FEBRUARY)).blocks).toEqual([
      { ...blocked, ...later, title: null },
    ])
  })

  test('tells the coach’s screens', async () => {
    const coach = await newCoach(app)
    const [blocked] = await block(app, coach, ...MORNING)
    await remove(coach, blocked!.id)
    const events = await app.deps.db
      .selectFrom('domain_events')
      .select('type')
      .where('coach_id', '=', coach.userId)
      .where('type', '=', 'calendar.changed')
      .execute()
    expect(events).toHaveLength(2)
  })
})

describe('a series of blocks', () => {
  // Families 1 and 18: on the wall across 14 March 2027 in Tijuana, on the same weekday for ever.
  test('keeps its weekday and both its wall times across the change of offset', async () => {
    const coach = await newCoach(app, { timezone: 'America/Tijuana' })
    const blocks = await block(app, coach, '2027-03-03T17:00:00Z', '2027-03-03T19:00:00Z', {
      recurrence: { frequency: 'weekly', interval: 1, count: 40 },
    })
    expect(blocks).toHaveLength(40)
    expect(startsOf(blocks).slice(0, 3)).toEqual([
      '2027-03-03T17:00:00.000Z',
      '2027-03-10T17:00:00.000Z',
      '2027-03-17T16:00:00.000Z',
    ])
    for (const { startsAt, endsAt } of blocks) {
      expect(wallClock(fromIso(startsAt), 'America/Tijuana')).toMatchObject({
        weekday: 3,
        hour: 9,
        minute: 0,
      })
      expect(wallClock(fromIso(endsAt), 'America/Tijuana')).toMatchObject({ weekday: 3, hour: 11, minute: 0 })
    }
    expect(new Set(blocks.map(({ seriesId }) => seriesId)).size).toBe(1)
  })

  test('of whole days blocks the days of 23 and 25 hours whole', async () => {
    const coach = await newCoach(app, { timezone: 'America/Tijuana' })
    const sundays = await block(app, coach, '2027-03-07T08:00:00Z', '2027-03-08T08:00:00Z', {
      recurrence: { frequency: 'weekly', interval: 1, weekdays: [7], until: '2027-11-14' as never },
    })
    const lengths = sundays.map(({ startsAt, endsAt }) => (fromIso(endsAt) - fromIso(startsAt)) / 3_600_000)
    expect(lengths.filter((hours) => hours !== 24)).toEqual([23, 25])
    expect(lengths).toHaveLength(37)
  })

  test('goes one by one, from one on, or whole', async () => {
    const coach = await newCoach(app)
    const left = async () => startsOf((await calendarTime(app, coach, ...FEBRUARY)).blocks)
    const weekly = { recurrence: { frequency: 'weekly', interval: 1, count: 4 } as const }
    const [first, second, third] = await block(app, coach, ...MORNING, weekly)
    const all = await left()
    expect(all).toHaveLength(4)
    await remove(coach, second!.id)
    expect(await left()).toEqual([all[0], all[2], all[3]])
    await remove(coach, third!.id, 'following')
    expect(await left()).toEqual([all[0]])
    await remove(coach, first!.id, 'all')
    expect(await left()).toEqual([])
    // A block without a series is a single one.
    const [alone] = await block(app, coach, ...MORNING)
    expect((await remove(coach, alone!.id, 'all')).status).toBe(204)
    expect(await left()).toEqual([])
  })

  // @spec P.43
  test('is made whole or not at all', async () => {
    const coach = await newCoach(app)
    const body = { startsAt: MORNING[0] as IsoInstant, endsAt: MORNING[1] as IsoInstant }
    for (const recurrence of [
      { frequency: 'weekly', interval: 1, count: 53 },
      { frequency: 'weekly', interval: 1, count: 3, until: '2027-03-01' },
      { frequency: 'weekly', interval: 1, until: '2029-01-01' },
      { frequency: 'monthly', interval: 1, count: 3, weekdays: [1] },
    ]) {
      const { status, refusal } = await app.call(
        'POST /v1/coach/block/:coachId',
        { params: { coachId: coach.userId }, body: { ...body, recurrence: recurrence as never } },
        coach.token,
      )
      expect([status, Object.keys(refusal.fields ?? {})[0]]).toEqual([
        422,
        expect.stringMatching(/^recurrence/),
      ])
    }
    expect((await calendarTime(app, coach, ...FEBRUARY)).blocks).toEqual([])
  })
})

describe('what was given back', () => {
  // @spec P.44
  test('is blocked again, with all that went with it and nothing else', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const left = async () => (await calendarTime(app, coach, ...FEBRUARY)).blocks
    const weekly = { recurrence: { frequency: 'weekly', interval: 1, count: 4 } as const }
    const [, second, third] = await block(app, coach, ...MORNING, weekly)
    const all = await left()
    // Of one series at one moment: each deletion is undone for itself.
    await remove(coach, second!.id)
    await remove(coach, third!.id, 'following')
    expect((await restore(coach, third!.id)).body.data).toEqual([all[2], all[3]])
    expect(await left()).toEqual([all[0], all[2], all[3]])
    await remove(coach, third!.id, 'all')
    expect(await left()).toEqual([])
    await restore(coach, third!.id)
    await restore(coach, second!.id)
    expect(await left()).toEqual(all)
    const refused = await ask(app, client, OFFERED)
    expect(refused.refusal.code).toBe('session.not_offered')
  })

  test('is restored once by two who ask at once, and by nobody else', async () => {
    const coach = await newCoach(app)
    const [blocked] = await block(app, coach, ...MORNING)
    expect((await restore(coach, blocked!.id)).refusal.code).toBe('calendar.block_not_found')
    await remove(coach, blocked!.id)
    const other = await newCoach(app)
    expect((await restore(other, blocked!.id)).refusal.code).toBe('calendar.block_not_found')
    expect((await restore(other, blocked!.id, coach.userId)).refusal.code).toBe('coach.not_found')
    expect((await change(coach, blocked!.id, { startsAt: MORNING[0], endsAt: MORNING[1] })).status).toBe(404)
    const answers = await Promise.all([restore(coach, blocked!.id), restore(coach, blocked!.id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await calendarTime(app, coach, ...FEBRUARY)).blocks).toEqual([blocked])
  })

  test('is forgotten by the purge, from a moment on', async () => {
    const coach = await newCoach(app)
    const [old, recent] = [await block(app, coach, ...MORNING), await block(app, coach, ...MORNING)].flat()
    await remove(coach, old!.id)
    app.clock.advance(HOUR_MS)
    await remove(coach, recent!.id)
    const forgotten = () =>
      app.deps.db.transaction().execute((tx) => forgetDeletedBlocks(tx, app.clock.now(), 10))
    await forgotten()
    expect((await restore(coach, old!.id)).status).toBe(404)
    expect((await restore(coach, recent!.id)).status).toBe(200)
  })
})

describe('what is refused', () => {
  test.each([
    ['an end before the start', { endsAt: '2027-02-04T14:00:00Z' }, 'endsAt'],
    ['no length at all', { endsAt: '2027-02-04T15:00:00Z' }, 'endsAt'],
    ['more than a year', { endsAt: '2028-02-06T15:00:00Z' }, 'endsAt'],
    ['a date that does not exist', { startsAt: '2027-02-30T15:00:00Z' }, 'startsAt'],
    ['a title too long', { title: 'x'.repeat(121) }, 'title'],
    ['an unknown key', { coachId: NOBODY }, 'coachId'],
  ])('%s, with the field named and nothing kept', async (_, fields, field) => {
    const coach = await newCoach(app)
    const body = { startsAt: '2027-02-04T15:00:00Z', endsAt: '2027-02-04T16:00:00Z', ...fields }
    const url = `/v1/coach/block/${coach.userId}`
    const answer = await app.send({ method: 'POST', url, token: coach.token, body })
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) as string } })
    expect((await calendarTime(app, coach, ...FEBRUARY)).blocks).toEqual([])
  })

  test('the blocks and the calendar of another coach, exactly as those of nobody', async () => {
    const coach = await newCoach(app)
    const [own] = await block(app, coach, ...MORNING)
    const other = await newCoach(app)
    const [theirs] = await block(app, other, ...MORNING)
    const body = { startsAt: MORNING[0], endsAt: MORNING[1] }
    for (const id of [theirs!.id, NOBODY as BlockId]) {
      for (const { status, refusal } of [await remove(coach, id), await change(coach, id, body)]) {
        expect([status, refusal.code]).toEqual([404, 'calendar.block_not_found'])
      }
    }
    const query = { from: FEBRUARY[0] as IsoInstant, to: FEBRUARY[1] as IsoInstant }
    for (const coachId of [other.userId, NOBODY as UserId]) {
      const answers = [
        await remove(coach, own!.id, 'one', coachId),
        await change(coach, own!.id, body, coachId),
        await app.call('POST /v1/coach/block/:coachId', { params: { coachId }, body }, coach.token),
        await app.call('GET /v1/coach/calendar-time/:coachId', { params: { coachId }, query }, coach.token),
      ]
      for (const { status, refusal } of answers) {
        expect([status, refusal.code]).toEqual([404, 'coach.not_found'])
      }
    }
    expect((await calendarTime(app, other, ...FEBRUARY)).blocks).toEqual([theirs])
  })

  test('more than 400 days of a calendar, and a range that runs back', async () => {
    const coach = await newCoach(app)
    for (const to of ['2028-03-10T06:00:00Z', FEBRUARY[0]]) {
      const query = { from: FEBRUARY[0] as IsoInstant, to: to as IsoInstant }
      const { status, refusal } = await app.call(
        'GET /v1/coach/calendar-time/:coachId',
        { params: { coachId: coach.userId }, query },
        coach.token,
      )
      expect([status, Object.keys(refusal.fields!)]).toEqual([422, ['to']])
    }
  })
})

test('a calendar tells holidays, closed or not, and overrides of the dates it shows', async () => {
  const coach = await newCoach(app)
  const put = (from: string, windows: object[]) =>
    app.call(
      'PUT /v1/coach/availability/days/:coachId',
      { params: { coachId: coach.userId }, body: { from, to: from, windows } as never },
      coach.token,
    )
  await put('2027-03-15', [{ start: '10:00', end: '12:00' }])
  await put('2027-03-26', [])
  const { holidays, overrides } = await calendarTime(
    app,
    coach,
    '2027-03-01T06:00:00Z',
    '2027-05-02T06:00:00Z',
  )
  expect(holidays).toEqual([
    { date: '2027-03-15', key: 'juarez', closed: false },
    { date: '2027-03-25', key: 'holyThursday', closed: false },
    { date: '2027-03-26', key: 'goodFriday', closed: true },
    { date: '2027-05-01', key: 'labour', closed: true },
  ])
  expect(overrides.map(({ date }) => date)).toEqual(['2027-03-15', '2027-03-26'])
})
