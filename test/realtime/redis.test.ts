import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MessageDto } from '#contract/thread.ts'
import type { MessageKey } from '#contract/values.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createRedisBus } from '#server/platform/realtime/redis-bus.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { good } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { type TestRedis, openTestRedis } from '#test/support/servers/redis.ts'
import { cut, listenTo, openSocket } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// Two servers on one database and one Redis; the first reaches Redis through a door.

let database: TestDatabase
let redis: TestRedis
let door: Awaited<ReturnType<TestRedis['anotherDoor']>>
let first: TestApp
let second: TestApp
let secondAddress: string
let coach: TestCoach
let client: TestClient
const sockets: Socket[] = []
const closers: (() => Promise<unknown> | void)[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  redis = await openTestRedis()
  door = await redis.anotherDoor()
  const server = async (url: string) => {
    const bus = await createRedisBus(url, createLogger('silent'), { silentMs: 1_500 })
    const app = await makeApp({ database, bus, env: { TOKEN_SECRET } })
    closers.push(() => app.close())
    return app
  }
  first = await server(door.url)
  second = await server(redis.url)
  secondAddress = await second.listen()
  coach = await newCoach(first)
  client = await newClient(first, coach)
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  door.open()
  for (const close of closers.toReversed()) await close()
  door.close()
  await redis.close()
  await database.close()
})

const atSecond = async ({ token }: { token: string }) => {
  const socket = await openSocket(secondAddress, token)
  sockets.push(socket)
  return socket
}

const send = async (app: TestApp, text: string): Promise<MessageDto> => {
  const params = { roomId: client.clientId as never }
  const body = { text, clientKey: app.deps.newId<MessageKey>() }
  return good(await app.call('POST /v1/message/:roomId', { params, body }, coach.token), 201)
}

const textsOf = (heard: { name: string; payload: unknown }[]) =>
  heard
    .filter(({ name }) => name === 'NEW_MESSAGE')
    .map(({ payload }) => (payload as { message: MessageDto }).message.text)

// @spec P.190, P.191
it('news reaches the other server once, after the commit; if the server dies before that, the others take it for a gap', async () => {
  const socket = await atSecond(client)
  const heard = listenTo(socket)
  await send(first, 'Uno')
  await send(first, 'Dos')
  await expect.poll(() => textsOf(heard)).toEqual(['Uno', 'Dos'])

  // From here on the first server cannot tell anybody: as if it had died between the commit and the news.
  const lost = cut(socket)
  door.shut()
  const message = await send(first, 'Tres')
  // The other server notices the silence and cuts its sockets; a browser comes back and asks what is new.
  expect(await lost).toBe('transport close')
  expect(textsOf(heard)).toEqual(['Uno', 'Dos'])
  const query = { since: message.revision - 1 }
  const params = { roomId: client.clientId as never }
  const page = good(await second.call('GET /v1/message/:roomId', { params, query }, client.token))
  expect(page.data.map(({ text }) => text)).toEqual(['Tres'])
  door.open()
})

// @spec P.191
it('a sign-in that ends while Redis is away is cut on the other server all the same (ASVS 4.4)', async () => {
  const other = await newClient(first, coach)
  const socket = await atSecond(other)
  door.shut()
  const ended = cut(socket)
  expect((await first.call('POST /v1/auth/logout', {}, other.token)).status).toBeLessThan(300)
  expect(await ended).toMatch(/^(io server disconnect|transport close)$/)
  expect((await second.call('GET /v1/auth/me', {}, other.token)).status).toBe(401)
  await expect(atSecond(other)).rejects.toThrow('auth.required')
  door.open()
})
