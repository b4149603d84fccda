import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/endpoint.ts'
import type { SeriesScope } from '#contract/calendar/recurrence.ts'
import type { rescheduleSession } from '#contract/sessions/session-moves.ts'
import type { SessionListItem } from '#contract/sessions/sessions.ts'
import type { DomainEventType } from '#server/domain-events.ts'
import { MINUTE_MS, fromIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, close, goTo, hours, made } from '#test/support/sessions.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

/** Five Mondays at 10:00 in Tijuana; the clocks change on Sunday 14 March 2027. */
const STARTS = [
  '2027-02-22T18:00:00.000Z',
  '2027-03-01T18:00:00.000Z',
  '2027-03-08T18:00:00.000Z',
  '2027-03-15T17:00:00.000Z',
  '2027-03-22T17:00:00.000Z',
]

async function makeSeries() {
  const coach = await newCoach(app, { timezone: 'America/Tijuana' })
  const client = await newClient(app, coach)
  const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [], count: 5 }
  await made(book(app, coach, client, STARTS[0], { recurrence }))
  const sessions = await sessionsOf(coach)
  expect(sessions.map(({ startsAt }) => startsAt)).toEqual(STARTS)
  return { coach, client, sessions }
}

async function sessionsOf(coach: TestCoach): Promise<SessionListItem[]> {
  const { body } = await app.call(
    'GET /v1/session/coach/:coachId',
    { params: { coachId: coach.userId }, query: { items: 100 } },
    coach.token,
  )
  return body.data
}

const brief = async (coach: TestCoach) =>
  (await sessionsOf(coach)).map(({ startsAt, status }) => [startsAt.slice(0, 16), status])

const cancel = (
  person: { token: string },
  { id: sessionId }: { id: SessionListItem['id'] },
  scope?: SeriesScope,
) =>
  app.call(
    'POST /v1/session/:sessionId/cancel',
    { params: { sessionId }, body: { reason: 'Me voy de viaje.', scope } },
    person.token,
  )

const move = (
  coach: TestCoach,
  { id: sessionId }: { id: SessionListItem['id'] },
  startsAt: string,
  more: Partial<InputOf<typeof rescheduleSession>['body']> = {},
  minutes = 60,
) =>
  app.call(
    'POST /v1/session/:sessionId/reschedule',
    { params: { sessionId }, body: { ...hours(startsAt, minutes), outsideHours: true, ...more } },
    coach.token,
  )

async function eventsOf(coach: TestCoach, type: DomainEventType) {
  const rows = await app.deps.db
    .selectFrom('domain_events')
    .select(['payload'])
    .where('coach_id', '=', coach.userId)
    .where('type', '=', type)
    .orderBy('occurred_at')
    .execute()
  return rows.map(({ payload }) => payload as { startsAt: string; quiet?: true; seriesId?: string })
}

describe('cancelling', () => {
  test('one leaves the others', async () => {
    const { coach, sessions } = await makeSeries()
    expect((await cancel(coach, sessions[1]!)).body.status).toBe('cancelledByCoach')
    expect((await brief(coach)).map(([, status]) => status)).toEqual([
      'confirmed',
      'cancelledByCoach',
      'confirmed',
      'confirmed',
      'confirmed',
    ])
  })

  // @spec P.52
  test('this and the following leaves what is before, and tells of all in one', async () => {
    const { coach, sessions } = await makeSeries()
    const { status, body } = await cancel(coach, sessions[2]!, 'following')
    expect([status, body.id, body.status, body.cancellation?.reason]).toEqual([
      200,
      sessions[2]!.id,
      'cancelledByCoach',
      'Me voy de viaje.',
    ])
    expect((await brief(coach)).map(([, one]) => one)).toEqual([
      'confirmed',
      'confirmed',
      'cancelledByCoach',
      'cancelledByCoach',
      'cancelledByCoach',
    ])
    const told = await eventsOf(coach, 'session.cancelled')
    const loud = told.filter(({ quiet }) => !quiet)
    expect([told.length, loud.map(({ startsAt }) => startsAt)]).toEqual([3, [STARTS[2]]])
    expect(new Set(told.map(({ seriesId }) => seriesId))).toEqual(new Set([sessions[0]!.seriesId]))
    // Their timers are gone: nobody is reminded.
    const timers = await app.deps.db
      .selectFrom('timers')
      .select('key')
      .where('key', 'like', `%${sessions[3]!.id}%`)
      .execute()
    expect(timers).toEqual([])
  })

  test('all leaves what was held and what has begun', async () => {
    const { coach, client, sessions } = await makeSeries()
    await goTo(app, '2027-03-01T18:30:00Z', coach, client)
    expect((await close(app, coach, sessions[0]!.id)).status).toBe(200)
    expect((await cancel(coach, sessions[4]!, 'all')).status).toBe(200)
    expect((await brief(coach)).map(([, status]) => status)).toEqual([
      'completed',
      'confirmed',
      'cancelledByCoach',
      'cancelledByCoach',
      'cancelledByCoach',
    ])
    const begun = await cancel(coach, sessions[1]!, 'all')
    expect([begun.status, begun.refusal.code]).toEqual([409, 'session.wrong_state'])
  })

  test('all of a session without a series is that one', async () => {
    const { coach, client } = await makeSeries()
    const alone = await made(book(app, coach, client, '2027-02-25T18:00:00Z'))
    expect((await cancel(coach, alone, 'all')).body.status).toBe('cancelledByCoach')
    expect((await brief(coach)).filter(([, status]) => status !== 'confirmed')).toHaveLength(1)
  })

  test('more than their own session is not the client’s, nor a stranger’s at all', async () => {
    const { client, coach, sessions } = await makeSeries()
    const refused = await cancel(client, sessions[0]!, 'all')
    expect([refused.status, refused.refusal.fields]).toEqual([422, { scope: 'Este dato no se espera aquí.' }])
    const stranger = await newCoach(app)
    const foreign = await cancel(stranger, sessions[0]!, 'all')
    expect([foreign.status, foreign.refusal.code]).toEqual([404, 'session.not_found'])
    expect((await brief(coach)).every(([, status]) => status === 'confirmed')).toBe(true)
  })
})

