import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SessionId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { EFFECTS_QUEUE } from '#server/effects/queue.ts'
import { runEffects } from '#server/effects/run.ts'
import { carryOutTimer, fireTimers } from '#server/effects/timer-commands.ts'
import { fireDueTimers } from '#server/effects/timers.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, goTo, made, offered } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(instant(TEST_NOW))
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const START = fromIso(OFFERED)
const beforeStart = (minutes: number) => toIso(epochMs(START - minutes * MINUTE_MS))

/** How often each side was told something about a session, as [coach, client]. */
async function told(type: string, sessionId: SessionId): Promise<[number, number]> {
  const rows = await app.deps.db
    .selectFrom('notifications')
    .innerJoin('memberships', 'memberships.id', 'notifications.membership_id')
    .select('memberships.user_type')
    .where('notifications.type', '=', type as '10_MINS_TO_START')
    .where((eb) => eb(eb.ref('notifications.body', '->>').key('sessionId'), '=', sessionId))
    .execute()
  const count = (side: string) => rows.filter(({ user_type: type }) => type === side).length
  return [count('coach'), count('client')]
}

const reminded = (id: SessionId) => told('10_MINS_TO_START', id)
const fire = () => fireTimers(app.deps)
const timersOf = async (id: SessionId) => {
  const rows = await app.deps.db
    .selectFrom('timers')
    .select('key')
    .where('key', 'like', `%${id}`)
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key.split(':')[0])
}
/** Of a session made at TEST_NOW for OFFERED: 48 hours ahead to the millisecond, too late to be reminded of then. */
const REMINDERS = ['session.remind.h24', 'session.remind.h3', 'session.remind.m10']
const statusOf = async (id: SessionId) => {
  const rows = app.deps.db.selectFrom('sessions').select('status').where('id', '=', id)
  return (await rows.executeTakeFirstOrThrow()).status
}
const cancel = (id: SessionId) =>
  app.call(
    'POST /v1/session/:sessionId/cancel',
    { params: { sessionId: id }, body: { reason: 'Me enfermé' } },
    client.token,
  )
const confirm = (id: SessionId) =>
  app.call('POST /v1/session/:sessionId/confirm', { params: { sessionId: id } }, coach.token)

