import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { QUEUED_WORK } from '#server/effects/work.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { MINUTE_MS, fixedClock, fromIso } from '#time/clock.ts'
import { TEST_NOW, type TestApp, makeApp } from '#test/support/app.ts'
import { type FakeBrowser, type PushService, startPushService } from '#test/support/fakes/push-service.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'

// A worker dies before each of its statements in turn, and another one goes on.

type Death = { at: number; sent: number }
/** What one worker does until it dies. */
type Life = { death: Death; isOver: boolean }
class Died extends Error {}

const ROLLBACK = 'rollback'

const clock = fixedClock(fromIso(TEST_NOW))
const lives = new AsyncLocalStorage<Life>()
let service: PushService
let app: TestApp
let coach: TestCoach
let client: TestClient
let browser: FakeBrowser
let room: RoomId
beforeAll(async () => {
  service = await startPushService(clock)
  app = await makeApp({ push: service.push })
  await app.startTest()
  clock.set(app.clock.now())
  coach = await newCoach(app)
  client = await newClient(app, coach)
  room = client.clientId as string as RoomId
  browser = service.browser()
  await app.call('POST /v1/notification/push', { body: browser.subscription }, client.token)
  await app.settle()
})
beforeEach(() => {
  const query = Reflect.get(Client.prototype, 'query') as (...args: unknown[]) => unknown
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const life = lives.getStore()
    // Who is dead sends nothing any more, also of what goes out together; the database takes back what was begun.
    if (life && (life.isOver ? args[0] !== ROLLBACK : isLast(life))) return Promise.reject(new Died())
    return Reflect.apply(query, this, args)
  })
})
afterAll(async () => {
  await app.close()
  await service.close()
})

function isLast(life: Life): boolean {
  life.death.sent += 1
  return (life.isOver = life.death.sent === life.death.at)
}

/** The same again after a death: what another worker does. */
async function carryOut(death: Death, work: () => Promise<unknown>): Promise<void> {
  try {
    await lives.run({ death, isOver: false }, work)
  } catch (error) {
    if (!(error instanceof Died)) throw error
    await work()
  }
}

async function nextJob() {
  const { rows } = await sql<{ id: string; name: string; data: object }>`
    select id, name, data from pgboss.job where state = 'created' and name <> 'given-up'
    order by created_on limit 1`.execute(app.deps.db)
  return rows[0]
}

async function runAll(death: Death): Promise<void> {
  // One transaction; what a job does is many.
  await fireTimers(app.deps)
  for (let job = await nextJob(); job; job = await nextJob()) {
    const { name, data, id } = job
    const work = QUEUED_WORK.find(({ queue }) => queue === name)!
    await carryOut(death, () => work.carryOut(app.deps, data))
    await sql`delete from pgboss.job where id = ${id}`.execute(app.deps.db)
  }
}

// @spec P.182
test('messages that wait are told once by mail and by push, wherever a worker dies', async () => {
  let steps = 0
  for (let at = 1; ; at += 1) {
    const body = { text: 'Hola', clientKey: app.deps.newId<MessageKey>() }
    const { seq } = good(
      await app.call('POST /v1/message/:roomId', { params: { roomId: room }, body }, coach.token),
      201,
    )
    const [mails, pushes] = [(await app.mails(client.email)).length, browser.taken.length]
    app.clock.advance(5 * MINUTE_MS)
    clock.set(app.clock.now())
    const death = { at, sent: 0 }
    await runAll(death)
    // A push that was taken when its worker died is replaced on the screen: it has the same topic.
    const topics = new Set(browser.taken.slice(pushes).map(({ topic }) => topic))
    expect([at, (await app.mails(client.email)).length - mails, topics.size]).toEqual([at, 1, 1])
    const read = { params: { roomId: room }, body: { readSeq: seq } }
    good(await app.call('PUT /v1/message/:roomId/read', read, client.token))
    steps = death.sent
    if (death.sent < at) break
  }
  expect(steps).toBeGreaterThan(15)
})
