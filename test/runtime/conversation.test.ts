import { randomInt } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import net from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { pause } from '#server/platform/pause.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { preparedFolder } from '#server/folders.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { openGate } from '#test/support/gate.ts'
import { urlOf } from '#test/support/postgres.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { MESSAGES, holdConversation } from '#test/support/servers/conversation.ts'
import { openDoor } from '#test/support/servers/door.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { dataFolder } from './data-folder.ts'

// Three people of a group write to each other through two servers, while processes and connections end.

/** After so many acknowledged messages something goes wrong. */
const PER_FAULT = Math.max(30, MESSAGES / 40)
/** How long the database is away for once. */
const AWAY_MS = process.env['FAULTS'] ? 30_000 : 1_000
const SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'

const folder = dataFolder()
let redis: TestRedis
let closers: (() => Promise<unknown> | void)[]
beforeEach(async () => {
  closers = []
  redis = await openTestRedis()
  closers.push(() => redis.close())
})
afterEach(async () => {
  for (const close of closers.toReversed()) await close()
})

/** Settings of a process of Norte on this database. */
const settings = (databaseUrl: string, more: Record<string, string>) => ({
  DATA_DIR: folder.path,
  TOKEN_SECRET: SECRET,
  DATABASE_URL: databaseUrl,
  REQUESTS_PER_MINUTE: '10000000',
  MESSAGES_PER_MINUTE: '1000000',
  ...more,
})

async function start(databaseUrl: string, more: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({ env: settings(databaseUrl, more) })
  closers.push(() => server.stop('SIGKILL'))
  return server
}

/** For people and a look at what is stored; what is tested runs in the processes. */
async function appOn(database: TestDatabase): Promise<TestApp> {
  const env = { DATA_DIR: folder.path, TOKEN_SECRET: SECRET }
  const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  closers.push(() => app.close())
  return app
}

async function testDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  closers.push(() => database.close())
  return database
}

/** One fault after the other, each once so many more messages are acknowledged. */
function oneByOne(fault: (count: number) => Promise<void>) {
  let running: Promise<void> = Promise.resolve()
  let count = 0
  return {
    count: () => count,
    onAcknowledged: (acknowledged: number) => {
      if (acknowledged % PER_FAULT === 0) running = running.then(() => fault((count += 1)))
      return running
    },
  }
}

function report(what: string, faults: number, retries: number): void {
  console.log(
    `${what}: ${MESSAGES} messages, ${faults} faults, ${retries} calls again: lost 0, doubled 0, one order`,
  )
}

// @spec P.157, P.191
test.each(['the database', 'Redis'])(
  'no message is lost or doubled, and everybody has the same order, while servers that communicate through %s are killed',
  { timeout: 1_800_000 },
  async (bus) => {
    const database = await testDatabase()
    const app = await appOn(database)
    const web = () => start(database.url, { ROLES: 'web', ...(bus === 'Redis' && { REDIS_URL: redis.url }) })
    const servers = [await web(), await web()]
    const addresses = servers.map(({ url }) => url)
    const { onAcknowledged, count } = oneByOne(async (fault) => {
      const at = fault % servers.length
      await servers[at]!.stop('SIGKILL')
      servers[at] = await web()
      addresses[at] = servers[at].url
    })
    const { retries } = await holdConversation({ app, addresses, onAcknowledged })
    expect(count()).toBeGreaterThan(2)
    report(`servers killed, over ${bus}`, count(), retries)
  },
)

// @spec P.195
test(
  'the same while Redis is killed and comes back empty, and while connections to it break',
  { timeout: 1_800_000 },
  async () => {
    const database = await testDatabase()
    const app = await appOn(database)
    const web = () => start(database.url, { ROLES: 'web', REDIS_URL: redis.url })
    const addresses = [(await web()).url, (await web()).url]
    const { onAcknowledged, count } = oneByOne(async (fault) => {
      if (fault % 2 === 0) return redis.cutAfter(randomInt(2_000))
      await redis.kill()
      await redis.start()
    })
    const { retries } = await holdConversation({ app, addresses, onAcknowledged })
    // Nobody who writes notices.
    expect(retries).toBe(0)
    report('Redis killed and cut off', count(), retries)
  },
)

// @spec P.196
test('the same while PostgreSQL and the worker are killed', { timeout: 1_800_000 }, async () => {
  const dataDir = `${folder.path}-database`
  await mkdir(dataDir)
  const startPostgres = () => startEmbeddedPostgres({ dataDir, preparedFolder })
  let postgres = await startPostgres()
  closers.push(() => postgres.stop())
  const gate = await openGate(postgres.connection)
  closers.push(gate.close)
  const { host, port, user, database: name } = gate.connection as typeof postgres.connection
  const url = `postgres://${user}@${host}:${port}/${name}?sslmode=disable`
  const database = createDatabase({ url }, { size: 5 })
  closers.push(database.close)
  const work = () => start(url, { ROLES: 'worker', REDIS_URL: redis.url })
  let worker = await work()
  const web = () => start(url, { ROLES: 'web', REDIS_URL: redis.url })
  const addresses = [(await web()).url, (await web()).url]
  const app = await appOn({ ...database, url: urlOf(postgres.connection) })
  const { onAcknowledged, count } = oneByOne(async (fault) => {
    if (fault % 2 === 0) {
      await worker.stop('SIGKILL')
      worker = await work()
      return
    }
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.ended
    if (fault === 1) await pause(AWAY_MS)
    postgres = await startPostgres()
  })
  const { retries } = await holdConversation({ app, addresses, onAcknowledged })
  expect(retries).toBeGreaterThan(0)
  report('PostgreSQL and workers killed', count(), retries)
})

// @spec P.157
test('the same while the connections of browsers are cut at any byte', { timeout: 1_800_000 }, async () => {
  const database = await testDatabase()
  const app = await appOn(database)
  const door = async () => {
    const { url } = await start(database.url, { ROLES: 'web', REDIS_URL: redis.url })
    const opened = await openDoor(() => net.connect(Number(new URL(url).port), '127.0.0.1'))
    closers.push(opened.close)
    return opened
  }
  const doors = [await door(), await door()]
  const addresses = doors.map(({ port }) => `http://127.0.0.1:${port}`)
  const onAcknowledged = async (acknowledged: number) => {
    // In the middle of a request, an answer or a frame of a socket.
    if (acknowledged % 5 === 0) doors[randomInt(2)]!.cutAfter(randomInt(4_000))
  }
  const { retries } = await holdConversation({ app, addresses, onAcknowledged })
  expect(retries).toBeGreaterThan(0)
  report('connections cut', MESSAGES / 5, retries)
})
