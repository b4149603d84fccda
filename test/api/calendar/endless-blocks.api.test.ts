import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_ENDLESS_BLOCKS, type BlockDto } from '#contract/calendar/time-blocks.ts'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { BlockId } from '#contract/values.ts'
import { forgetDeletedBlocks } from '#server/modules/calendars/blocks.service.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import {
  block,
  calendarTime,
  changeBlock,
  removeBlock,
  restoreBlock,
  whyNot,
} from '#test/support/calendars.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, hours, offered } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

// Thursday 4 February 2027, 9:00 to 10:00 in Mexico City, which never changes its offset.
const MORNING = [OFFERED, '2027-02-04T16:00:00.000Z'] as const
const WEEKDAYS = { frequency: 'weekly', interval: 1, weekdays: [1, 2, 3, 4, 5] } as const
const WEEKLY = { frequency: 'weekly', interval: 1 } as const

/** A block of every weekday for ever; answers the first one. */
async function forEver(coach: TestCoach, recurrence: object = WEEKDAYS): Promise<BlockDto> {
  const blocks = await block(app, coach, ...MORNING, { title: 'Comida', recurrence })
  expect(blocks).toHaveLength(1)
  return blocks[0]!
}
/** The blocks of some days from a date on. */
async function blocksFrom(coach: TestCoach, date: string, days: number): Promise<BlockDto[]> {
  const from = fromIso(`${date}T06:00:00.000Z`)
  const { blocks } = await calendarTime(app, coach, toIso(from), toIso(epochMs(from + days * DAY_MS)))
  return blocks
}
const datesOf = (blocks: readonly BlockDto[]) => blocks.map(({ startsAt }) => startsAt.slice(5, 10))
const februaryOf = async (coach: TestCoach) => datesOf(await blocksFrom(coach, '2027-02-01', 28))
const remove = (coach: TestCoach, id: BlockId, scope?: SeriesScope) => removeBlock(app, coach, id, scope)
const restore = (coach: TestCoach, id: BlockId) => restoreBlock(app, coach, id)

describe('a block without end', () => {
  // @spec P.43
  test('is there at once, in a year and in ten, on its days only', async () => {
    const coach = await newCoach(app)
    const first = await forEver(coach)
    expect(first).toMatchObject({ title: 'Comida', endless: true, startsAt: MORNING[0], endsAt: MORNING[1] })
    const begun = await blocksFrom(coach, '2027-02-01', 12)
    expect(datesOf(begun)).toEqual(['02-04', '02-05', '02-08', '02-09', '02-10', '02-11', '02-12'])
    expect(begun[0]).toEqual(first)
    for (const date of ['2028-02-07', '2037-02-02', '2126-02-04']) {
      const week = await blocksFrom(coach, date, 7)
      expect(week).toHaveLength(5)
      expect(new Set(week.map(({ startsAt }) => startsAt.slice(11)))).toEqual(new Set(['15:00:00.000Z']))
      expect(week.every(({ endless, seriesId }) => endless && seriesId === first.seriesId)).toBe(true)
    }
    const year = await blocksFrom(coach, '2027-02-13', 400)
    expect(new Set([...begun, ...year].map(({ id }) => id)).size).toBe(7 + 285)
  })

  test('keeps its wall time across the change of offset, in the zone the coach had', async () => {
    const coach = await newCoach(app, { timezone: 'America/Tijuana' })
    await block(app, coach, '2027-03-07T17:00:00Z', '2027-03-07T18:00:00Z', { recurrence: WEEKLY })
    const times = async () =>
      (await blocksFrom(coach, '2027-03-01', 300)).map(({ startsAt }) => startsAt.slice(11, 13))
    const before = await times()
    expect(before.slice(0, 3)).toEqual(['17', '16', '16'])
    expect(before.at(-1)).toBe('17')
    await app.deps.db
      .updateTable('users')
      .set({ timezone: 'Europe/Madrid' })
      .where('id', '=', coach.userId)
      .execute()
    expect(await times()).toEqual(before)
  })

  test('repeats every month on its day, leaving out shorter months', async () => {
    const coach = await newCoach(app)
    await block(app, coach, '2027-03-31T15:00:00Z', '2027-03-31T16:00:00Z', {
      recurrence: { frequency: 'monthly', interval: 1 },
    })
    expect(datesOf(await blocksFrom(coach, '2027-03-01', 200))).toEqual(['03-31', '05-31', '07-31', '08-31'])
  })

  test('is not offered, and is not booked by a client nor by the coach who was not warned', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    const free = await offered(app, coach, client, '2027-03-18')
    await forEver(coach)
    const start = '2027-03-18T15:00:00.000Z'
    expect(await offered(app, coach, client, '2027-03-18')).toEqual(
      free.filter((each) => each >= '2027-03-18T16'),
    )
    expect((await ask(app, client, start)).refusal.code).toBe('session.not_offered')
    const refused = await book(app, coach, client, start, { outsideHours: false })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    expect(await whyNot(app, coach, start)).toMatchObject({ code: 'busy', inTheWay: { title: 'Comida' } })
    // Two years ahead as well.
    const later = '2029-03-15T15:30:00.000Z'
    const { body } = await app.call(
      'POST /v1/session/preview',
      { body: { type: 'Client', ...hours(later) } },
      coach.token,
    )
    expect(body.occurrences[0]!.warnings).toMatchObject([
      {
        code: 'blocked',
        inTheWay: { kind: 'block', title: 'Comida', startsAt: '2029-03-15T15:00:00.000Z' },
      },
    ])
    expect((await book(app, coach, client, later)).status).toBe(201)
  })

  test('keeps its title from clients', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await forEver(coach)
    const query = { from: '2027-02-05', to: '2027-02-05', duration: 60 }
    const params = { coachId: coach.userId }
    const answer = await app.call('GET /v1/coach/availability/days/:coachId', { params, query }, client.token)
    expect(JSON.stringify(answer.body)).not.toContain('Comida')
  })
})

