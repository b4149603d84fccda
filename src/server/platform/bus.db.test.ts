import net from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type Bus, createPostgresBus } from './bus.ts'
import { createLogger } from './logger.ts'

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

/** Everything a bus hears on a topic, and the promise of a last message. */
function hearing(bus: Bus, topic: string) {
  const heard: unknown[] = []
  const last = Promise.withResolvers<void>()
  bus.subscribe<{ n: unknown }>(topic, ({ n }) => (n === 'last' ? last.resolve() : heard.push(n)))
  return { heard, last: last.promise }
}

test('every other process hears what one tells, once and in order; the one itself does not', async () => {
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

test('messages of any length and script arrive whole', async () => {
  const [one, two] = [await open(), await open()]
  const ear = hearing(two, 'long')
  const texts = ['', 'ñandú — 🎉', 'á🎉"\\\n'.repeat(9_000), 'x'.repeat(7_800)]
  for (const n of texts) one.publish('long', { n })
  one.publish('long', { n: 'last' })
  await ear.last
  expect(ear.heard).toEqual(texts)
})

test('a lost line is opened again, and whoever listens is told that something may have been missed', async () => {
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

test('while the database is away one look a second is made, and no more however long it takes', async () => {
  const gate = await openGate()
  const ear = await createPostgresBus(gate.connection, database.pool, createLogger('silent'))
  buses.push(ear)
  gate.shut()
  // With every failed look bringing two others, the fourth second would have eight.
  await vi.waitFor(() => expect(gate.turnedAway.length).toBeGreaterThanOrEqual(4), { timeout: 8_000 })
  const [first = 0] = gate.turnedAway
  const seconds = gate.turnedAway.map((at) => Math.round((at - first) / 1_000))
  expect(seconds.slice(0, 4)).toEqual([0, 1, 2, 3])
  const back = Promise.withResolvers<void>()
  ear.onGap(() => back.resolve())
  gate.open()
  await back.promise
  gate.close()
})

/** A door before the database that can be shut: who comes then is turned away, and so is everybody inside. */
async function openGate() {
  const { connection } = database
  const inside = new Set<net.Socket>()
  const turnedAway: number[] = []
  let isShut = false
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    if (isShut) {
      turnedAway.push(performance.now())
      return void socket.destroy()
    }
    inside.add(socket)
    const beyond = connectTo(connection)
    beyond.on('error', () => undefined)
    socket.on('close', () => beyond.destroy())
    beyond.on('close', () => socket.destroy())
    socket.pipe(beyond).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = { host: '127.0.0.1', port: (server.address() as net.AddressInfo).port }
  return {
    connection: 'url' in connection ? { url: addressAt(connection.url, at) } : { ...connection, ...at },
    turnedAway,
    shut() {
      isShut = true
      for (const socket of inside) socket.destroy()
    },
    open: () => void (isShut = false),
    close: () => void server.close(),
  }
}

function connectTo(connection: TestDatabase['connection']): net.Socket {
  if (!('url' in connection)) return net.connect(join(connection.host, `.s.PGSQL.${connection.port}`))
  const { hostname, port } = new URL(connection.url)
  return net.connect(Number(port || 5432), hostname)
}

function addressAt(address: string, { host, port }: { host: string; port: number }): string {
  const url = new URL(address)
  url.host = `${host}:${port}`
  return url.href
}
