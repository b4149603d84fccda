import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import { expireSession, lapseMove } from '#server/modules/sessions/sessions.service.ts'
import { TimerNotNow } from '#server/events/timers.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, close, goTo, lifeOf, made } from '#test/support/sessions.ts'

let app: TestApp
let life: ReturnType<typeof lifeOf>
beforeAll(async () => {
  app = await makeApp()
  life = lifeOf(app)
})
afterAll(() => app.close())
beforeEach(() => app.startTest())

const FRIDAY = '2027-02-05T16:00:00.000Z'
const MONDAY = '2027-02-08T15:00:00.000Z'
const MANY = 16

async function pair() {
  const coach = await newCoach(app)
  return { coach, client: await newClient(app, coach) }
}

type Answer = { status: number; refusal: { code: string } }

/** Sends all at once; every one is either done or refused by the state of things. */
async function atOnce(...requests: (() => Promise<Answer>)[]): Promise<boolean[]> {
  const answers = await Promise.all(requests.map((request) => request()))
  for (const { status, refusal } of answers) {
    const ok =
      status < 300 || ['session.wrong_state', 'session.overlap', 'session.not_offered'].includes(refusal.code)
    expect([status, refusal.code, ok]).toEqual([status, refusal.code, true])
  }
  return answers.map(({ status }) => status < 300)
}
const times = (request: () => Promise<Answer>, count = MANY) => Array.from({ length: count }, () => request)
const won = (done: boolean[]) => done.filter(Boolean).length

/** No two times of a coach that are held, by a session or for a move, overlap. */
async function nothingOverlaps(coachId: UserId): Promise<void> {
  const rows = await app.deps.db
    .selectFrom('sessions')
    .select(['status', 'starts_at', 'ends_at', 'move_starts_at', 'move_ends_at'])
    .where('coach_id', '=', coachId)
    .execute()
  const held = rows.flatMap(({ status, starts_at, ends_at, move_starts_at, move_ends_at }) => [
    ...(['requested', 'confirmed', 'completed'].includes(status) ? [[starts_at, ends_at]] : []),
    ...(move_starts_at === null ? [] : [[move_starts_at, move_ends_at!]]),
  ])
  held.sort((a, b) => a[0]! - b[0]!)
  for (const [index, [start]] of held.entries()) {
    if (index > 0) expect(start).toBeGreaterThanOrEqual(held[index - 1]![1]!)
  }
}