describe('one date of it', () => {
  test('moves and is renamed under its id, and the others stay', async () => {
    const coach = await newCoach(app)
    const client = await newClient(app, coach)
    await forEver(coach, WEEKLY)
    const [, second, ...others] = await blocksFrom(coach, '2027-02-01', 28)
    const later = { startsAt: '2027-02-12T18:00:00.000Z', endsAt: '2027-02-12T19:00:00.000Z' }
    const moved = await changeBlock(app, coach, second!.id, { ...later, title: 'Dentista' })
    expect([moved.status, moved.body]).toEqual([200, { ...second, ...later, title: 'Dentista' }])
    expect((await blocksFrom(coach, '2027-02-08', 28)).slice(0, 3)).toEqual([moved.body, ...others])
    expect((await ask(app, client, second!.startsAt)).status).toBe(201)
    const again = await changeBlock(app, coach, second!.id, { ...later, title: '' })
    expect(again.body).toEqual({ ...moved.body, title: null })
    expect(await februaryOf(coach)).toEqual(['02-04', '02-12', '02-18', '02-25'])
  })

  test('is given back and blocked again alone, changed or not', async () => {
    const coach = await newCoach(app)
    await forEver(coach, WEEKLY)
    const all = await blocksFrom(coach, '2027-02-01', 28)
    const [, second, third] = all
    expect((await remove(coach, second!.id)).status).toBe(204)
    expect((await remove(coach, second!.id)).refusal.code).toBe('calendar.block_not_found')
    expect(await februaryOf(coach)).toEqual(['02-04', '02-18', '02-25'])
    expect((await restore(coach, second!.id)).body.data).toEqual([second])
    expect(await blocksFrom(coach, '2027-02-01', 28)).toEqual(all)
    const { body: changed } = await changeBlock(app, coach, third!.id, {
      startsAt: '2027-02-19T15:00:00.000Z',
      endsAt: '2027-02-19T16:00:00.000Z',
    })
    await remove(coach, changed.id)
    expect(await februaryOf(coach)).toEqual(['02-04', '02-11', '02-25'])
    expect((await restore(coach, changed.id)).body.data).toEqual([changed])
    expect(await februaryOf(coach)).toEqual(['02-04', '02-11', '02-19', '02-25'])
  })

  test('is given back or changed once by two who ask at once', async () => {
    const coach = await newCoach(app)
    await forEver(coach, WEEKLY)
    const [, second, third] = await blocksFrom(coach, '2027-02-01', 28)
    const statuses = async (...answers: Promise<{ status: number }>[]) =>
      (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(await statuses(remove(coach, second!.id), remove(coach, second!.id))).toEqual([204, 404])
    expect(await statuses(restore(coach, second!.id), restore(coach, second!.id))).toEqual([200, 404])
    const body = { startsAt: third!.startsAt, endsAt: third!.endsAt, title: 'Dentista' }
    const change = () => changeBlock(app, coach, third!.id, body)
    expect(await statuses(change(), change())).toEqual([200, 200])
    expect(await februaryOf(coach)).toEqual(['02-04', '02-11', '02-18', '02-25'])
  })

  test('is that of its coach only', async () => {
    const coach = await newCoach(app)
    const first = await forEver(coach)
    const other = await newCoach(app)
    const body = { startsAt: MORNING[0], endsAt: MORNING[1] }
    await remove(coach, first.id)
    for (const { status, refusal } of [
      await remove(other, first.id),
      await changeBlock(app, other, first.id, body),
      await restore(other, first.id),
    ]) {
      expect([status, refusal.code]).toEqual([404, 'calendar.block_not_found'])
    }
    const beyond = `${first.id.slice(0, -6)}ffffff` as BlockId
    expect((await remove(coach, beyond)).status).toBe(404)
    expect((await blocksFrom(other, '2027-02-01', 28)).length).toBe(0)
  })
})

describe('the series', () => {
  // @spec P.44
  test('ends from a date on or goes whole; each deletion is undone by itself', async () => {
    const coach = await newCoach(app)
    await forEver(coach, WEEKLY)
    const all = await blocksFrom(coach, '2027-02-01', 28)
    const [first, second, third, fourth] = all
    await remove(coach, fourth!.id, 'following')
    // What is left ends.
    expect(await blocksFrom(coach, '2027-02-01', 60)).toEqual(
      [first, second, third].map((each) => ({ ...each, endless: false })),
    )
    expect(await blocksFrom(coach, '2031-02-01', 28)).toEqual([])
    await remove(coach, second!.id)
    await remove(coach, third!.id, 'all')
    expect(await februaryOf(coach)).toEqual([])
    expect((await restore(coach, fourth!.id)).body.data).toEqual([fourth])
    expect(await februaryOf(coach)).toEqual(['02-25'])
    expect(await blocksFrom(coach, '2031-02-01', 28)).toHaveLength(4)
    expect(datesOf((await restore(coach, third!.id)).body.data)).toEqual(['02-04'])
    expect(await februaryOf(coach)).toEqual(['02-04', '02-18', '02-25'])
    await restore(coach, second!.id)
    expect(await blocksFrom(coach, '2027-02-01', 28)).toEqual(all)
  })

  test('takes its changed dates with it and brings them back', async () => {
    const coach = await newCoach(app)
    await forEver(coach, WEEKLY)
    const [, second, third] = await blocksFrom(coach, '2027-02-01', 28)
    const { body: changed } = await changeBlock(app, coach, third!.id, {
      startsAt: '2027-02-19T15:00:00.000Z',
      endsAt: '2027-02-19T16:00:00.000Z',
    })
    await remove(coach, second!.id, 'following')
    expect(await februaryOf(coach)).toEqual(['02-04'])
    expect((await restore(coach, second!.id)).body.data).toEqual([second, changed])
    expect(await februaryOf(coach)).toEqual(['02-04', '02-11', '02-19', '02-25'])
    await remove(coach, changed.id, 'following')
    expect(await februaryOf(coach)).toEqual(['02-04', '02-11'])
    await restore(coach, changed.id)
    expect(await februaryOf(coach)).toEqual(['02-04', '02-11', '02-19', '02-25'])
  })

  test('is one of at most 20 that go on, also after an undo', async () => {
    const coach = await newCoach(app)
    const first = await forEver(coach)
    for (let more = 1; more < MOST_ENDLESS_BLOCKS; more += 1) await forEver(coach, WEEKLY)
    const another = () =>
      app.call(
        'POST /v1/coach/block/:coachId',
        {
          params: { coachId: coach.userId },
          body: {
            startsAt: MORNING[0],
            endsAt: MORNING[1],
            recurrence: { ...WEEKDAYS, weekdays: [1] },
          },
        },
        coach.token,
      )
    const refused = await another()
    expect([refused.status, refused.refusal.code]).toEqual([409, 'calendar.too_many_endless_blocks'])
    const [, second] = (await blocksFrom(coach, '2027-02-01', 7)).filter(
      ({ seriesId }) => seriesId === first.seriesId,
    )
    await remove(coach, second!.id, 'following')
    expect((await another()).status).toBe(201)
    expect((await restore(coach, second!.id)).refusal.code).toBe('calendar.too_many_endless_blocks')
    // Those that end are not counted.
    await block(app, coach, ...MORNING, { recurrence: { ...WEEKLY, count: 3 } })
  })

  test('is forgotten by the purge where it was given back, and else stays as it was', async () => {
    const coach = await newCoach(app)
    const gone = await forEver(coach)
    await remove(coach, gone.id, 'all')
    await forEver(coach, WEEKLY)
    const [, second, third, fourth] = await blocksFrom(coach, '2027-02-01', 28)
    await remove(coach, second!.id)
    await changeBlock(app, coach, third!.id, {
      startsAt: third!.startsAt,
      endsAt: third!.endsAt,
      title: 'Dentista',
    })
    app.clock.advance(HOUR_MS)
    await remove(coach, fourth!.id)
    const forget = () =>
      app.deps.db.transaction().execute((tx) => forgetDeletedBlocks(tx, app.clock.now(), 1_000))
    await forget()
    const left = app.deps.db.selectFrom('endless_blocks').where('coach_id', '=', coach.userId).select('id')
    expect(await left.execute()).toEqual([{ id: second!.seriesId }])
    expect((await restore(coach, gone.id)).status).toBe(404)
    expect((await restore(coach, second!.id)).status).toBe(404)
    expect(await februaryOf(coach)).toEqual(['02-04', '02-18'])
    expect((await restore(coach, fourth!.id)).status).toBe(200)
  })
})

test('sessions never repeat without end', async () => {
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const answer = await book(app, coach, client, OFFERED, { recurrence: WEEKLY as never })
  expect([answer.status, Object.keys(answer.refusal.fields ?? {})]).toEqual([422, ['recurrence.count']])
})
