import { once } from 'node:events'
import { Agent, type IncomingMessage, get } from 'node:http'
import type { Socket } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { putUnderLoad } from '#test/support/servers/load.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { openSocket } from '#test/support/sockets.ts'
import { type Proxy, startProxy } from '../../../scripts/cluster/proxy.ts'
import { dataFolder } from '../data-folder.ts'

// Two servers behind a proxy are started again, one after the other, while requests flow.

/** `npm run test:faults` sends 100,000. */
const REQUESTS = process.env['FAULTS'] ? 100_000 : 1_000
/** So many are answered before the first restart. */
const CALLS_BEFORE = 200
const SECRET = 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx'

const folder = dataFolder()
let database: TestDatabase
let redis: TestRedis
let proxy: Proxy
let coach: TestCoach
let servers: { process: ServerProcess; port: number }[]
beforeEach(async () => {
  database = await openTestDatabase()
  redis = await openTestRedis()
  proxy = await startProxy()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET: SECRET }
  const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  coach = await newCoach(app)
  await app.close()
  servers = [await start(), await start()]
  proxy.use(servers.map(({ port }) => port))
})
afterEach(async () => {
  await Promise.all(servers.map(({ process }) => process.stop('SIGKILL')))
  await proxy.close()
  await redis.close()
  await database.close()
})

async function start() {
  const process = await startServer({
    env: {
      DATA_DIR: folder.path,
      TOKEN_SECRET: SECRET,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      DRAIN_SECONDS: '2',
      TRUST_PROXY: 'loopback',
      REQUESTS_PER_MINUTE: '10000000',
    },
  })
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

// @spec P.194
test(
  'a rolling restart of two servers under load loses no request, and moves each socket to the other server @long',
  { timeout: 3_600_000 },
  async () => {
    const load = putUnderLoad(proxy.url, coach)
    // A browser at each server, which does what it is asked.
    const asked: string[] = []
    const sockets: Socket[] = await Promise.all(
      servers.map(({ process }) => openSocket(process.url, coach.token)),
    )
    sockets.forEach((socket, index) =>
      socket.on('RECONNECT', () => {
        asked.push(`server ${index}`)
        socket.disconnect()
      }),
    )
    await expect.poll(load.answered).toBeGreaterThan(CALLS_BEFORE)
    const restart = async (index: number) => {
      const old = servers[index]!
      const fresh = await start()
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
    let restarts = 0
    while (restarts < 2 || load.answered() < REQUESTS) {
      await restart(restarts % 2)
      restarts += 1
    }
    const outcomes = await load.stop()
    for (const socket of sockets) socket.close()
    expect(asked).toEqual(['server 0', 'server 1'])
    expect(Object.keys(outcomes)).toEqual(['200'])
    console.log(`${load.answered()} requests over ${restarts} restarts: 0 failed`)
  },
)
