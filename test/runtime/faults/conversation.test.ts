import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageKey, RoomId } from '#contract/values.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { pause } from '#server/platform/pause.ts'
import { createDatabase } from '#server/platform/postgres/postgres.ts'
import { preparedFolder } from '#server/folders.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { openGate } from '#test/support/gate.ts'
import { good } from '#test/support/groups.ts'
import { outboxReader } from '#test/support/mails/outbox.ts'
import { newClient, newCoach } from '#test/support/people.ts'
import { onServer, urlOf } from '#test/support/postgres.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { MESSAGES, holdConversation } from '#test/support/servers/conversation.ts'
import { openDoor } from '#test/support/servers/door.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { removeFolder } from '../data-folder.ts'

// Three people of a group write to each other through two servers, while processes and connections end. PostgreSQL and
// the servers are the same for several tests: each leaves them as it found them.

const LONG = process.env['FAULTS'] !== undefined
/** How many messages are written, after how many something goes wrong, and how long a database is away for once, and Redis. */
type Form = { messages: number; perFault: number; awayMs: number }
const FULL: Form = {
  messages: MESSAGES,
  perFault: Math.max(30, Math.floor(MESSAGES / 40)),
  awayMs: LONG ? 30_000 : 500,
}
const SHORT: Form = { messages: 30, perFault: 12, awayMs: 500 }

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
    env: { DATA_DIR: folder, TOKEN_SECRET },
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
      TOKEN_SECRET,
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
    /** Settings of what else is started beside them. */
    more,
    async killOne(turn: number) {
      const at = turn % servers.length
      await servers[at]!.stop('SIGKILL')
      servers[at] = await web()
      addresses[at] = servers[at].url
    },
    end: () => Promise.all(servers.map((server) => server.stop('SIGKILL'))),
  }
}
type Pair = Awaited<ReturnType<typeof startPair>>

/** A pair for the tests of one `describe`. */
function pairFor(settings: () => Record<string, string>): () => Pair {
  let pair: Pair
  beforeAll(async () => {
    pair = await startPair(settings())
  })
  afterAll(() => pair.end())
  return () => pair
}

/**
 * One fault after the other, each once so many more messages are acknowledged. People write until the last is over, so that
 * each happens to somebody who writes.
 */
function oneByOne({ messages, perFault }: Form, fault: (count: number) => Promise<void>) {
  const faults = Math.floor(messages / perFault)
  let running: Promise<void> = Promise.resolve()
  let written = 0
  let begun = 0
  let ended = 0
  const next = async () => {
    await fault((begun += 1))
    ended += 1
  }
  return {
    count: () => ended,
    goesOn: () => written < messages || ended < faults,
    onAcknowledged: (acknowledged: number) => {
      written = acknowledged
      if (acknowledged % perFault === 0 && acknowledged <= messages) running = running.then(next)
      return running
    },
  }
}

function report(what: string, messages: number, faults: number, retries: number): void {
  console.log(
    `${what}: ${messages} messages, ${faults} faults, ${retries} calls again: lost 0, doubled 0, one order`,
  )
}

/** Lets the three write while something goes wrong again and again. @returns how many calls had to be made again */
async function writeMeanwhile(
  what: string,
  { addresses }: Pair,
  form: Form,
  fault: (count: number) => Promise<void>,
): Promise<number> {
  const { count, ...faults } = oneByOne(form, fault)
  const { retries, messages } = await holdConversation({ app, addresses, ...faults })
  expect(count()).toBe(Math.floor(form.messages / form.perFault))
  report(what, messages, count(), retries)
  return retries
}

const killServers = (pair: Pair, what: string) =>
  writeMeanwhile(what, pair, FULL, (fault) => pair.killOne(fault))

async function killRedis(pair: Pair, form: Form): Promise<void> {
  const retries = await writeMeanwhile('Redis killed and cut off', pair, form, async (fault) => {
    if (fault % 2 === 0) return redis.cutAfter(randomInt(2_000))
    await redis.kill()
    if (fault === 1) await pause(form.awayMs)
    await redis.start()
  })
  // Nobody who writes notices.
  expect(retries).toBe(0)
}

async function cutConnections({ addresses: behind }: Pair, bus: string): Promise<void> {
  const doors = await Promise.all(
    behind.map((address) => openDoor(() => net.connect(Number(new URL(address).port), '127.0.0.1'))),
  )
  closers.push(...doors.map(({ close }) => close))
  const addresses = doors.map(({ port }) => `http://127.0.0.1:${port}`)
  const onAcknowledged = async (acknowledged: number) => {
    // In the middle of a request, an answer or a frame of a socket.
    if (acknowledged % 5 === 0) doors[randomInt(2)]!.cutAfter(randomInt(4_000))
  }
  const { messages, retries } = await holdConversation({ app, addresses, onAcknowledged })
  expect(retries).toBeGreaterThan(0)
  report(`connections cut, over ${bus}`, messages, Math.floor(messages / 5), retries)
}

