import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ReminderKind } from '#contract/calendar/calendar.ts'
import type { SessionId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { sendMail } from '#server/effects/mails/send.ts'
import { EFFECTS_QUEUE } from '#server/events/queues.ts'
import { runEffects } from '#server/effects/run.ts'
import { carryOutTimer, fireTimers } from '#server/effects/timer-commands.ts'
import { fireDueTimers } from '#server/events/due-timers.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { OFFERED, ask, book, goTo, lifeOf, made, offered, setCalendar } from '#test/support/sessions.ts'

let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.startTest()
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
const drainEffects = () =>
  app.deps.jobs.drain(new Map([[EFFECTS_QUEUE, (data: object) => runEffects(app.deps, data)]]))
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

describe('family 15: the reminder of a session that starts soon', () => {
  // @spec P.54
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
})

/**
 * Each reminder: how long before the start, the mail and the notification it is, and how often each side is mailed and
 * notified of it: [coach, client, coach, client].
 */
const KINDS = {
  h48: { leadMs: 48 * HOUR_MS, subject: 'Tu sesión con Ana López es en dos días', once: [0, 1, 0, 0] },
  h24: {
    leadMs: 24 * HOUR_MS,
    subject: 'Prepara tu sesión con Ana López',
    type: 'PREPARATION_DUE',
    once: [0, 1, 0, 1],
  },
  h3: { leadMs: 3 * HOUR_MS, subject: 'Tu sesión con Ana López es en unas horas', once: [0, 1, 0, 0] },
  m10: { leadMs: 10 * MINUTE_MS, type: '10_MINS_TO_START', once: [0, 0, 1, 1] },
} satisfies Record<ReminderKind, { leadMs: number; subject?: string; type?: string; once: number[] }>
const NEVER = [0, 0, 0, 0]

/** How often a session was told of by one kind, as its `once` counts. */
async function heard(
  kind: ReminderKind,
  id: SessionId,
  people: readonly { email: string }[] = [coach, client],
): Promise<number[]> {
  const { subject, type }: { subject?: string; type?: string } = KINDS[kind]
  const mailed = await Promise.all(
    people.map(async ({ email }) => {
      const mails = await app.mails(email)
      return mails.filter((mail) => mail.subject === subject && mail.text.includes(id)).length
    }),
  )
  return [...mailed, ...(type === undefined ? [0, 0] : await told(type, id))]
}

/** When a kind is due for a session that starts then. */
const dueAt = (kind: ReminderKind, start: number) => epochMs(start - KINDS[kind].leadMs)
const [EARLY, WEEK_MS] = [['h48', 'h24', 'h3'] as const, 7 * DAY_MS]
/** Wednesday 10 February: every kind is ahead of a session made at TEST_NOW. */
const FAR = '2027-02-10T15:00:00.000Z'

// @spec P.54
describe('family 15: the reminders of two days, one day and three hours before', () => {
  test('go out at their time and not earlier, each once from eight workers', async () => {
    const { id } = await made(book(app, coach, client, FAR))
    for (const kind of EARLY) {
      app.clock.set(epochMs(dueAt(kind, fromIso(FAR)) - 1))
      await app.settle()
      expect([kind, await heard(kind, id)]).toEqual([kind, NEVER])
      app.clock.advance(1)
      await Promise.all(Array.from({ length: 8 }, fire))
      await app.settle()
    }
    await app.settle()
    for (const kind of EARLY) expect([kind, await heard(kind, id)]).toEqual([kind, KINDS[kind].once])
  })

  test('go with a session that moves, and say nothing at its old time', async () => {
    const { id, startsAt } = await made(book(app, coach, client, FAR))
    await made(lifeOf(app).reschedule(coach, id, toIso(epochMs(fromIso(FAR) + WEEK_MS))))
    const walk = async (start: number, expected: (kind: (typeof EARLY)[number]) => number[]) => {
      for (const kind of EARLY) {
        app.clock.set(dueAt(kind, start))
        // One that a worker had read before the move says nothing either.
        const stale = { type: 'session.remind' as const, sessionId: id, startsAt, kind }
        await app.deps.db.transaction().execute((tx) => carryOutTimer(app.deps, tx, stale))
        await app.settle()
        expect([kind, await heard(kind, id)]).toEqual([kind, expected(kind)])
      }
    }
    await walk(fromIso(FAR), () => NEVER)
    await walk(fromIso(FAR) + WEEK_MS, (kind) => KINDS[kind].once)
  })

  test.each(EARLY)(
    '%s does not go out once the session is called off, however late that is',
    async (kind) => {
      const sessions = await Promise.all(
        [0, 2, 4].map((hour) =>
          made(book(app, coach, client, toIso(epochMs(fromIso(FAR) + hour * HOUR_MS)))),
        ),
      )
      const [before, fired, queued] = sessions.map(({ id }) => id) as [SessionId, SessionId, SessionId]
      const callOff = (id: SessionId) => made(lifeOf(app).cancel(coach, id))
      await callOff(before)
      expect(await timersOf(before)).toEqual([])
      // Its timer has fired, and the worker goes away.
      await goTo(app, toIso(dueAt(kind, fromIso(FAR) + 2 * HOUR_MS)), coach)
      await fire()
      await callOff(fired)
      // Its effects have run, and the mail waits.
      await goTo(app, toIso(dueAt(kind, fromIso(FAR) + 4 * HOUR_MS)), coach)
      await fire()
      await drainEffects()
      await callOff(queued)
      await app.settle()
      expect(await heard(kind, before)).toEqual(NEVER)
      expect(await heard(kind, fired)).toEqual(NEVER)
      expect((await heard(kind, queued)).slice(0, 2)).toEqual([0, 0])
    },
  )

  test('do not go out where the coach switched that kind off, also after the booking; the others do', async () => {
    const other = await newCoach(app)
    const theirs = await newClient(app, other)
    const { id } = await made(book(app, coach, client, FAR))
    const second = await made(book(app, other, theirs, FAR))
    await setCalendar(app, coach, { reminders: ['h24'] })
    await setCalendar(app, other, { reminders: ['h48', 'h3', 'm10'] })
    for (const kind of ReminderKind.options) {
      app.clock.set(dueAt(kind, fromIso(FAR)))
      await app.settle()
      const { once } = KINDS[kind]
      expect([kind, await heard(kind, id)]).toEqual([kind, kind === 'h24' ? once : NEVER])
      const seen = await heard(kind, second.id, [other, theirs])
      expect([kind, seen]).toEqual([kind, kind === 'h24' ? NEVER : once])
    }
  })
})

test('family 15: every reminder goes out exactly once under any schedule of crashes and repetitions', async () => {
  const crash = new Error('the process was killed')
  const die = () => {
    throw crash
  }
  const died = (error: unknown) => expect(error).toBe(crash)
  /** Carries timers out, together and alone, and dies before the commit. */
  const dieFiring = () => {
    const one: Parameters<typeof carryOutTimer> extends [unknown, ...infer Rest]
      ? (...rest: Rest) => Promise<void>
      : never = async (tx, command) => {
      await carryOutTimer(app.deps, tx, command)
      die()
    }
    const carryOut = async (
      tx: Parameters<typeof one>[0],
      commands: readonly Parameters<typeof one>[1][],
    ) => {
      for (const command of commands) await one(tx, command)
    }
    return fireDueTimers(app.deps, { one, many: { type: 'session.remind', carryOut } })
  }
  /** Dies after what is told was stored and before it is sent, or as a mail is put into its queue. */
  const dyingInEffects = {
    ...app.deps,
    realtime: { ...app.deps.realtime, emit: die },
    jobs: {
      ...app.deps.jobs,
      enqueue: (...job: Parameters<typeof app.deps.jobs.enqueue>) => app.deps.jobs.enqueue(...job).then(die),
    },
  }
  /** Dies once a mail is out and before that is noted. */
  const dyingInMails = {
    ...app.deps,
    mailer: {
      ...app.deps.mailer,
      send: (mail: Parameters<typeof app.deps.mailer.send>[0]) => app.deps.mailer.send(mail).then(die),
    },
  }
  const eventsOf = async (id: SessionId) => {
    const rows = app.deps.db.selectFrom('domain_events').select('id').where('subject_id', '=', id)
    return (await rows.where('type', 'in', ['session.reminded', 'session.starting']).execute()).map(
      (row) => row.id,
    )
  }
  /** The mails of events, in either place of their plans; what is no mail there does nothing. */
  const mailsOf = async (id: SessionId) =>
    (await eventsOf(id)).flatMap((eventId) => [0, 1].map((effect) => ({ eventId, effect })))
  const steps = {
    fire: async () => void (await fire()),
    fireTwiceAtOnce: async () => void (await Promise.all([fire(), fire()])),
    dieFiring: async () => void (await dieFiring()),
    drain: drainEffects,
    repeatEffectsAtOnce: async (id: SessionId) => {
      const ids = await eventsOf(id)
      await Promise.all([...ids, ...ids].map((eventId) => runEffects(app.deps, { eventId })))
    },
    dieInEffects: async (id: SessionId) => {
      for (const eventId of await eventsOf(id)) await runEffects(dyingInEffects, { eventId }).catch(died)
    },
    repeatMails: async (id: SessionId) => {
      for (const job of await mailsOf(id)) await sendMail(app.deps, job)
    },
    dieInMails: async (id: SessionId) => {
      for (const job of await mailsOf(id)) await sendMail(dyingInMails, job).catch(died)
    },
  }
  const names = fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[]))
  let start: EpochMs = fromIso(FAR)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ReminderKind.options),
      fc.array(names, { maxLength: 8 }),
      async (kind, schedule) => {
        start = epochMs(start + 90 * MINUTE_MS)
        await goTo(app, toIso(epochMs(start - 3 * DAY_MS)), coach)
        const { id } = await made(book(app, coach, client, toIso(start)))
        app.clock.set(epochMs(dueAt(kind, start) + MINUTE_MS))
        for (const step of schedule) await steps[step](id)
        // A try that failed puts it off by a second.
        app.clock.advance(5 * MINUTE_MS)
        await app.settle()
        expect([kind, await heard(kind, id)]).toEqual([kind, KINDS[kind].once])
      },
    ),
    { numRuns: 48 },
  )
})