describe('many at once, on a real database', () => {
  test('a proposed time chosen while the same time is booked: one has it', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const { id } = await made(ask(app, client))
    await made(life.propose(coach, id, FRIDAY))
    const done = await atOnce(
      ...times(() => life.accept(client, id, FRIDAY), 8),
      ...times(() => ask(app, other, FRIDAY), 8),
    )
    expect(won(done)).toBe(1)
    const { status } = await made(life.get(coach, id))
    expect(status).toBe(won(done.slice(0, 8)) === 1 ? 'confirmed' : 'proposed')
    await nothingOverlaps(coach.userId)
  })

  // @spec P.11
  test('a move asked for while the time is booked: one holds it', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    const done = await atOnce(
      () => life.reschedule(client, id, FRIDAY),
      ...times(() => ask(app, other, FRIDAY), 8),
      ...times(() => book(app, coach, other, '2027-02-05T16:30:00.000Z'), 7),
    )
    expect(won(done)).toBe(1)
    const { moveRequest } = await made(life.get(coach, id))
    expect(moveRequest !== null).toBe(done[0])
    await nothingOverlaps(coach.userId)
  })

  test('two sessions that ask to move to one time: one holds it', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const first = await made(book(app, coach, client, '2027-02-04T13:00:00.000Z'))
    const second = await made(book(app, coach, other, '2027-02-04T14:00:00.000Z'))
    const done = await atOnce(
      () => life.reschedule(client, first.id, FRIDAY),
      () => life.reschedule(other, second.id, FRIDAY),
    )
    expect(won(done)).toBe(1)
    await nothingOverlaps(coach.userId)
  })

  test('a move agreed to while the coach moves something else there, or declines: one wins', async () => {
    const { coach, client } = await pair()
    const other = await newClient(app, coach, { name: 'Pedro' })
    const { id } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    const second = await made(book(app, coach, other, MONDAY))
    await made(life.reschedule(client, id, FRIDAY))
    const done = await atOnce(
      () => life.acceptMove(coach, id),
      () => life.declineMove(coach, id),
      () => life.reschedule(coach, second.id, FRIDAY),
      () => life.acceptMove(coach, id),
    )
    const moved = (await made(life.get(coach, id))).startsAt === FRIDAY
    const other2 = (await made(life.get(coach, second.id))).startsAt === FRIDAY
    expect([moved, other2]).not.toEqual([true, true])
    expect(won([done[0]!, done[1]!, done[3]!])).toBe(1)
    await nothingOverlaps(coach.userId)
  })

  test('one session moved to two times: it is at one of them, and each move is counted', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    const done = await atOnce(
      () => life.reschedule(coach, id, FRIDAY),
      () => life.reschedule(coach, id, MONDAY),
      () => life.reschedule(client, id, '2027-02-09T15:00:00.000Z'),
    )
    expect(won(done)).toBe(3)
    const row = await app.deps.db
      .selectFrom('sessions')
      .select(['sequence', 'starts_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.sequence).toBe(3)
    const { data } = (await life.history(coach, id)).body
    expect(instant(data.at(-1)!.startsAt!)).toBe(row.starts_at)
    // Each move began where the one before it ended.
    const moves = data.filter(({ what }) => what === 'rescheduled')
    for (const [index, { fromStartsAt }] of moves.entries()) {
      expect(fromStartsAt).toBe(index === 0 ? OFFERED : moves[index - 1]!.startsAt)
    }
  })

  test('moved while it is closed: never closed at a time that is ahead', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    // Different ones: a second move to the same time would be refused as no change.
    const ahead = [16, 18, 20, 22].map((hour) => `2027-02-05T${hour}:00:00.000Z`)
    const done = await atOnce(
      ...times(() => close(app, coach, id), 4),
      ...ahead.map((startsAt) => () => life.reschedule(coach, id, startsAt)),
    )
    const session = await made(life.get(coach, id))
    if (session.status === 'completed') expect([session.startsAt, won(done)]).toEqual([OFFERED, 1])
    else {
      expect([session.status, won(done.slice(0, 4))]).toEqual(['confirmed', 0])
      expect(ahead).toContain(session.startsAt)
    }
  })

  test('confirmed while it is called off: both at most in that order', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const done = await atOnce(
      ...times(() => life.confirm(coach, id), 8),
      ...times(() => life.cancel(client, id), 8),
    )
    const [confirmed, cancelled] = [won(done.slice(0, 8)), won(done.slice(8))]
    expect([confirmed <= 1, cancelled]).toEqual([true, 1])
    expect((await made(life.get(coach, id))).status).toBe('cancelledByClient')
  })

  test('written in by a client whose process pauses: each is done or refused, and nobody waits in a circle', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, '2027-02-03T16:00:00Z', coach, client)
    const params = { clientId: client.clientId }
    const done = await atOnce(
      ...times(() => life.agenda(client, id, { op: 'add', text: 'Un punto' }), 6),
      () => app.call('POST /v1/client/:clientId/pause', { params }, coach.token),
      ...Array.from({ length: 6 }, (_, n) => () => life.prepare(client, id, { focus: `Enfoque ${n}` })),
    )
    expect(done[6]).toBe(true)
    const { status, agenda } = await made(life.get(coach, id))
    expect([status, agenda.length]).toEqual(['cancelledByCoach', won(done.slice(0, 6))])
  })

  test('corrected many times: the record is whole and each is logged', async () => {
    const { coach, client } = await pair()
    const { id } = await made(book(app, coach, client))
    await goTo(app, OFFERED, coach, client)
    await made(close(app, coach, id))
    const outcomes = ['completed', 'noShowClient', 'noShowCoach'] as const
    const done = await atOnce(
      ...Array.from({ length: 9 }, (_, index) => () => {
        const outcome = outcomes[index % 3]!
        return life.correct(coach, id, { outcome, summary: outcome, privateNotes: outcome })
      }),
    )
    expect(won(done)).toBe(9)
    const { status, closing } = await made(life.get(coach, id))
    expect(closing).toMatchObject({ outcome: status, summary: status, privateNotes: status })
    const rows = await app.deps.db
      .selectFrom('domain_events')
      .select('payload')
      .where('subject_id', '=', id)
      .where('type', '=', 'session.corrected')
      .execute()
    const chain = rows.map(({ payload }) => payload as { before: string; outcome: string })
    expect(chain).toHaveLength(9)
    // Whatever their order, each began with what another left.
    const balance = (key: 'before' | 'outcome') => chain.map((link) => link[key]).toSorted()
    expect([...balance('before'), status].toSorted()).toEqual([...balance('outcome'), 'completed'].toSorted())
  })

  test('an agenda written by both: no change is lost', async () => {
    const { coach, client } = await pair()
    const { id } = await made(ask(app, client))
    const texts = Array.from({ length: 20 }, (_, index) => `Punto ${index}`)
    await Promise.all(
      texts.map((text, index) => life.agenda(index % 2 === 0 ? coach : client, id, { op: 'add', text })),
    )
    const { agenda } = await made(life.get(coach, id))
    expect(agenda.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
  })
})