/** PostgreSQL and the worker in turn; the worker each time while it tells somebody of a message that waits for them. */
async function killDatabaseAndWorker(pair: Pair, bus: string, form: Form): Promise<void> {
  const work = () => start({ ROLES: 'worker', ...pair.more })
  let worker = await work()
  const readers = await waitingReaders(Math.floor(form.messages / form.perFault))
  const what = `PostgreSQL and workers killed, over ${bus}`
  const retries = await writeMeanwhile(what, pair, form, async (fault) => {
    const reader = readers.at(fault - 1)!
    await reader.fallDue()
    if (fault % 2 === 0) {
      await expect.poll(reader.isBeingTold).toBe(true)
      await worker.stop('SIGKILL')
      await missHeartbeats()
      worker = await work()
      return
    }
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.ended
    if (fault === 1) await pause(form.awayMs)
    postgres = await startPostgres()
  })
  expect(retries).toBeGreaterThan(0)
  for (const { mails } of readers) await expect.poll(async () => (await mails()).length).toBe(1)
  await expect.poll(countJobs).toBe(0)
  for (const reader of readers) {
    expect(await reader.tellings()).toBe(1)
    expect(await reader.mails()).toMatchObject([{ subject: 'Ana López te escribió' }])
  }
  await worker.stop('SIGKILL')
}

/** Clients for each of whom a message has waited for ten minutes, and nobody has told them. */
async function waitingReaders(count: number) {
  const { db } = app.deps
  const coach = await newCoach(app)
  const mailsTo = outboxReader(join(folder, 'outbox'))
  const waiting = async () => {
    const { clientId, email } = await newClient(app, coach)
    const room = clientId as string as RoomId
    const body = { text: '¿Cómo vas?', clientKey: app.deps.newId<MessageKey>() }
    good(await app.call('POST /v1/message/:roomId', { params: { roomId: room }, body }, coach.token), 201)
    await sql`update messages set created_at = created_at - interval '10 minutes' where room_id = ${room}`.execute(
      db,
    )
    const tellings = async () => {
      const told = db.selectFrom('domain_events').where('subject_id', '=', room)
      return (await told.where('type', '=', 'message.waiting').select('id').execute()).length
    }
    return {
      /** Lets the timer of the room fire. */
      fallDue: () => sql`update timers set due_at = now() where key = ${`message.tell:${room}`}`.execute(db),
      tellings,
      isBeingTold: async () => (await tellings()) > 0,
      mails: () => mailsTo(email),
    }
  }
  return Promise.all(Array.from({ length: count }, waiting))
}

/** What a dead worker has in hand counts as abandoned at once, and not only when its heartbeats are missed. */
const missHeartbeats = () =>
  sql`update pgboss.job set heartbeat_on = now() - interval '1 minute' where state = 'active'`.execute(
    app.deps.db,
  )

async function countJobs(): Promise<number> {
  const jobs = sql<{ count: number }>`select count(*)::int as count from pgboss.job where state < 'completed'`
  return (await jobs.execute(app.deps.db)).rows[0]!.count
}

const TIMEOUT = { timeout: 1_800_000 }

describe(
  'no message is lost or doubled, and all see one order, of servers that communicate through the database,',
  TIMEOUT,
  () => {
    const pair = pairFor(() => ({}))

    // @spec P.157, P.191
    test('while they are killed', () => killServers(pair(), 'servers killed, over the database'))

    // @spec P.157
    test('while the connections of browsers to them are cut at any byte', () =>
      cutConnections(pair(), 'the database'))

    // @spec P.196
    test('while PostgreSQL and the worker are killed, who tells each reader once all the same @long', () =>
      killDatabaseAndWorker(pair(), 'the database', FULL))
  },
)

describe('the same of servers that communicate through Redis,', TIMEOUT, () => {
  const pair = pairFor(() => ({ REDIS_URL: redis.url }))

  // @spec P.157, P.191
  test('while they are killed @long', () => killServers(pair(), 'servers killed, over Redis'))

  // @spec P.195
  test('while Redis is killed once and comes back empty', () => killRedis(pair(), SHORT))

  // @spec P.195
  test('while Redis is killed and comes back empty, and while connections to it break @long', () =>
    killRedis(pair(), FULL))

  // @spec P.157
  test('while the connections of browsers are cut at any byte', () => cutConnections(pair(), 'Redis'))

  // @spec P.196
  test('while PostgreSQL and the worker are killed once each, and the worker tells each reader once', () =>
    killDatabaseAndWorker(pair(), 'Redis', SHORT))

  // @spec P.196
  test('while PostgreSQL and the worker are killed @long', () => killDatabaseAndWorker(pair(), 'Redis', FULL))
})
