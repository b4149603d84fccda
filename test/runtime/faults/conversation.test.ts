import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { pause } from '#server/platform/pause.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { preparedFolder } from '#server/folders.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { openGate } from '#test/support/gate.ts'
import { onServer, urlOf } from '#test/support/postgres.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { MESSAGES, holdConversation } from '#test/support/servers/conversation.ts'
import { openDoor } from '#test/support/servers/door.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { removeFolder } from '../data-folder.ts'

// Three people of a group write to each other through two servers, while processes and connections end. PostgreSQL and
// the servers are the same for several tests: each leaves them as it found them.

/** After so many acknowledged messages something goes wrong. */
const PER_FAULT = Math.max(30, Math.floor(MESSAGES / 40))
const LONG = process.env['FAULTS'] !== undefined
/** How long the database is away for once, and Redis. */
const AWAY_MS = LONG ? 30_000 : 500
const SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'

type Closer = () => Promise<unknown> | void
const closers: Closer[] = []
let folder: string
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>
/** Where servers reach the database, whichever process it is. */
let databaseUrl: string
let redis: TestRedis
/** For people and a look at what is stored; what is tested runs in the processes. */
let app: TestApp

/** Here only processes die: what the system was given is safe, and nobody waits for the disk. */
const startPostgres = () =>
  startEmbeddedPostgres({ dataDir: join(folder, 'database'), preparedFolder, durable: LONG })
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'norte-conversation-'))
  closers.push(() => removeFolder(folder))
  await mkdir(join(folder, 'database'))
  redis = await openTestRedis()
  closers.push(() => redis.close())
  postgres = await startPostgres()
  closers.push(() => postgres.stop())
  await onServer(postgres.admin, 'alter role all set synchronous_commit = on')
  const gate = await openGate(postgres.connection)
  closers.push(gate.close)
  const { host, port, user, database } = gate.connection as typeof postgres.connection
  databaseUrl = `postgres://${user}@${host}:${port}/${database}?sslmode=disable`
  const opened = createDatabase({ url: databaseUrl }, { size: 5 })
  closers.push(opened.close)
  app = await makeApp({
    database: { ...opened, url: urlOf(postgres.connection) },
    env: { DATA_DIR: folder, TOKEN_SECRET: SECRET },
    now: toIso(systemClock.now()),
  })
  closers.push(() => app.close())
})
afterAll(async () => {
  for (const close of closers.toReversed()) await close()
})

async function start(more: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer({
    env: {
      DATA_DIR: folder,
      TOKEN_SECRET: SECRET,
      DATABASE_URL: databaseUrl,
      REQUESTS_PER_MINUTE: '10000000',
      MESSAGES_PER_MINUTE: '1000000',
      ...more,
    },
  })
  closers.push(() => server.stop('SIGKILL'))
  return server
}

/** Two servers, and where each of them answers; one may be replaced. */
async function startPair(more: Record<string, string>) {
  const web = () => start({ ROLES: 'web', ...more })
  const servers = await Promise.all([web(), web()])
  const addresses = servers.map(({ url }) => url)
  return {
    addresses,
    async killOne(turn: number) {
      const at = turn % servers.length
      await servers[at]!.stop('SIGKILL')
      servers[at] = await web()
      addresses[at] = servers[at].url
    },
    end: () => Promise.all(servers.map((server) => server.stop('SIGKILL'))),
  }
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

/** Lets the three write while the servers of a pair are killed one after the other. */
async function writeWhileKilled(pair: Awaited<ReturnType<typeof startPair>>, bus: string): Promise<void> {
  const { onAcknowledged, count } = oneByOne((fault) => pair.killOne(fault))
  const { retries } = await holdConversation({ app, addresses: pair.addresses, onAcknowledged })
  expect(count()).toBeGreaterThan(2)
  report(`servers killed, over ${bus}`, count(), retries)
}

// @spec P.157, P.191
test(
  'no message is lost or doubled, and everybody has the same order, while servers that communicate through the database are killed',
  { timeout: 1_800_000 },
  async () => {
    const pair = await startPair({})
    await writeWhileKilled(pair, 'the database')
    await pair.end()
  },
)

describe('the same of servers that communicate through Redis,', { timeout: 1_800_000 }, () => {
  let pair: Awaited<ReturnType<typeof startPair>>
  beforeAll(async () => {
    pair = await startPair({ REDIS_URL: redis.url })
  })

  // @spec P.157, P.191
  test('while they are killed @long', () => writeWhileKilled(pair, 'Redis'))

  // @spec P.195
  test('while Redis is killed and comes back empty, and while connections to it break @long', async () => {
    const { onAcknowledged, count } = oneByOne(async (fault) => {
      if (fault % 2 === 0) return redis.cutAfter(randomInt(2_000))
      await redis.kill()
      if (fault === 1) await pause(AWAY_MS)
      await redis.start()
    })
    const { retries } = await holdConversation({ app, addresses: pair.addresses, onAcknowledged })
    // Nobody who writes notices.
    expect(retries).toBe(0)
    expect(count()).toBeGreaterThan(2)
    report('Redis killed and cut off', count(), retries)
  })

  // @spec P.157
  test('while the connections of browsers are cut at any byte', async () => {
    const doors = await Promise.all(
      pair.addresses.map((address) =>
        openDoor(() => net.connect(Number(new URL(address).port), '127.0.0.1')),
      ),
    )
    closers.push(...doors.map(({ close }) => close))
    const addresses = doors.map(({ port }) => `http://127.0.0.1:${port}`)
    const onAcknowledged = async (acknowledged: number) => {
      // In the middle of a request, an answer or a frame of a socket.
      if (acknowledged % 5 === 0) doors[randomInt(2)]!.cutAfter(randomInt(4_000))
    }
    const { retries } = await holdConversation({ app, addresses, onAcknowledged })
    expect(retries).toBeGreaterThan(0)
    report('connections cut', Math.floor(MESSAGES / 5), retries)
  })

  // @spec P.196
  test('while PostgreSQL and the worker are killed @long', async () => {
    const work = () => start({ ROLES: 'worker', REDIS_URL: redis.url })
    let worker = await work()
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
    const { retries } = await holdConversation({ app, addresses: pair.addresses, onAcknowledged })
    expect(retries).toBeGreaterThan(0)
    report('PostgreSQL and workers killed', count(), retries)
  })
})