describe('the clock against people', () => {
  /** As a worker does: it holds its timer, and comes back while somebody else has the session. */
  async function untilCarriedOut(run: (tx: Transaction<DB>) => Promise<void>): Promise<void> {
    for (;;) {
      try {
        await app.deps.db.transaction().execute(run)
        return
      } catch (error) {
        if (!(error instanceof TimerNotNow)) throw error
      }
    }
  }

  test('times lapse while one is chosen: one of the two', async () => {
    const { coach, client } = await pair()
    for (let round = 0; round < 4; round += 1) {
      app.clock.set(instant(TEST_NOW))
      const { id, startsAt } = await made(
        ask(app, client, `2027-02-${['08', '09', '10', '11'][round]}T15:00:00.000Z`),
      )
      await made(life.propose(coach, id, `2027-02-1${round + 5}T20:00:00.000Z`))
      await goTo(app, '2027-02-04T15:00:00Z', coach, client)
      const [done] = await Promise.all([
        atOnce(...times(() => life.accept(client, id, `2027-02-1${round + 5}T20:00:00.000Z`), 4)),
        untilCarriedOut((tx) =>
          expireSession(app.deps, tx, { type: 'session.expire', sessionId: id, startsAt }),
        ),
      ])
      const { status } = await made(life.get(coach, id))
      expect([status, won(done)]).toEqual(won(done) === 1 ? ['confirmed', 1] : ['expired', 0])
      await goTo(app, TEST_NOW, coach, client)
    }
  })

  test('a move lapses while it is agreed to: one of the two', async () => {
    const { coach, client } = await pair()
    const { id, startsAt } = await made(book(app, coach, client, '2027-02-04T14:00:00.000Z'))
    await made(life.reschedule(client, id, FRIDAY))
    const [done] = await Promise.all([
      atOnce(...times(() => life.acceptMove(coach, id), 4)),
      untilCarriedOut((tx) =>
        lapseMove(app.deps, tx, { type: 'session.lapseMove', sessionId: id, startsAt }),
      ),
    ])
    const session = await made(life.get(coach, id))
    expect([session.startsAt, session.moveRequest, won(done)]).toEqual(
      won(done) === 1 ? [FRIDAY, null, 1] : [startsAt, null, 0],
    )
    const told = (await life.history(coach, id)).body.data.map(({ what }) => what).slice(-1)
    expect(told).toEqual([won(done) === 1 ? 'rescheduled' : 'moveDeclined'])
  })
})
