import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SessionId, toWire } from '#contract/values.ts'
import { addMinutes, fromIso, toIso } from '#time/clock.ts'
import type { DomainEventType } from '#server/domain-events.ts'
import { expireSession, lapseMove } from '#server/modules/sessions/sessions.service.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newGroup } from '#test/support/groups.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import {
  OFFERED,
  ask,
  book,
  goTo,
  groupSession,
  hours,
  lifeOf,
  made,
  offered,
  setCalendar,
  setLinks,
} from '#test/support/sessions.ts'

let app: TestApp
let life: ReturnType<typeof lifeOf>
beforeAll(async () => {
  app = await makeApp()
  life = lifeOf(app)
})
afterAll(() => app.finish())
beforeEach(() => app.clock.set(instant(TEST_NOW)))

/** Offered starts of the days after OFFERED. */
const FRIDAY = '2027-02-05T16:00:00.000Z'
const MONDAY = '2027-02-08T15:00:00.000Z'
const TUESDAY = '2027-02-09T15:00:00.000Z'
const THURSDAY = '2027-02-11T15:00:00.000Z'

async function pair() {
  const coach = await newCoach(app)
  return { coach, client: await newClient(app, coach) }
}
type Pair = Awaited<ReturnType<typeof pair>>

const sequenceOf = async (id: SessionId) => {
  const row = await app.deps.db
    .selectFrom('sessions')
    .select('sequence')
    .where('id', '=', id)
    .executeTakeFirst()
  return row!.sequence
}
const unpay = ({ coach }: Pair) =>
  app.deps.db.updateTable('coaches').set({ payment_status: 'none' }).where('id', '=', coach.userId).execute()
const pause = ({ client }: Pair) =>
  app.deps.db.updateTable('clients').set({ status: 'paused' }).where('id', '=', client.clientId).execute()
const freeOn = async ({ coach, client }: Pair, date: string) => offered(app, coach, client, date)