// @spec P.54, P.191
test('family 15: a reminder that was stored when its worker died is sent live by the next one, as it was stored', async () => {
  const { id } = await made(book(app, coach, client))
  app.clock.set(epochMs(START - 10 * MINUTE_MS))
  await fire()
  const { id: eventId } = await app.deps.db
    .selectFrom('domain_events')
    .select('id')
    .where('subject_id', '=', id)
    .where('type', '=', 'session.starting')
    .executeTakeFirstOrThrow()
  const dies = vi.fn<() => never>(() => {
    throw new Error('the process was killed')
  })
  const dying = { ...app.deps, realtime: { ...app.deps.realtime, emit: dies } }
  await expect(runEffects(dying, { eventId })).rejects.toThrow('the process was killed')
  expect(await reminded(id)).toEqual([1, 0])

  app.clock.advance(MINUTE_MS)
  const emit = vi.spyOn(app.deps.realtime, 'emit')
  await drainEffects()
  const lists = await Promise.all(
    [coach, client].map(({ token, userId }) =>
      app.call('GET /v1/notification/all/:userId', { params: { userId }, query: { items: 100 } }, token),
    ),
  )
  const kept = lists.flatMap(({ body }) => body.data.filter(({ type }) => type === '10_MINS_TO_START'))
  const sent = emit.mock.calls.filter(([, name]) => name === '10_MINS_TO_START')
  expect(sent.map(([, , payload]) => payload)).toEqual(kept)
  expect(await reminded(id)).toEqual([1, 1])
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