describe('the reminder of a session that starts soon', () => {
  test('reaches both, 10 minutes before and not earlier, once', async () => {
    const { id } = await made(book(app, coach, client))
    app.clock.set(epochMs(START - 10 * MINUTE_MS - 1))
    await app.settle()
    expect(await reminded(id)).toEqual([0, 0])
    app.clock.set(epochMs(START - 10 * MINUTE_MS))
    await app.settle()
    await app.settle()
    expect(await reminded(id)).toEqual([1, 1])
    expect(await timersOf(id)).toEqual([])
  })

  test('follows a request that was confirmed', async () => {
    const { id } = await made(ask(app, client))
    await made(confirm(id))
    expect(await timersOf(id)).toEqual(REMINDERS)
    await goTo(app, OFFERED)
    await app.settle()
    expect(await reminded(id)).toEqual([1, 1])
  })

  test('goes out at once when the session is made inside the ten minutes', async () => {
    await goTo(app, beforeStart(4), coach)
    const { id } = await made(book(app, coach, client))
    await app.settle()
    expect(await reminded(id)).toEqual([1, 1])
  })

  test('never goes out after the start, however late the worker wakes up', async () => {
    const { id } = await made(book(app, coach, client))
    await goTo(app, toIso(epochMs(START + 1)), coach)
    await app.settle()
    expect(await reminded(id)).toEqual([0, 0])
    const past = await made(book(app, coach, client, '2027-01-20T15:00:00Z'))
    await app.settle()
    expect(await reminded(past.id)).toEqual([0, 0])
  })

  test('does not go out for a session that was called off, however the two meet', async () => {
    const { id } = await made(book(app, coach, client))
    expect((await cancel(id)).status).toBe(200)
    expect(await timersOf(id)).toEqual([])
    app.clock.set(epochMs(START - 5 * MINUTE_MS))
    await app.settle()
    // A timer that a crashed worker had already read says nothing either.
    await app.deps.db.transaction().execute((tx) =>
      carryOutTimer(app.deps, tx, {
        type: 'session.remind',
        sessionId: id,
        startsAt: OFFERED as never,
        kind: 'm10',
      }),
    )
    await app.settle()
    expect(await reminded(id)).toEqual([0, 0])
  })

  test('says nothing when the session starts at another time by then', async () => {
    const { id } = await made(book(app, coach, client))
    const later = {
      type: 'session.remind' as const,
      sessionId: id,
      startsAt: '2027-02-04T14:00:00.000Z' as never,
      kind: 'm10' as const,
    }
    await app.deps.db.transaction().execute((tx) => carryOutTimer(app.deps, tx, later))
    await app.settle()
    expect(await reminded(id)).toEqual([0, 0])
  })

  test('fires once from eight workers at the same time', async () => {
    const { id } = await made(book(app, coach, client))
    app.clock.set(epochMs(START - 5 * MINUTE_MS))
    await Promise.all(Array.from({ length: 8 }, fire))
    await app.settle()
    expect(await reminded(id)).toEqual([1, 1])
  })

  test('is not told any more when its effects wait until the session is called off', async () => {
    await goTo(app, beforeStart(8), coach)
    const { id } = await made(book(app, coach, client))
    // The timer has fired; the worker goes away before it tells anybody.
    await fire()
    const called = { params: { sessionId: id }, body: { reason: 'Me enfermé' } }
    await made(app.call('POST /v1/session/:sessionId/cancel', called, coach.token))
    await app.settle()
    expect(await reminded(id)).toEqual([0, 0])
  })

  test('exactly once under any schedule of crashes and repetitions', async () => {
    const crash = new Error('the process was killed')
    /** Carries a timer out and dies before the commit. */
    const dieFiring = () =>
      fireDueTimers(app.deps, {
        one: async (tx, command) => {
          await carryOutTimer(app.deps, tx, command)
          throw crash
        },
      })
    /** Carries effects out and dies after the first stored one, before it is sent. */
    const dying = {
      ...app.deps,
      realtime: {
        ...app.deps.realtime,
        emit: () => {
          throw crash
        },
      },
    }
    const eventsOf = async (id: SessionId) => {
      const rows = app.deps.db.selectFrom('domain_events').select('id').where('subject_id', '=', id)
      return (await rows.execute()).map((row) => row.id)
    }
    const steps = {
      fire: async () => void (await fire()),
      fireTwiceAtOnce: async () => void (await Promise.all([fire(), fire()])),
      dieFiring: async () => void (await dieFiring()),
      drain: async () =>
        void (await app.deps.jobs.drain(EFFECTS_QUEUE, (data) => runEffects(app.deps, data))),
      repeatEffects: async (id: SessionId) => {
        for (const eventId of await eventsOf(id)) await runEffects(app.deps, { eventId })
      },
      repeatEffectsAtOnce: async (id: SessionId) => {
        const ids = await eventsOf(id)
        await Promise.all([...ids, ...ids].map((eventId) => runEffects(app.deps, { eventId })))
      },
      dieInEffects: async (id: SessionId) => {
        for (const eventId of await eventsOf(id)) {
          await runEffects(dying, { eventId }).catch((error: unknown) => expect(error).toBe(crash))
        }
      },
    }
    let day = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])), { maxLength: 8 }),
        async (schedule) => {
          day += 1
          const start = epochMs(START + day * DAY_MS)
          await goTo(app, toIso(epochMs(start - HOUR_MS)), coach)
          const { id } = await made(book(app, coach, client, toIso(start)))
          app.clock.set(epochMs(start - 8 * MINUTE_MS))
          for (const step of schedule) await steps[step](id)
          // Eight tries that failed put it off by at most 255 s.
          app.clock.advance(5 * MINUTE_MS)
          await app.settle()
          expect(await reminded(id)).toEqual([1, 1])
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('a request nobody answers', () => {
  test('lapses after 48 hours; both are told, and the time is free again', async () => {
    const start = '2027-02-10T15:00:00.000Z'
    const { id } = await made(ask(app, client, start))
    app.clock.set(epochMs(fromIso(TEST_NOW) + 48 * HOUR_MS - 1))
    await app.settle()
    expect(await statusOf(id)).toBe('requested')
    await goTo(app, toIso(epochMs(fromIso(TEST_NOW) + 48 * HOUR_MS)), coach, client)
    await app.settle()
    await app.settle()
    expect(await statusOf(id)).toBe('expired')
    expect(await told('SESSION_EXPIRED', id)).toEqual([1, 1])
    expect(await offered(app, coach, client, '2027-02-10')).toContain(start)
    expect((await confirm(id)).refusal.code).toBe('session.wrong_state')
  })

  test('lapses 2 hours before its start when that comes first', async () => {
    const { id } = await made(ask(app, client))
    app.clock.set(epochMs(START - 2 * HOUR_MS - 1))
    await app.settle()
    expect(await statusOf(id)).toBe('requested')
    app.clock.set(epochMs(START - 2 * HOUR_MS))
    await app.settle()
    expect(await statusOf(id)).toBe('expired')
  })

  test('does not lapse once it was answered', async () => {
    const { id } = await made(ask(app, client))
    await made(confirm(id))
    app.clock.set(epochMs(START - HOUR_MS))
    await app.settle()
    expect(await statusOf(id)).toBe('confirmed')
    expect(await told('SESSION_EXPIRED', id)).toEqual([0, 0])
  })

  test('waits while somebody is answering it, and never makes them wait', async () => {
    const { id } = await made(ask(app, client))
    app.clock.set(epochMs(START - 2 * HOUR_MS))
    await app.deps.db.transaction().execute(async (tx) => {
      // An answer under way: it has the session and will want the timer.
      await tx.selectFrom('sessions').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
      await fire()
    })
    expect(await timersOf(id)).toEqual(['session.expire'])
    await app.settle()
    expect(await statusOf(id)).toBe('expired')
  })

  test('lapses or is confirmed, never both, and nobody gets a 5xx', async () => {
    for (let round = 0; round < 8; round += 1) {
      await goTo(app, TEST_NOW, coach, client)
      const start = epochMs(START + round * 7 * DAY_MS)
      const { id } = await made(ask(app, client, toIso(start)))
      await goTo(app, toIso(epochMs(fromIso(TEST_NOW) + 48 * HOUR_MS)), coach)
      const [answers] = await Promise.all([Promise.all([confirm(id), confirm(id)]), fire(), fire()])
      await app.settle()
      const won = answers.filter(({ status }) => status === 200).length
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      expect(await statusOf(id)).toBe(won === 1 ? 'confirmed' : 'expired')
      expect(await timersOf(id)).toEqual(won === 1 ? expect.arrayContaining(['session.remind.m10']) : [])
      expect(await told('SESSION_EXPIRED', id)).toEqual(won === 1 ? [0, 0] : [1, 1])
    }
  })
})