// @spec P.8
describe('proposing other times', () => {
  test('frees the one asked for, holds none of the new ones, and the client chooses', async () => {
    const people = await pair()
    const { coach, client } = people
    await setLinks(app, coach, { meet: 'https://meet.example/ana' })
    const { id } = await made(ask(app, client))
    const proposed = await made(life.propose(coach, id, MONDAY, FRIDAY))
    expect(proposed).toMatchObject({
      status: 'proposed',
      startsAt: OFFERED,
      proposals: [hours(MONDAY), hours(FRIDAY)],
      expiresAt: '2027-02-04T15:00:00.000Z',
      allowedActions: ['reject', 'edit', 'editAgenda'],
    })
    expect((await life.get(client, id)).body.allowedActions).toEqual(['accept', 'editAgenda', 'cancel'])
    expect(await freeOn(people, '2027-02-04')).toContain(OFFERED)
    expect(await freeOn(people, '2027-02-05')).toContain(FRIDAY)

    const chosen = await made(life.accept(client, id, FRIDAY))
    expect(chosen).toMatchObject({
      status: 'confirmed',
      ...hours(FRIDAY),
      proposals: [],
      expiresAt: null,
      title: 'Sesión 1 con Ana',
      // The coach was not asked where: their own address.
      meetingUrl: 'https://meet.example/ana',
    })
    expect(await freeOn(people, '2027-02-05')).not.toContain(FRIDAY)
    expect(await sequenceOf(id)).toBe(1)
    expect((await life.accept(client, id, MONDAY)).refusal.code).toBe('session.wrong_state')
    expect((await life.propose(coach, id, MONDAY)).refusal.code).toBe('session.wrong_state')
  })

  test('takes one to three future times that clash with no session of the coach, each once', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await made(book(app, coach, client, MONDAY))
    const tries = await Promise.all([
      life.propose(coach, id),
      life.propose(coach, id, FRIDAY, TUESDAY, THURSDAY, '2027-02-12T15:00:00.000Z'),
      life.propose(coach, id, FRIDAY, FRIDAY),
      life.propose(coach, id, OFFERED),
      life.propose(coach, id, TEST_NOW),
      app.call(
        'POST /v1/session/:sessionId/propose',
        { params: { sessionId: id }, body: { times: [hours(FRIDAY, 60), hours(TUESDAY, 10)] } },
        coach.token,
      ),
      app.call(
        'POST /v1/session/:sessionId/propose',
        {
          params: { sessionId: id },
          body: { times: [{ ...hours(FRIDAY), endsAt: hours(FRIDAY).startsAt }] },
        },
        coach.token,
      ),
    ])
    expect(tries.map(({ status, refusal }) => [status, ...Object.keys(refusal.fields ?? {})])).toEqual([
      [422, 'times'],
      [422, 'times'],
      [422, 'times.1.startsAt'],
      [422, 'times.0.startsAt'],
      [422, 'times.0.startsAt'],
      [422, 'times.1.endsAt'],
      [422, 'times.0.endsAt'],
    ])
    expect(tries[2].refusal.fields).toEqual({ 'times.1.startsAt': 'Ya propusiste esta hora.' })
    const taken = await life.propose(coach, id, FRIDAY, '2027-02-08T15:30:00.000Z')
    expect([taken.status, taken.refusal.code]).toEqual([409, 'session.overlap'])
    expect((await life.get(coach, id)).body.status).toBe('requested')
    // Outside the offered hours the coach knows their day.
    expect((await made(life.propose(coach, id, '2027-02-06T15:00:00.000Z'))).status).toBe('proposed')
  })

  test('is answered with one of them, while it is free', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await made(life.propose(coach, id, MONDAY, FRIDAY))
    const other = await life.accept(client, id, TUESDAY)
    expect([other.status, other.refusal.fields]).toEqual([
      422,
      { startsAt: 'Elige una de las horas que te propuso tu coach.' },
    ])
    await made(book(app, coach, client, FRIDAY))
    const gone = await life.accept(client, id, FRIDAY)
    expect([gone.status, gone.refusal.code]).toEqual([409, 'session.overlap'])
    expect((await made(life.accept(client, id, MONDAY))).startsAt).toBe(MONDAY)
  })

  test('can still be turned down, or taken back, after the time first asked for', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const second = await made(ask(app, client, FRIDAY))
    await made(life.propose(coach, id, TUESDAY))
    await made(life.propose(coach, second.id, THURSDAY))
    app.clock.set(instant('2027-02-04T14:50:00Z'))
    await goTo(app, '2027-02-05T16:00:01Z', coach, client)
    expect((await made(life.reject(coach, id))).status).toBe('rejected')
    expect((await made(life.cancel(client, second.id))).cancellation).toMatchObject({
      by: 'client',
      late: false,
    })
  })

  test('in vain while the coach has not paid, or the process rests', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(ask(app, client))
    await made(life.propose(coach, id, FRIDAY))
    await pause(people)
    expect((await life.accept(client, id, FRIDAY)).refusal.code).toBe('session.client_inactive')
    expect((await life.get(client, id)).body.allowedActions).toEqual(['editAgenda', 'cancel'])
    await unpay(people)
    expect((await life.accept(client, id, FRIDAY)).refusal.code).toBe('coach.unpaid')
  })
})

describe('the clock', () => {
  const expire = (sessionId: SessionId, startsAt: string) =>
    app.deps.db
      .transaction()
      .execute((tx) =>
        expireSession(app.deps, tx, { type: 'session.expire', sessionId, startsAt: startsAt as never }),
      )

  test('lets times lapse that nobody chose from, 48 hours on or 2 hours before the first', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await made(life.propose(coach, id, MONDAY, FRIDAY))
    app.clock.set(instant('2027-02-04T14:59:59.999Z'))
    await expire(id, OFFERED)
    await goTo(app, '2027-02-04T15:00:00Z', coach, client)
    expect((await life.get(client, id)).body.status).toBe('proposed')
    await expire(id, OFFERED)
    expect((await life.get(client, id)).body).toMatchObject({
      status: 'expired',
      allowedActions: [],
      proposals: [],
    })
    expect(await sequenceOf(id)).toBe(1)
    expect((await life.accept(client, id, FRIDAY)).refusal.code).toBe('session.wrong_state')
    await expire(id, OFFERED)
    expect(await sequenceOf(id)).toBe(1)
  })

  test('leaves a request alone that was answered, or that is not due', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    await expire(id, OFFERED)
    expect((await life.get(client, id)).body.status).toBe('requested')
    await made(life.confirm(coach, id))
    app.clock.set(instant(OFFERED))
    await expire(id, OFFERED)
    await goTo(app, OFFERED, client)
    expect((await life.get(client, id)).body.status).toBe('confirmed')
  })
})

