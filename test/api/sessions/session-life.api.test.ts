import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SessionAction, type SessionDto } from '#contract/sessions/sessions.ts'
import { HOUR_MS, MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { ask, book, close, goTo, lifeOf, made, offered } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
  coach = await newCoach(app)
  client = await newClient(app, coach)
  // The walks go through most of a year; who pays for it is another story.
  await app.deps.db
    .updateTable('coaches')
    .set({ payment_status: 'exempt' })
    .where('id', '=', coach.userId)
    .execute()
})
afterAll(() => app.close())

/** What somebody does next, and how long after what was before; `toward` is a part of the session's own clock. */
type Step = {
  side: 'coach' | 'client'
  wanted: SessionAction | 'listed'
  pick: number
  wait: 'none' | 'hour' | 'day' | 'start' | 'end'
}
const step: fc.Arbitrary<Step> = fc.record({
  side: fc.constantFrom('coach' as const, 'client' as const),
  wanted: fc.oneof(fc.constant('listed' as const), fc.constantFrom(...SessionAction.options)),
  pick: fc.nat(100),
  wait: fc.constantFrom(
    ...(['none', 'none', 'none', 'none', 'none', 'hour', 'day', 'start', 'end'] as const),
  ),
})
const WALKS = fc.sample(fc.array(step, { minLength: 12, maxLength: 12 }), { numRuns: 8, seed: 41 })

function later({ wait }: Step, session: SessionDto): number {
  const now = app.clock.now()
  switch (wait) {
    case 'none':
      return now + MINUTE_MS
    case 'hour':
      return now + HOUR_MS
    case 'day':
      return now + 20 * HOUR_MS
    case 'start':
      return Math.max(now, fromIso(session.startsAt))
    case 'end':
      return Math.max(now, fromIso(session.endsAt))
  }
}

/** A start on offer from two days on, so that everybody may have it. */
async function freeStart(): Promise<string> {
  const day = (after: number) => toIso(epochMs(app.clock.now() + after * 24 * HOUR_MS)).slice(0, 10)
  const starts = await offered(app, coach, coach, day(2), day(9))
  return starts.find((start) => fromIso(start) > app.clock.now() + 50 * HOUR_MS)!
}

/** Does something to a session as somebody would. */
async function carryOut(action: SessionAction, who: { token: string }, session: SessionDto) {
  const life = lifeOf(app)
  const { id } = session
  switch (action) {
    case 'propose':
      return life.propose(who, id, await freeStart())
    case 'accept':
      return life.accept(who, id, session.proposals[0]?.startsAt ?? session.startsAt)
    case 'reschedule':
    case 'requestMove':
      return life.reschedule(who, id, await freeStart())
    case 'edit':
      return life.edit(who, id, { place: `Sala ${app.clock.now()}` })
    case 'editAgenda':
      return life.agenda(who, id, { op: 'add', text: 'Un punto' })
    case 'close':
      return close(app, who as TestCoach, id)
    case 'correct':
      return life.correct(who, id, { reason: 'Eran otros minutos' })
    default:
      return life[action](who, id)
  }
}

const OFF = ['cancelledByClient', 'cancelledByCoach', 'rejected', 'expired']

async function sequenceOf({ id }: SessionDto): Promise<number> {
  const row = await app.deps.db
    .selectFrom('sessions')
    .select('sequence')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.sequence
}

/** What calendar programs show of a session. */
const shownIn = ({ startsAt, endsAt, channel, meetingUrl, place, status }: SessionDto) =>
  JSON.stringify([startsAt, endsAt, channel, meetingUrl, place, OFF.includes(status)])

test.each(WALKS.map((walk, index) => ({ walk, index })))(
  'walk $index: what is listed succeeds, what is not is refused, and the sequence counts what calendars show',
  async ({ walk, index }) => {
    const life = lifeOf(app)
    await goTo(app, toIso(epochMs(instant(TEST_NOW) + index * 28 * 24 * HOUR_MS)), coach, client)
    const start = await freeStart()
    const { id } = await made(index % 3 === 2 ? book(app, coach, client, start) : ask(app, client, start))
    let done = 0
    for (const each of walk) {
      await goTo(app, toIso(epochMs(later(each, (await life.get(coach, id)).body))), coach, client)
      const who = each.side === 'coach' ? coach : client
      const before = await made(life.get(who, id))
      const sequence = await sequenceOf(before)
      const { allowedActions } = before
      const action =
        each.wanted === 'listed' ? allowedActions[each.pick % allowedActions.length] : each.wanted
      if (action === undefined) continue

      const { status, refusal } = await carryOut(action, who, before)
      // One call moves a session, at once or by asking as the time before it says.
      const moves: SessionAction[] = ['reschedule', 'requestMove']
      const listed =
        allowedActions.includes(action) ||
        (moves.includes(action) && moves.some((one) => allowedActions.includes(one)))
      expect([each.side, action, status, status === 200 ? undefined : refusal.code]).toEqual([
        each.side,
        action,
        listed ? 200 : expect.toBeOneOf([403, 409]),
        listed ? undefined : expect.toBeOneOf(['auth.forbidden', 'session.wrong_state']),
      ])
      const after = await made(life.get(who, id))
      if (!listed) expect(after).toEqual(before)
      expect(await sequenceOf(after)).toBe(sequence + (shownIn(after) === shownIn(before) ? 0 : 1))
      done += Number(listed)
    }
    expect(done).toBeGreaterThan(0)
  },
)
