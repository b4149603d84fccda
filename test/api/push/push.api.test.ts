import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_TIMES, type NewsPreferencesPart } from '#contract/account/news-preferences.ts'
import type { PushType } from '#contract/account/push.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, fixedClock, fromIso } from '#time/clock.ts'
import { sendPush } from '#server/effects/pushes/send.ts'
import { PUSHES_QUEUE } from '#server/events/queues.ts'
import { listPushTargets } from '#server/modules/push/push.service.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { type FakeBrowser, type PushService, startPushService } from '#test/support/fakes/push-service.ts'
import { PASSWORD, type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { book, lifeOf, made } from '#test/support/sessions.ts'

const clock = fixedClock(fromIso(TEST_NOW))
let service: PushService
let app: TestApp
let coach: TestCoach
let client: TestClient
beforeAll(async () => {
  service = await startPushService(clock)
  app = await makeApp({ push: service.push })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  await app.startTest()
  clock.set(app.clock.now())
  coach = await newCoach(app)
  client = await newClient(app, coach)
})

const subscribe = (token: string, { subscription }: FakeBrowser) =>
  app.call('POST /v1/notification/push', { body: subscription }, token)
const unsubscribe = (token: string) => app.call('DELETE /v1/notification/push', {}, token)
const signIn = async ({ email }: TestClient) => {
  const { body } = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
  return body.token
}
const goTo = async (ms: number) => {
  app.clock.set(epochMs(ms))
  clock.set(app.clock.now())
  await app.settle()
}
// In the afternoon, with the reminder outside of the quiet hours.
const AFTERNOON = '2027-02-04T19:00:00.000Z'
const START = fromIso(AFTERNOON)
const typesOf = ({ taken }: FakeBrowser): PushType[] => taken.map(({ payload }) => payload.type)
const soonOf = (browser: FakeBrowser) => typesOf(browser).filter((type) => type === 'SESSION_SOON')
const soonMails = async () =>
  (await app.mails(client.email)).filter(({ subject }) => /es en unas horas/.test(subject)).length
/** Books a session, and goes to three hours before it. */
const remind = async () => {
  const session = await made(book(app, coach, client, AFTERNOON))
  await goTo(START - 3 * HOUR_MS)
  return session
}
const prefer = async (news: NewsPreferencesPart) => {
  const params = { userId: client.userId }
  const { status } = await app.call(
    'PUT /v1/user/:userId/preferences',
    { params, body: { news } },
    client.token,
  )
  expect(status).toBe(200)
}
/** A browser that takes the client's pushes. */
const subscribed = async (token = client.token) => {
  const browser = service.browser()
  expect((await subscribe(token, browser)).status).toBe(204)
  return browser
}

// @spec P.201
describe('the reminder three hours before (product §17)', () => {
  test('is a push to every browser that takes them, and no mail', async () => {
    const browsers = [await subscribed(), await subscribed(await signIn(client))]
    const { id } = await remind()
    await goTo(START - 3 * HOUR_MS + 5 * MINUTE_MS)
    for (const { taken } of browsers) {
      expect(taken.filter(({ payload }) => payload.type === 'SESSION_SOON')).toMatchObject([
        {
          urgency: 'high',
          ttl: 3 * 3600,
          payload: {
            type: 'SESSION_SOON',
            title: 'Tienes una sesión en 3 horas',
            text: expect.stringContaining('13:00'),
            tag: `session:${id}`,
            about: { sessionId: id },
          },
        },
      ])
    }
    expect(await soonMails()).toBe(0)
  })

  test('is a mail to somebody without, once', async () => {
    await remind()
    await goTo(START - 2 * HOUR_MS)
    expect(await soonMails()).toBe(1)
  })

  test('is a mail when the only browser has gone, which is forgotten', async () => {
    const browser = await subscribed()
    await made(book(app, coach, client, AFTERNOON))
    await goTo(START - 23 * HOUR_MS)
    browser.answer(410)
    await goTo(START - 3 * HOUR_MS)
    await goTo(START - 2 * HOUR_MS)
    expect(await soonMails()).toBe(1)
    expect(await subscriptionsOf(client)).toBe(0)
  })

  test('goes to those that are missing when it is run again, and a browser has it once', async () => {
    const [quick, slow] = [await subscribed(), service.browser('slow.example')]
    expect((await subscribe(await signIn(client), slow)).status).toBe(204)
    await made(book(app, coach, client, AFTERNOON))
    await goTo(START - 23 * HOUR_MS)
    slow.answer(503)
    await expect(goTo(START - 3 * HOUR_MS)).rejects.toThrow('503')
    slow.answer(201)
    const [job] = await jobs()
    for (let run = 0; run < 3; run += 1) await sendPush(app.deps, job!)
    expect([soonOf(quick), soonOf(slow)]).toEqual([['SESSION_SOON'], ['SESSION_SOON']])
    expect(await soonMails()).toBe(0)
  })

  test('is a mail once the push service was away for ten minutes', async () => {
    const browser = await subscribed()
    await made(book(app, coach, client, AFTERNOON))
    await goTo(START - 23 * HOUR_MS)
    browser.answer(503)
    await expect(goTo(START - 3 * HOUR_MS)).rejects.toThrow('503')
    expect(await soonMails()).toBe(0)
    const [job] = await jobs()
    app.clock.set(epochMs(START - 3 * HOUR_MS + 10 * MINUTE_MS))
    for (let run = 0; run < 2; run += 1) await sendPush(app.deps, job!)
    await app.settle().catch(() => undefined)
    expect(await soonMails()).toBe(1)
  })

  test('is nothing for a session that was cancelled meanwhile, or has begun', async () => {
    const browser = await subscribed()
    const { id } = await made(book(app, coach, client, AFTERNOON))
    await goTo(START - 23 * HOUR_MS)
    browser.answer(503)
    await expect(goTo(START - 3 * HOUR_MS)).rejects.toThrow('503')
    browser.answer(201)
    const [job] = await jobs()
    clock.set(START)
    app.clock.set(START)
    await sendPush(app.deps, job!)
    app.clock.set(epochMs(START - 2 * HOUR_MS))
    await lifeOf(app).cancel(coach, id)
    await sendPush(app.deps, job!)
    expect([soonOf(browser), await soonMails()]).toEqual([[], 0])
  })
})

describe('news (product §17)', () => {
  // @spec P.203
  test('are pushed with the notification: what happened and when, and nothing that anybody wrote', async () => {
    const browser = await subscribed()
    const { id } = await made(book(app, coach, client, AFTERNOON, { objective: 'Hablar de mi renuncia' }))
    await app.settle()
    expect(browser.taken.map(({ payload }) => payload)).toEqual([
      {
        v: 1,
        type: 'NEW_SESSION_FROM_COACH',
        title: 'Nueva sesión',
        text: expect.stringMatching(/4 de febrero.*13:00/),
        tag: `session:${id}`,
        about: {
          client: { id: client.clientId, name: expect.any(String), lastName: expect.any(String) },
          sessionId: id,
        },
      },
    ])
    expect(JSON.stringify(browser.taken)).not.toContain('renuncia')
  })

  test('are a memorandum as well, on its day, and not once it is done', async () => {
    const browser = service.browser()
    expect((await subscribe(coach.token, browser)).status).toBe(204)
    const write = async (date: string) => {
      const body = { description: 'Llamar a la empresa', date }
      const written = await app.call('POST /v1/memorandum', { body }, coach.token)
      expect(written.status).toBe(201)
      return written.body
    }
    const [first, second] = [await write('2027-02-04'), await write('2027-02-05')]
    const done = { params: { memorandumId: second.id }, body: { status: 'done' as const } }
    expect((await app.call('PUT /v1/memorandum/:memorandumId/status', done, coach.token)).status).toBe(200)
    for (const { dueAt } of [first, second]) await goTo(fromIso(dueAt))
    expect(typesOf(browser)).toEqual(['DAY_MEMORANDUM'])
  })

  test('are not pushed to the side that caused them, nor what its matrix does not have', async () => {
    await app.settle()
    const [ours, theirs] = [service.browser(), await subscribed()]
    expect((await subscribe(coach.token, ours)).status).toBe(204)
    await made(book(app, coach, client, AFTERNOON))
    await app.settle()
    for (const hours of [24, 3, 1 / 6]) await goTo(START - hours * HOUR_MS)
    expect(typesOf(ours)).toEqual([])
    expect(typesOf(theirs)).toEqual(['NEW_SESSION_FROM_COACH', 'PREPARATION_DUE', 'SESSION_SOON'])
  })

  test('wait for the end of the quiet hours, and come once', async () => {
    const browser = await subscribed()
    await prefer({ quiet: DEFAULT_TIMES.quiet })
    // 23:00 in Mexico City.
    await goTo(fromIso('2027-02-03T05:00:00.000Z'))
    await made(book(app, coach, client, AFTERNOON))
    await app.settle()
    expect(typesOf(browser)).toEqual([])
    await goTo(fromIso('2027-02-03T14:00:00.000Z'))
    await app.settle()
    expect(typesOf(browser)).toEqual(['NEW_SESSION_FROM_COACH'])
  })

  test('say how long it is until the session when they leave, not when they were due', async () => {
    const browser = await subscribed()
    await prefer({ quiet: DEFAULT_TIMES.quiet })
    // At 9:00; the reminder is due at 6:00, and the quiet hours end at 8:00.
    await made(book(app, coach, client, '2027-02-04T15:00:00.000Z'))
    await goTo(fromIso('2027-02-04T12:00:00.000Z'))
    expect(soonOf(browser)).toEqual([])
    await goTo(fromIso('2027-02-04T14:00:00.000Z'))
    const [soon] = browser.taken.filter(({ payload }) => payload.type === 'SESSION_SOON')
    expect(soon!.payload.title).toBe('Tienes una sesión en una hora')
  })

  test('are not pushed where the person switched that off, and the reminder is a mail then', async () => {
    const browser = await subscribed()
    await prefer({ kinds: { reminders: { push: false }, bookings: { push: false } } })
    await remind()
    await goTo(START - 2 * HOUR_MS)
    expect([typesOf(browser), await soonMails()]).toEqual([[], 1])
  })
})

const jobs = async (): Promise<object[]> => {
  const queued = sql<{
    data: object
  }>`select data from pgboss.job where name = ${PUSHES_QUEUE} order by created_on desc`
  const { rows } = await queued.execute(app.deps.db)
  return rows.map(({ data }) => data)
}

describe('pushes end with the sign-in (product §1 D15)', () => {
  // @spec P.202
  test.each<[string, (browserToken: string) => Promise<unknown>]>([
    ['signing out', (token) => app.call('POST /v1/auth/logout', {}, token)],
    ['switching them off', unsubscribe],
    [
      'a new password set elsewhere',
      () =>
        app.call(
          'PUT /v1/user/:userId/password',
          {
            params: { userId: client.userId },
            body: { current: PASSWORD, password: 'otra-clave-larga-77' },
          },
          client.token,
        ),
    ],
    [
      'being ended from elsewhere',
      () =>
        app.call(
          'DELETE /v1/user/:userId/sessions',
          { params: { userId: client.userId }, body: { password: PASSWORD } },
          client.token,
        ),
    ],
  ])('by %s', async (_, end) => {
    const token = await signIn(client)
    const browser = await subscribed(token)
    const answer = (await end(token)) as { status: number }
    expect(answer.status).toBeLessThan(300)
    expect(await subscriptionsOf(client)).toBe(0)
    await remind()
    expect([soonOf(browser), await soonMails()]).toEqual([[], 1])
  })

  test('by a week without use', async () => {
    const { subscription } = await subscribed()
    const { membershipId } = await membershipOf(client)
    expect(await listPushTargets(app.deps, membershipId)).toMatchObject([{ endpoint: subscription.endpoint }])
    app.clock.advance(7 * DAY_MS)
    expect(await listPushTargets(app.deps, membershipId)).toEqual([])
  })
})

describe('a browser', () => {
  test('of which somebody else signs in takes their pushes, and no more of the person before', async () => {
    const browser = await subscribed()
    const other = await newClient(app, coach)
    expect((await subscribe(other.token, browser)).status).toBe(204)
    expect([await subscriptionsOf(client), await subscriptionsOf(other)]).toEqual([0, 1])
    await remind()
    expect([soonOf(browser), await soonMails()]).toEqual([[], 1])
  })

  test('that subscribes again has one subscription', async () => {
    await subscribed()
    await subscribed()
    expect(await subscriptionsOf(client)).toBe(1)
  })

  test('beyond the tenth of a person takes the place of the oldest', async () => {
    const first = await subscribed()
    for (let more = 0; more < 10; more += 1) {
      app.clock.advance(MINUTE_MS)
      await subscribed(await signIn(client))
    }
    expect(await subscriptionsOf(client)).toBe(10)
    const kept = await app.deps.db.selectFrom('push_subscriptions').select('endpoint').execute()
    expect(kept.map(({ endpoint }) => endpoint)).not.toContain(first.subscription.endpoint)
  })

  test('gets the key to subscribe with', async () => {
    const { body } = await app.call('GET /v1/notification/push', {}, client.token)
    expect(body).toEqual({ publicKey: service.push.publicKey })
  })

  test.each([
    'https://127.0.0.2/x',
    'https://10.0.0.7/x',
    'https://[::1]/x',
    'https://ana:secreta@push.example/x',
    'https://push.example:22/x',
  ])('at %s is refused, and nothing is stored', async (endpoint) => {
    const { subscription } = service.browser()
    const { status, refusal } = await app.call(
      'POST /v1/notification/push',
      { body: { ...subscription, endpoint } },
      client.token,
    )
    expect([status, refusal.code]).toEqual([422, 'push.not_accepted'])
    expect(await subscriptionsOf(client)).toBe(0)
  })
})

async function subscriptionsOf({ userId }: TestClient): Promise<number> {
  const rows = await app.deps.db
    .selectFrom('push_subscriptions as p')
    .innerJoin('auth_sessions as s', 's.id', 'p.auth_session_id')
    .where('s.user_id', '=', userId)
    .select('p.endpoint')
    .execute()
  return rows.length
}

function membershipOf({ userId }: TestClient) {
  return app.deps.db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .select('id as membershipId')
    .executeTakeFirstOrThrow()
}