describe('moving by the coach', () => {
  test('goes anywhere ahead, until it is closed, and tells the client unless told not to', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client))
    const moved = await made(life.reschedule(coach, id, FRIDAY))
    expect(moved).toMatchObject({ status: 'confirmed', ...hours(FRIDAY), moveRequest: null })
    expect(await freeOn(people, '2027-02-04')).toContain(OFFERED)
    expect(await sequenceOf(id)).toBe(1)
    // Cut off half-way: the rest another day, in the evening, longer.
    await goTo(app, '2027-02-05T16:20:00Z', coach)
    const night = '2027-02-06T02:00:00.000Z'
    const refused = await life.reschedule(coach, id, night)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.not_offered'])
    const late = await made(
      life.reschedule(coach, id, night, { ...hours(night, 90), outsideHours: true, notify: false }),
    )
    expect(late).toMatchObject(hours(night, 90))
    expect(await sequenceOf(id)).toBe(2)
    const rows = await eventsOf(id, 'session.rescheduled')
    expect(rows).toEqual([
      expect.objectContaining({ by: 'coach', fromStartsAt: OFFERED, startsAt: FRIDAY }),
      expect.objectContaining({ by: 'coach', fromStartsAt: FRIDAY, startsAt: night, quiet: true }),
    ])
    expect(rows[0]).not.toHaveProperty('quiet')
  })

  test('may overlap its own old time, and no other session', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await made(book(app, coach, client, '2027-02-04T17:00:00.000Z'))
    const half = '2027-02-04T15:30:00.000Z'
    expect((await made(life.reschedule(coach, id, half, { outsideHours: true }))).startsAt).toBe(half)
    const over = await life.reschedule(coach, id, '2027-02-04T16:30:00.000Z', { outsideHours: true })
    expect([over.status, over.refusal.code]).toEqual([409, 'session.overlap'])
  })

  test.each([
    ['the same time', hours(OFFERED), 'startsAt', 'La sesión ya tiene esa hora. Elige otra.'],
    ['the past', hours('2027-02-02T14:59:00.000Z'), 'startsAt', 'Elige una hora que esté por venir.'],
    ['now', hours(TEST_NOW), 'startsAt', 'Elige una hora que esté por venir.'],
    ['an end before the start', { ...hours(FRIDAY), endsAt: hours(OFFERED).endsAt }, 'endsAt', undefined],
    ['ten minutes', hours(FRIDAY, 10), 'endsAt', undefined],
    ['nine hours', hours(FRIDAY, 540), 'endsAt', undefined],
  ])('to %s is refused with the field named', async (_, time, field, text) => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    const { status, refusal } = await life.reschedule(coach, id, FRIDAY, { ...time, outsideHours: true })
    expect([status, Object.keys(refusal.fields!)]).toEqual([422, [field]])
    if (text !== undefined) expect(refusal.fields).toEqual({ [field]: text })
    expect((await life.get(coach, id)).body.startsAt).toBe(OFFERED)
  })

  test('is for confirmed sessions', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    expect((await life.reschedule(coach, id, FRIDAY)).refusal.code).toBe('session.wrong_state')
    await made(life.confirm(coach, id))
    await made(life.cancel(coach, id))
    expect((await life.reschedule(coach, id, FRIDAY)).refusal.code).toBe('session.wrong_state')
  })
})

