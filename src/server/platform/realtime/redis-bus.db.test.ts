import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { busSuite, hearing } from '#test/support/servers/bus-suite.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { createLogger } from '../logger.ts'
import type { Bus } from './bus.ts'
import { createRedisBus } from './redis-bus.ts'

let database: TestDatabase
let redis: TestRedis
const buses: Bus[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  redis = await openTestRedis()
})
afterAll(async () => {
  await closeAll()
  await redis.close()
  await database.close()
})

async function open(url = redis.url, patience?: Parameters<typeof createRedisBus>[2]): Promise<Bus> {
  const bus = await createRedisBus(url, createLogger('silent'), patience)
  buses.push(bus)
  return bus
}

/** Also where nobody else may speak: what a test is about could be found out by the words of another. */
const closeAll = () => Promise.all(buses.splice(0).map((bus) => bus.close()))

const gapOf = (bus: Bus) => new Promise<void>((told) => bus.onGap(told))

busSuite(
  () => open(),
  () => database,
)

// @spec P.191
test('a connection that breaks at any byte loses and doubles nothing, and is no gap', async () => {
  const door = await redis.anotherDoor()
  const [one, two] = [await open(door.url), await open(door.url)]
  let gaps = 0
  two.onGap(() => (gaps += 1))
  const ear = hearing(two, 'broken')
  for (let n = 0; n < 6; n += 1) {
    // In the middle of a command or of an answer.
    door.cutAfter(1 + n * 71)
    for (let m = 0; m < 10; m += 1) one.publish('broken', { n: n * 10 + m })
    await expect.poll(() => ear.heard.length).toBe(n * 10 + 10)
  }
  one.publish('broken', { n: 'last' })
  await ear.last
  expect(ear.heard).toEqual(Array.from({ length: 60 }, (_, n) => n))
  expect(gaps).toBe(0)
  door.close()
})

test('a Redis that stops to answer is left, and found again when it answers', async () => {
  const door = await redis.anotherDoor()
  const [one, two] = [await open(), await open(door.url, { answerMs: 500 })]
  const ear = hearing(two, 'stalled')
  door.stall()
  one.publish('stalled', { n: 1 })
  one.publish('stalled', { n: 'last' })
  // Nothing passes any more; the connection is closed for its silence, and the next one is not stalled.
  await vi.waitFor(() => expect(door.opened()).toBeGreaterThan(3), { timeout: 60_000 })
  door.open()
  await ear.last
  expect(ear.heard).toEqual([1])
  door.close()
})

// @spec P.191
test('a Redis that is started again, empty, is a gap for everybody, and news goes on', async () => {
  const [one, two] = [await open(), await open()]
  const gaps = [gapOf(one), gapOf(two)]
  await redis.kill()
  one.publish('restarted', { n: 1 })
  await redis.start()
  await Promise.all(gaps)
  const ear = hearing(two, 'later')
  one.publish('later', { n: 2 })
  one.publish('later', { n: 'last' })
  await ear.last
  expect(ear.heard).toEqual([2])
})

test('a Redis that is away at the start is waited for, and its coming is a gap', async () => {
  const door = await redis.anotherDoor()
  door.shut()
  const late = await open(door.url)
  const gap = gapOf(late)
  const ear = hearing(late, 'awaited')
  await vi.waitFor(() => expect(door.turnedAway.length).toBeGreaterThan(4), { timeout: 60_000 })
  door.open()
  await gap
  const other = await open()
  other.publish('awaited', { n: 'last' })
  await ear.last
  expect(ear.heard).toEqual([])
  door.close()
})

// @spec P.191
test('a process that falls silent without a farewell is a gap for the others: it may not have sent all it committed', async () => {
  await closeAll()
  const door = await redis.anotherDoor()
  const silentMs = 1_500
  const [dying, other] = [await open(door.url, { silentMs }), await open(redis.url, { silentMs })]
  const ear = hearing(other, 'before')
  dying.publish('before', { n: 'last' })
  await ear.last
  const gap = gapOf(other)
  door.shut()
  await expect(gap).resolves.toBeUndefined()
  // It was not dead, and has dropped what it could not send since: another gap, though nobody knows its numbers any more.
  const second = gapOf(other)
  for (let n = 0; n < 25_000; n += 1) dying.publish('lost', { n })
  door.open()
  await expect(second).resolves.toBeUndefined()
  door.close()
})

// @spec P.191
test('entries that the stream has lost while a process was away are a gap, also when their sender is gone', async () => {
  await closeAll()
  const door = await redis.anotherDoor()
  const away = await open(door.url)
  const ear = hearing(away, 'here')
  const before = await createRedisBus(redis.url, createLogger('silent'))
  before.publish('here', { n: 'last' })
  await Promise.all([before.close(), ear.last])
  const gap = gapOf(away)
  door.shut()
  // Nobody who is there later.
  for (const count of [15_000, 15_000]) {
    const passing = await createRedisBus(redis.url, createLogger('silent'))
    for (let n = 0; n < count; n += 1) passing.publish('lost', { n })
    await passing.close()
  }
  door.open()
  await expect(gap).resolves.toBeUndefined()
  door.close()
})

// @spec P.191
test('what a process could not send for a long time is a gap once it is heard again', async () => {
  const door = await redis.anotherDoor()
  const [one, two] = [await open(door.url), await open()]
  const ear = hearing(two, 'much')
  one.publish('much', { n: 0 })
  await expect.poll(() => ear.heard).toEqual([0])
  const gap = gapOf(two)
  door.shut()
  for (let n = 0; n < 25_000; n += 1) one.publish('lost', { n })
  one.publish('much', { n: 'last' })
  door.open()
  await Promise.all([gap, ear.last])
  expect(ear.heard).toEqual([0])
  door.close()
})
