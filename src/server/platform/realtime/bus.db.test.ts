import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { openGate } from '#test/support/gate.ts'
import { type Bus, createPostgresBus } from './bus.ts'
import { createLogger } from '../logger.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'

let database: TestDatabase
const buses: Bus[] = []
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  for (const bus of buses) await bus.close()
  await database.close()
})

async function open(): Promise<Bus> {
  const bus = await createPostgresBus(database.connection, database.pool, createLogger('silent'))
  buses.push(bus)
  return bus
}

/** Everything a bus receives on a topic, and a promise of the last message. */
function hearing(bus: Bus, topic: string) {
  const heard: unknown[] = []
  const last = Promise.withResolvers<void>()
  bus.subscribe<{ n: unknown }>(topic, ({ n }) => (n === 'last' ? last.resolve() : heard.push(n)))
  return { heard, last: last.promise }
}

test('every other process receives a message, once and in order; the sender itself does not', async () => {
  const [one, two, three] = [await open(), await open(), await open()]
  const ears = [hearing(one, 'live'), hearing(two, 'live'), hearing(three, 'live')] as const
  const other = hearing(two, 'other')
  for (let n = 0; n < 200; n += 1) one.publish('live', { n })
  one.publish('live', { n: 'last' })
  await Promise.all([ears[1].last, ears[2].last])
  const expected = Array.from({ length: 200 }, (_, n) => n)
  expect(ears[1].heard).toEqual(expected)
  expect(ears[2].heard).toEqual(expected)
  two.publish('live', { n: 'from two' })
  two.publish('live', { n: 'last' })
  await ears[0].last
  expect(ears[0].heard).toEqual(['from two'])
  expect(other.heard).toEqual([])
})

test('messages of any length and script arrive complete', async () => {
  const [one, two] = [await open(), await open()]
  const ear = hearing(two, 'long')
  const texts = ['', 'ñandú — 🎉', 'á🎉"\\\n'.repeat(9_000), 'x'.repeat(7_800)]
  for (const n of texts) one.publish('long', { n })
  one.publish('long', { n: 'last' })
  await ear.last
  expect(ear.heard).toEqual(texts)
})

test('what is published with a transaction arrives complete when that commits, and not if it does not', async () => {
  const [one, two] = [await open(), await open()]
  const ear = hearing(two, 'with')
  const long = (letter: string) => letter.repeat(4_000)
  const publish = (letter: string, then: () => void = () => undefined) =>
    database.db.transaction().execute(async (tx) => {
      await one.publishWith(tx, 'with', { n: long(letter) })
      await one.publishWith(tx, 'with', { n: long(letter) })
      then()
    })
  const undone = publish('x', () => {
    throw new Error('undone')
  })
  await Promise.allSettled([undone, publish('ñ'), publish('語'), publish('🎉')])
  one.publish('with', { n: 'last' })
  await ear.last
  // Each commits as a whole, in any order.
  expect(ear.heard).toHaveLength(6)
  for (const letter of ['ñ', '語', '🎉']) {
    expect(ear.heard.filter((text) => text === long(letter))).toHaveLength(2)
  }
})

test('a lost connection is reopened, and listeners learn that something may have been missed', async () => {
  const [one, two] = [await open(), await open()]
  const back = Promise.withResolvers<void>()
  two.onGap(() => back.resolve())
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'norte-bus' and datname = current_database()`,
  )
  await back.promise
  const ear = hearing(two, 'again')
  one.publish('again', { n: 1 })
  one.publish('again', { n: 'last' })
  await ear.last
  expect(ear.heard).toEqual([1])
})

test('while the database is away two attempts a second are made, and no more however long it takes', async () => {
  const gate = await openGate(database.connection)
  const ear = await createPostgresBus(gate.connection, database.pool, createLogger('silent'))
  buses.push(ear)
  gate.shut()
  // If every failed attempt caused two more, the fourth would be sixteen.
  await vi.waitFor(() => expect(gate.turnedAway.length).toBeGreaterThanOrEqual(5), { timeout: 60_000 })
  const pauses = gate.turnedAway.slice(1).map((at, index) => at - gate.turnedAway[index]!)
  for (const pause of pauses) expect(pause).toBeGreaterThan(450)
  const back = Promise.withResolvers<void>()
  ear.onGap(() => back.resolve())
  gate.open()
  await back.promise
  gate.close()
})

test('messages that were lost while the database was away are a gap for the others', async () => {
  const gate = await openGate(database.connection)
  const telling = createDatabase(gate.connection, { size: 1 })
  const mouth = await createPostgresBus(gate.connection, telling.pool, createLogger('silent'))
  const ear = await open()
  const missed = Promise.withResolvers<void>()
  ear.onGap(() => missed.resolve())
  gate.shut()
  mouth.publish('live', { n: 1 })
  await vi.waitFor(() => expect(gate.turnedAway.length).toBeGreaterThanOrEqual(2), { timeout: 60_000 })
  gate.open()
  await missed.promise
  await mouth.close()
  await telling.close()
  gate.close()
})