describe('moving by the client', () => {
  test('takes effect at once until twice the notice before', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client))
    // 48 hours before, to the moment.
    const moved = await made(life.reschedule(client, id, FRIDAY))
    expect(moved).toMatchObject({ ...hours(FRIDAY), moveRequest: null })
    expect(await eventsOf(id, 'session.rescheduled')).toEqual([
      expect.objectContaining({ by: 'client', fromStartsAt: OFFERED }),
    ])
    expect(await freeOn(people, '2027-02-04')).toContain(OFFERED)
  })

  test('is asked for from then until the notice, and the coach agrees', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client))
    app.clock.set(instant('2027-02-02T15:00:00.001Z'))
    const asked = await made(life.reschedule(client, id, FRIDAY))
    expect(asked).toMatchObject({
      ...hours(OFFERED),
      moveRequest: { ...hours(FRIDAY), at: '2027-02-02T15:00:00.001Z' },
      allowedActions: ['requestMove', 'withdrawMove', 'editAgenda', 'cancel'],
    })
    expect(await sequenceOf(id)).toBe(0)
    expect(await eventsOf(id, 'session.move_requested')).toEqual([
      expect.objectContaining({ toStartsAt: FRIDAY, lapsesAt: '2027-02-03T15:00:00.000Z' }),
    ])
    // Held for both: the client of another session cannot have it, nor the coach knowingly.
    expect(await freeOn(people, '2027-02-05')).not.toContain(FRIDAY)
    expect((await book(app, coach, client, FRIDAY)).refusal.code).toBe('session.overlap')
    // Asking again takes the place of it.
    await made(life.reschedule(client, id, MONDAY))
    expect(await freeOn(people, '2027-02-05')).toContain(FRIDAY)

    const seen = (await life.get(coach, id)).body
    expect(seen.allowedActions.slice(0, 2)).toEqual(['acceptMove', 'declineMove'])
    expect(await made(life.acceptMove(coach, id))).toMatchObject({ ...hours(MONDAY), moveRequest: null })
    expect(await sequenceOf(id)).toBe(1)
    for (const answer of [life.acceptMove, life.declineMove]) {
      expect((await answer(coach, id)).refusal.code).toBe('session.wrong_state')
    }
  })

  test('is not agreed to if another session is there by then, however it was booked', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    const asked = await made(life.reschedule(client, id, FRIDAY))
    await groupSession(app, coach, await newGroup(app, coach), FRIDAY)
    const refused = await life.acceptMove(coach, id)
    expect([refused.status, refused.refusal.code]).toEqual([409, 'session.overlap'])
    const { startsAt, moveRequest } = await made(life.get(coach, id))
    expect([startsAt, moveRequest]).toEqual([asked.startsAt, asked.moveRequest])
  })

  test('is declined, and stays where it is', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    await made(life.reschedule(client, id, FRIDAY))
    expect(await made(life.declineMove(coach, id))).toMatchObject({
      ...hours('2027-02-04T14:00:00.000Z'),
      moveRequest: null,
    })
    expect(await freeOn(people, '2027-02-05')).toContain(FRIDAY)
    expect(await sequenceOf(id)).toBe(0)
    expect(await eventsOf(id, 'session.move_declined')).toEqual([
      expect.objectContaining({ toStartsAt: FRIDAY }),
    ])
  })

  test('leaves a trace for both where it was declined, until the time changes or is asked for again', async () => {
    const { coach, client } = await pair()
    const { id, declinedMove } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    expect(declinedMove).toBeNull()
    await made(life.reschedule(client, id, FRIDAY))
    await made(life.declineMove(coach, id))
    for (const who of [coach, client]) {
      const seen = await made(life.get(who, id))
      expect(seen.declinedMove).toEqual({ startsAt: FRIDAY, at: toWire(instant(TEST_NOW)), by: 'coach' })
    }
    app.clock.advance(1000)
    expect((await made(life.reschedule(client, id, MONDAY))).declinedMove).toBeNull()
    app.clock.advance(1000)
    expect((await made(life.declineMove(coach, id))).declinedMove).toMatchObject({ startsAt: MONDAY })
    app.clock.advance(1000)
    const moved = await made(life.reschedule(coach, id, '2027-02-05T17:00:00.000Z', { outsideHours: true }))
    expect(moved.declinedMove).toBeNull()
  })

  test('is withdrawn by the client who asked: the time is free, the coach is told, nothing lapses', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    expect((await life.withdrawMove(client, id)).refusal.code).toBe('session.wrong_state')
    const asked = await made(life.reschedule(client, id, FRIDAY))
    expect(asked.allowedActions).toContain('withdrawMove')
    expect((await life.withdrawMove(coach, id)).refusal.code).toBe('auth.forbidden')
    expect(await made(life.withdrawMove(client, id))).toMatchObject({
      ...hours('2027-02-04T14:00:00.000Z'),
      moveRequest: null,
      declinedMove: null,
    })
    expect(await freeOn(people, '2027-02-05')).toContain(FRIDAY)
    const timers = await app.deps.db
      .selectFrom('timers')
      .where('key', '=', `session.lapseMove:${id}`)
      .select('key')
      .execute()
    expect(timers).toEqual([])
    const { data } = (await life.history(client, id)).body
    expect(data.at(-1)).toMatchObject({ what: 'moveWithdrawn', by: 'client', startsAt: FRIDAY })
    await app.settle()
    const { body } = await app.call(
      'GET /v1/notification/all/:userId',
      { params: { userId: coach.userId }, query: { direction: 'desc' } },
      coach.token,
    )
    expect(
      body.data
        .map(({ type }) => type)
        .slice(0, 2)
        .toSorted(),
    ).toEqual(['SESSION_MOVE_REQUESTED', 'SESSION_MOVE_WITHDRAWN'])
    // The requested time is shown as a separate time.
    const told = body.data.find(({ type }) => type === 'SESSION_MOVE_REQUESTED')!
    expect(told.body).toMatchObject({
      startsAt: '2027-02-04T14:00:00.000Z',
      times: [toWire(fromIso(FRIDAY))],
    })
  })

  test('lapses at the notice, by the clock', async () => {
    const { coach, client } = await pair()
    const startsAt = '2027-02-04T14:00:00.000Z'
    const { id } = await made(book(app, coach, client, startsAt))
    await made(life.reschedule(client, id, FRIDAY))
    const lapse = (of: string) =>
      app.deps.db
        .transaction()
        .execute((tx) =>
          lapseMove(app.deps, tx, { type: 'session.lapseMove', sessionId: id, startsAt: of as never }),
        )
    await lapse(OFFERED)
    expect((await life.get(coach, id)).body.moveRequest).not.toBeNull()
    await lapse(startsAt)
    await lapse(startsAt)
    expect((await life.get(coach, id)).body).toMatchObject({ startsAt, moveRequest: null })
    expect(await eventsOf(id, 'session.move_declined')).toHaveLength(1)
  })

  test('goes with the session when it is called off or moved by the coach', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    await made(life.reschedule(client, id, FRIDAY))
    expect((await made(life.reschedule(coach, id, TUESDAY))).moveRequest).toBeNull()
    expect(await freeOn(people, '2027-02-05')).toContain(FRIDAY)
    const second = await made(book(app, coach, client, '2027-02-04T17:00:00.000Z'))
    app.clock.set(instant('2027-02-02T18:00:00Z'))
    await made(life.reschedule(client, second.id, FRIDAY))
    expect((await made(life.cancel(client, second.id))).moveRequest).toBeNull()
    expect(await freeOn(people, '2027-02-05')).toContain(FRIDAY)
  })

  test('is over at the notice, where what is asked for would lapse', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client, '2027-02-03T15:00:00.000Z'))
    expect((await life.get(client, id)).body.allowedActions).toEqual(['editAgenda', 'prepare', 'cancel'])
    expect((await life.reschedule(client, id, FRIDAY)).refusal.code).toBe('session.wrong_state')
  })

  test('goes to what is offered alone; what is the coach’s to say is refused', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client, MONDAY))
    for (const start of [
      '2027-02-06T15:00:00.000Z',
      '2027-02-05T16:10:00.000Z',
      '2027-02-02T18:00:00.000Z',
    ]) {
      const { status, refusal } = await life.reschedule(client, id, start)
      expect([status, refusal.code]).toEqual([409, 'session.not_offered'])
    }
    const long = await life.reschedule(client, id, FRIDAY, hours(FRIDAY, 90))
    expect(long.refusal.code).toBe('session.not_offered')
    const { refusal } = await life.reschedule(client, id, FRIDAY, {
      outsideHours: true,
      notify: false,
      scope: 'one',
    })
    expect(Object.keys(refusal.fields!)).toEqual(['outsideHours', 'scope', 'notify'])
  })

  test('keeps a length that was agreed on, whatever lengths are on offer', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client, MONDAY, hours(MONDAY, 90)))
    expect(await made(life.reschedule(client, id, FRIDAY, hours(FRIDAY, 90)))).toMatchObject(
      hours(FRIDAY, 90),
    )
  })

  test('in vain while the coach has not paid, or the process rests', async () => {
    const people = await pair()
    const { coach, client } = people
    const { id } = await made(book(app, coach, client, MONDAY))
    await pause(people)
    expect((await life.reschedule(client, id, FRIDAY)).refusal.code).toBe('session.client_inactive')
    await unpay(people)
    expect((await life.reschedule(client, id, FRIDAY)).refusal.code).toBe('coach.unpaid')
  })

  test('lands on every start that is offered, and on no other', async () => {
    const people = await pair()
    const { coach, client } = people
    await setCalendar(app, coach, { maxPerDay: 2 })
    await made(book(app, coach, client, FRIDAY))
    let { id } = await made(book(app, coach, client, THURSDAY))
    const starts = [...(await freeOn(people, '2027-02-05')), ...(await freeOn(people, '2027-02-08'))]
    for (const start of starts.filter((_, index) => index % 4 === 0)) {
      const off = toIso(addMinutes(fromIso(start), 10))
      expect([off, (await life.reschedule(client, id, off)).refusal.code]).toEqual([
        off,
        'session.not_offered',
      ])
      ;({ id } = await made(life.reschedule(client, id, start)))
    }
    expect(starts.length).toBeGreaterThan(8)
  })
})