describe('moving', () => {
  test('all keeps one wall time over the change of offset, and one that was moved alone keeps its distance', async () => {
    const { coach, sessions } = await makeSeries()
    expect((await move(coach, sessions[1]!, '2027-03-02T20:00:00Z')).status).toBe(200)
    // From Monday 10:00 to Wednesday 11:30.
    const { status, body } = await move(coach, sessions[0]!, '2027-02-24T19:30:00Z', { scope: 'all' })
    expect([status, body.startsAt]).toEqual([200, '2027-02-24T19:30:00.000Z'])
    expect((await brief(coach)).map(([start]) => start)).toEqual([
      '2027-02-24T19:30',
      '2027-03-04T21:30',
      '2027-03-10T19:30',
      '2027-03-17T18:30',
      '2027-03-24T18:30',
    ])
    expect(new Set((await sessionsOf(coach)).map(({ seriesId }) => seriesId))).toEqual(
      new Set([sessions[0]!.seriesId]),
    )
    const told = (await eventsOf(coach, 'session.rescheduled')).slice(1)
    expect(told.filter(({ quiet }) => !quiet).map(({ startsAt }) => startsAt)).toEqual([
      '2027-02-24T19:30:00.000Z',
    ])
    const rule = await app.deps.db
      .selectFrom('session_series')
      .select(['rule', 'start_time'])
      .where('id', '=', sessions[0]!.seriesId!)
      .executeTakeFirstOrThrow()
    expect(rule).toMatchObject({ start_time: '11:30', rule: { frequency: 'weekly', count: 5 } })
  })

  test('by less than its own length, in either direction: none is in the way of another', async () => {
    const { coach, client } = await makeSeries()
    const recurrence = { frequency: 'weekly' as const, interval: 1, weekdays: [1, 2, 3, 4, 5], count: 5 }
    const first = await made(book(app, coach, client, '2027-04-05T17:00:00Z', { recurrence }))
    for (const to of ['2027-04-06T17:00:00Z', '2027-04-05T16:30:00Z', '2027-04-05T17:00:00Z']) {
      expect((await move(coach, first, to, { scope: 'all' })).status).toBe(200)
    }
    // A new length is for all of them.
    expect((await move(coach, first, '2027-04-05T17:00:00Z', { scope: 'all' }, 90)).status).toBe(200)
    const lengths = (await sessionsOf(coach))
      .slice(5)
      .map(({ startsAt, endsAt }) => fromIso(endsAt) - fromIso(startsAt))
    expect(new Set(lengths)).toEqual(new Set([90 * 60_000]))
  })

  test('this and the following splits them off; what was held stays', async () => {
    const { coach, client, sessions } = await makeSeries()
    await goTo(app, '2027-02-22T19:00:00Z', coach, client)
    expect((await close(app, coach, sessions[0]!.id)).status).toBe(200)
    expect((await move(coach, sessions[2]!, '2027-03-08T20:00:00Z', { scope: 'following' })).status).toBe(200)
    const after = await sessionsOf(coach)
    expect(after.map(({ startsAt }) => startsAt)).toEqual([
      STARTS[0],
      STARTS[1],
      '2027-03-08T20:00:00.000Z',
      '2027-03-15T19:00:00.000Z',
      '2027-03-22T19:00:00.000Z',
    ])
    const [early, , late] = after
    expect(after.map(({ seriesId }) => seriesId === early!.seriesId)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(new Set(after.slice(2).map(({ seriesId }) => seriesId))).toEqual(new Set([late!.seriesId]))
    const events = await eventsOf(coach, 'session.rescheduled')
    expect(new Set(events.map(({ seriesId }) => seriesId))).toEqual(new Set([late!.seriesId]))
    // A later change of the new one leaves the old one alone.
    expect((await cancel(coach, late!, 'all')).status).toBe(200)
    expect((await brief(coach)).map(([, status]) => status)).toEqual([
      'completed',
      'confirmed',
      'cancelledByCoach',
      'cancelledByCoach',
      'cancelledByCoach',
    ])
  })

  test('family 13: is all or nothing: where the last one overlaps, none moves', async () => {
    const { coach, client, sessions } = await makeSeries()
    await made(book(app, coach, client, '2027-03-22T19:30:00Z'))
    const before = await brief(coach)
    const refused = await move(coach, sessions[0]!, '2027-02-22T20:00:00Z', { scope: 'all' })
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.overlap'])
    expect(await brief(coach)).toEqual(before)
  })

  test('is refused outside the hours when nobody said that this is known, into the past, and to where it is', async () => {
    const { coach, sessions } = await makeSeries()
    const before = await brief(coach)
    const closed = await move(coach, sessions[0]!, '2027-02-23T05:00:00Z', {
      scope: 'all',
      outsideHours: undefined,
    })
    expect([closed.status, closed.refusal.code]).toEqual([409, 'session.not_offered'])
    // The last could go there, but the first of them would be past.
    const past = await move(coach, sessions[4]!, '2027-02-25T18:00:00Z', { scope: 'all' })
    expect([past.status, Object.keys(past.refusal.fields!)]).toEqual([422, ['startsAt']])
    const same = await move(coach, sessions[0]!, STARTS[0]!, { scope: 'all' })
    expect([same.status, Object.keys(same.refusal.fields!)]).toEqual([422, ['startsAt']])
    expect(await brief(coach)).toEqual(before)
  })

  test('quietly tells nobody', async () => {
    const { coach, sessions } = await makeSeries()
    expect(
      (await move(coach, sessions[0]!, '2027-02-22T20:00:00Z', { scope: 'all', notify: false })).status,
    ).toBe(200)
    const told = await eventsOf(coach, 'session.rescheduled')
    expect(told.map(({ quiet }) => quiet)).toEqual([true, true, true, true, true])
  })

  test.each<[notify: boolean, before: string]>([
    [false, 'lunes 8 de marzo, 10:00'],
    [true, 'lunes 8 de marzo, 12:00'],
  ])(
    'with notify %s, the mail of a later move names the time that its client was told of',
    async (notify, before) => {
      const { coach, client, sessions } = await makeSeries()
      app.clock.advance(MINUTE_MS)
      await move(coach, sessions[0]!, '2027-02-22T20:00:00Z', { scope: 'all', notify })
      app.clock.advance(5 * MINUTE_MS)
      await app.settle()
      await move(coach, sessions[2]!, '2027-03-09T20:00:00Z')
      app.clock.advance(5 * MINUTE_MS)
      await app.settle()
      const [mail] = await app.mails(client.email)
      expect(mail!.text).toContain(`Antes: ${before}`)
    },
  )

  test('undone whole when the database fails in the middle', async () => {
    const { coach, sessions } = await makeSeries()
    const before = await brief(coach)
    const { jobs } = app.deps
    const enqueueAll = jobs.enqueueAll.bind(jobs)
    jobs.enqueueAll = () => Promise.reject(new Error('the queue is away'))
    const failed = await move(coach, sessions[2]!, '2027-03-08T20:00:00Z', { scope: 'following' })
    jobs.enqueueAll = enqueueAll
    expect(failed.status).toBe(500)
    expect(await brief(coach)).toEqual(before)
    const series = await app.deps.db
      .selectFrom('session_series')
      .select('id')
      .where('coach_id', '=', coach.userId)
      .execute()
    expect(series).toHaveLength(1)
  })

  test('against a booking of where one of them goes: one of the two succeeds whole', async () => {
    const { coach, client, sessions } = await makeSeries()
    const answers = await Promise.all([
      move(coach, sessions[0]!, '2027-02-22T20:00:00Z', { scope: 'all' }),
      book(app, coach, client, '2027-03-15T19:00:00Z'),
      cancel(coach, sessions[0]!, 'all'),
    ])
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const confirmed = (await sessionsOf(coach)).filter(({ status }) => status === 'confirmed')
    for (const [i, one] of confirmed.entries()) {
      for (const other of confirmed.slice(i + 1)) {
        expect(one.endsAt <= other.startsAt || other.endsAt <= one.startsAt).toBe(true)
      }
    }
  })
})

describe('editing', () => {
  const edit = (coach: TestCoach, { id: sessionId }: { id: SessionListItem['id'] }, scope?: SeriesScope) =>
    app.call(
      'PUT /v1/session/:sessionId',
      { params: { sessionId }, body: { title: 'Círculo de lectura', place: 'Café Tal', scope } },
      coach.token,
    )

  test.each([
    ['one' as const, [false, false, true, false, false]],
    ['following' as const, [false, false, true, true, true]],
    ['all' as const, [true, true, true, true, true]],
  ])('%s', async (scope, changed) => {
    const { coach, sessions } = await makeSeries()
    const { status, body } = await edit(coach, sessions[2]!, scope)
    expect([status, body.title, body.channel]).toEqual([200, 'Círculo de lectura', 'place'])
    expect((await sessionsOf(coach)).map(({ title }) => title === 'Círculo de lectura')).toEqual(changed)
    expect(await eventsOf(coach, 'session.edited')).toHaveLength(changed.filter(Boolean).length)
  })
})
