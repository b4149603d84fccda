import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good } from '#test/support/groups.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { holdConversation } from '#test/support/servers/conversation.ts'
import { putUnderLoad } from '#test/support/servers/load.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { openSocket } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { type Proxy, startProxy } from '../../../scripts/cluster/proxy.ts'
import { dataFolder } from '../data-folder.ts'

// Two servers behind a proxy are started again, one after the other, while requests and messages flow.

/** How long each person who writes pauses after a message. */
const BETWEEN_MS = 100

const folder = dataFolder()
let database: TestDatabase
let redis: TestRedis
let proxy: Proxy
/** For people and a look at what is stored; what is tested runs in the processes. */
let app: TestApp
let coach: TestCoach
const started: ServerProcess[] = []
beforeEach(async () => {
  database = await openTestDatabase()
  redis = await openTestRedis()
  proxy = await startProxy()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET }
  app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  coach = await newCoach(app)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((process) => process.stop('SIGKILL')))
  await app.close()
  await proxy.close()
  await redis.close()
  await database.close()
})

type Server = { process: ServerProcess; port: number }
async function start(drainSeconds: number): Promise<Server> {
  const process = await startServer({
    env: {
      DATA_DIR: folder.path,
      TOKEN_SECRET,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      DRAIN_SECONDS: String(drainSeconds),
      TRUST_PROXY: 'loopback',
      REQUESTS_PER_MINUTE: '10000000',
      MESSAGES_PER_MINUTE: '1000000',
    },
  })
  started.push(process)
  return { process, port: Number(new URL(process.url).port) }
}

/** A call over a kept connection: its status, and what becomes of the connection. */
async function askOver(agent: Agent, url: string) {
  const asking = get(`${url}/v1/auth/me`, { agent, headers: { authorization: `Bearer ${coach.token}` } })
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  return { status: response.statusCode, connection: response.headers.connection }
}

/** A browser at each server, which does what it is asked: who was asked to connect again, in that order, and its next socket. */
async function openBrowsers(servers: readonly Server[]) {
  const asked: string[] = []
  const moved: Promise<Socket>[] = []
  const openAgain = async () =>
    (await Promise.allSettled(moved)).filter((each) => each.status === 'fulfilled')
  const sockets: Socket[] = await Promise.all(
    servers.map(({ process }) => openSocket(process.url, coach.token)),
  )
  sockets.forEach((socket, index) =>
    socket.on('RECONNECT', () => {
      asked.push(`server ${index}`)
      socket.disconnect()
      moved.push(openSocket(proxy.url, coach.token))
    }),
  )
  return {
    asked,
    /** How many of those who were asked found a server again. */
    countMoved: async () => (await openAgain()).length,
    close: async () => {
      for (const socket of sockets) socket.close()
      for (const again of await openAgain()) again.value.close()
    },
  }
}

/** Replaces a server by a fresh one, and expects it to leave as it should. */
async function restart(servers: Server[], index: number, fresh: Server): Promise<void> {
  const old = servers[index]!
  proxy.use([...servers.map(({ port }) => port), fresh.port])
  await expect.poll(() => proxy.ready().includes(fresh.port)).toBe(true)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await askOver(kept, old.process.url)).toEqual({ status: 200, connection: 'keep-alive' })
  old.process.child.kill('SIGTERM')
  // Not ready, and answering on the connections that are open, each of which ends with that.
  await expect.poll(() => proxy.ready().includes(old.port)).toBe(false)
  expect(await askOver(kept, old.process.url)).toEqual({ status: 200, connection: 'close' })
  expect(await old.process.ended).toMatchObject({ code: 0, err: '' })
  servers[index] = fresh
}

/** Restarts both servers, and goes on until so many requests were answered; the first restart waits for some. */
async function restartUnderLoad({ requests, before, drainSeconds }: Form): Promise<void> {
  const servers = await Promise.all([start(drainSeconds), start(drainSeconds)])
  proxy.use(servers.map(({ port }) => port))
  await expect.poll(() => proxy.ready().length).toBe(2)
  const load = putUnderLoad(proxy.url, coach)
  let isOver = false
  const conversation = holdConversation({
    app,
    addresses: [proxy.url],
    goesOn: () => !isOver,
    betweenMs: BETWEEN_MS,
  })
  // Its failure is told at the end.
  conversation.catch(() => undefined)
  const browsers = await openBrowsers(servers)
  let restarts = 0
  let outcomes: Record<string, number>
  try {
    await expect.poll(load.answered).toBeGreaterThan(before)
    while (restarts < 2 || load.answered() < requests) {
      await restart(servers, restarts % 2, await start(drainSeconds))
      restarts += 1
    }
  } finally {
    isOver = true
    outcomes = await load.stop()
    await browsers.close()
  }
  const { retries, messages } = await conversation
  expect(browsers.asked).toEqual(['server 0', 'server 1'])
  expect(await browsers.countMoved()).toBe(2)
  expect(Object.keys(outcomes)).toEqual(['200'])
  // Everybody who wrote was answered at the first try.
  expect(retries).toBe(0)
  expect(messages).toBeGreaterThan(0)
  const { user } = good(await app.call('GET /v1/auth/me', {}, coach.token))
  expect(load.lastWritten()).toContain(user.city)
  console.log(
    `${load.answered()} requests and ${messages} messages over ${restarts} restarts: 0 failed, 0 lost, 0 doubled, one order`,
  )
}

type Form = { requests: number; before: number; drainSeconds: number }

// @spec P.194
test('a rolling restart of two servers loses no request and no message', () =>
  restartUnderLoad({ requests: 0, before: 50, drainSeconds: 1 }))

// @spec P.194
test(
  'a rolling restart of two servers under load loses no request and no message, and moves each socket to the other server @long',
  { timeout: 3_600_000 },
  // `npm run test:faults` sends 100,000.
  () => restartUnderLoad({ requests: process.env['FAULTS'] ? 100_000 : 1_000, before: 200, drainSeconds: 2 }),
)