describe('editing', () => {
  test('changes what is said, and takes away what is emptied', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client, OFFERED, { objective: 'Preparar' }))
    const edited = await made(
      life.edit(coach, id, { title: 'Entrevista', objective: '', place: 'Café Luna' }),
    )
    expect(edited).toMatchObject({
      title: 'Entrevista',
      objective: null,
      channel: 'place',
      modality: 'inPerson',
      place: 'Café Luna',
    })
    expect((await life.get(client, id)).body.title).toBe('Entrevista')
    expect(await sequenceOf(id)).toBe(1)
    await made(life.edit(coach, id, { channel: 'zoom', place: null, meetingUrl: 'https://zoom.us/j/1' }))
    expect(await sequenceOf(id)).toBe(2)
    await made(life.edit(coach, id, { title: 'Entrevista 2' }))
    expect(await sequenceOf(id)).toBe(2)
    expect(await eventsOf(id, 'session.edited')).toHaveLength(3)
  })

  test('that changes nothing is no news, and the client’s own title stays', async () => {
    const { coach, client } = await pair()
    const { id, title } = await made(book(app, coach, client))
    await made(
      life.edit(coach, id, { title, objective: null, meetingUrl: null, channel: 'norte', scope: 'one' }),
    )
    expect((await life.get(client, id)).body.title).toBe('Sesión 1 con Ana')
    expect(await eventsOf(id, 'session.edited')).toEqual([])
    expect(await sequenceOf(id)).toBe(0)
  })

  test('is over when it is', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await made(life.cancel(client, id))
    expect((await life.edit(coach, id, { title: 'Otra' })).refusal.code).toBe('session.wrong_state')
    const unsafe = await life.edit(coach, id, { meetingUrl: 'javascript:alert(1)' })
    expect([unsafe.status, Object.keys(unsafe.refusal.fields!)]).toEqual([422, ['meetingUrl']])
  })
})

