import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { busSuite, hearing } from '#test/support/servers/bus-suite.ts'
import { openGate } from '#test/support/gate.ts'
import { type Bus, createPostgresBus } from './bus.ts'
import { beginningOf, publishing } from '#server/platform/postgres/publishing.ts'
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

busSuite(open, () => database)

test('what a statement publishes itself arrives complete and in order, at every other process', async () => {
  const [one, two] = [await open(), await open()]
  const heard: unknown[] = []
  two.subscribe('of a statement', (data) => heard.push(data))
  let own = 0
  one.subscribe('of a statement', () => (own += 1))
  const ear = hearing(two, 'after')
  const texts = [
    'short',
    '',
    '語🎉ñ'.repeat(1_500),
    '"\\\n'.repeat(2_000),
    '🎉'.repeat(1_900),
    'x'.repeat(1_900),
  ]
  const beginnings = texts.map((text, n) => beginningOf('of a statement', { n, text }))
  const publish = (origin: string | null, fails = false) =>
    sql`select ${publishing(sql`${origin}`, sql`n`, sql`beginning`, sql`json_build_object('n', n)::text`)},
        case when ${fails}::boolean then 1 / (n - 3) end
      from unnest(${sql.val(beginnings)}::text[]) with ordinality as each (beginning, n) order by n`.execute(
      database.db,
    )
  await expect(publish(one.origin!, true)).rejects.toThrow('division by zero')
  await publish(null)
  await publish(one.origin!)
  one.publish('after', { n: 'last' })
  await ear.last
  expect(heard).toEqual(texts.map((text, n) => ({ said: { n, text }, found: { n: n + 1 } })))
  expect(own).toBe(0)
})

test('two messages with the same long text in one statement arrive whole, both', async () => {
  const [one, two] = [await open(), await open()]
  const heard: unknown[] = []
  two.subscribe('long', (data) => heard.push(data))
  const ear = hearing(two, 'after')
  const text = 'a"'.repeat(3_000)
  const beginnings = [1, 2].map((n) => beginningOf('long', { n, text }))
  const part = publishing(sql`${one.origin!}`, sql`n`, sql`beginning`, sql`'{}'`)
  await sql`select ${part} from unnest(${sql.val(beginnings)}::text[]) with ordinality as each (beginning, n)`.execute(
    database.db,
  )
  one.publish('after', { n: 'last' })
  await ear.last
  expect(heard).toEqual([1, 2].map((n) => ({ said: { n, text }, found: {} })))
})

test('what a process publishes that another cannot read is a gap for it, and ends nothing', async () => {
  const [one, two] = [await open(), await open()]
  const gaps = Promise.withResolvers<void>()
  let gapsSeen = 0
  two.onGap(() => {
    gapsSeen += 1
    gaps.resolve()
  })
  two.subscribe('odd', () => {
    throw new TypeError('not understood')
  })
  const ear = hearing(two, 'after')
  one.publish('odd', {})
  const parts = [`${one.origin!}:7:0:3:{"topic":`, `${one.origin!}:7:2:3:"x"}`]
  await sql`select pg_notify('norte_bus', part) from unnest(${sql.val(parts)}::text[]) as part`.execute(
    database.db,
  )
  one.publish('after', { n: 'last' })
  await ear.last
  await gaps.promise
  // The message that a listener could not read, and the one without its middle.
  expect(gapsSeen).toBe(2)
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