test('the other role, and people without a part in it, are refused', async () => {
  const { coach, client } = await pair()
  const { id } = await made(ask(app, client))
  const stranger = await pair()
  const sibling = await newClient(app, coach, { name: 'Pedro' })
  for (const who of [stranger.coach, client]) {
    const answers = [
      await life.propose(who, id, FRIDAY),
      await life.acceptMove(who, id),
      await life.declineMove(who, id),
      await life.edit(who, id, { title: 'Otra' }),
    ]
    const [status, code] = who === client ? [403, 'auth.forbidden'] : [404, 'session.not_found']
    expect(answers.map(({ refusal, ...answer }) => [answer.status, refusal.code])).toEqual(
      answers.map(() => [status, code]),
    )
  }
  for (const who of [stranger.client, sibling, coach]) {
    const answers = [await life.accept(who, id, FRIDAY), await life.excuse(who, id)]
    const [status, code] = who === coach ? [403, 'auth.forbidden'] : [404, 'session.not_found']
    expect(answers.map(({ refusal, ...answer }) => [answer.status, refusal.code])).toEqual(
      answers.map(() => [status, code]),
    )
  }
  for (const who of [stranger.coach, stranger.client, sibling]) {
    expect((await life.reschedule(who, id, FRIDAY)).refusal.code).toBe('session.not_found')
  }
  // A session of one person is nobody's to be excused from.
  await made(life.confirm(coach, id))
  expect((await life.excuse(client, id)).refusal.code).toBe('session.wrong_state')
})

/** What was recorded of a session, oldest first. */
async function eventsOf(id: SessionId, type: DomainEventType) {
  const rows = await app.deps.db
    .selectFrom('domain_events')
    .select('payload')
    .where('subject_id', '=', id)
    .where('type', '=', type)
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  return rows.map(({ payload }) => payload as Record<string, unknown>)
}
