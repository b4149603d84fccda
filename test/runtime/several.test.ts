import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { PASSWORD } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { caughtUp, cut, listenTo, openSocket } from '#test/support/sockets.ts'
import { dataFolder } from './data-folder.ts'

// Two servers and a worker, each a separate process, on one database (docs/self-hosting.md, "Several servers").
const folder = dataFolder()
let database: TestDatabase
let servers: { first: ServerProcess; second: ServerProcess; worker: ServerProcess }

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
  await database.close()
})

async function post<T>(server: ServerProcess, path: string, body?: object, token?: string): Promise<T> {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  expect({ path, ok: response.ok, text }).toMatchObject({ ok: true })
  return (text === '' ? undefined : JSON.parse(text)) as T
}

const statusOf = async (server: ServerProcess, token: string) =>
  (await fetch(`${server.url}/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status

// @spec P.18
test('live events and ended sign-ins reach people on every server (ASVS 4.4)', async () => {
  const start = (roles: string) =>
    startServer({
      env: {
        DATA_DIR: folder.path,
        DATABASE_URL: database.url,
        TOKEN_SECRET: 'kX9v2mQ7pL4tR8wZ1sD6fG3hJ5nB0cYaUeIoTqWx',
        ROLES: roles,
      },
    })
  const [first, second, worker] = await Promise.all([start('web'), start('web'), start('worker')])
  servers = { first, second, worker }

  const email = 'ana@correo.example'
  const account = {
    name: 'Ana',
    lastName: 'López',
    email,
    password: PASSWORD,
    country: 'Mexico',
    timezone: 'America/Mexico_City',
    acceptTerms: true,
    acceptPrivacy: true,
  }
  const { token } = await post<{ token: string }>(first, '/v1/auth/register', account)
  const other = await post<{ token: string }>(second, '/v1/auth/user', { email, password: PASSWORD })
  const [here, there] = [await openSocket(first.url, token), await openSocket(second.url, other.token)]
  const heard = { here: listenTo(here), there: listenTo(there) }

  // Paid on the first server; the worker's process, which has no sockets, tells both.
  const told = [caughtUp(here, () => undefined, 'CHANGED'), caughtUp(there, () => undefined, 'CHANGED')]
  const { checkoutId } = await post<{ checkoutId: string }>(
    first,
    '/v1/payment/checkout',
    { planId: 'monthly', method: 'card' },
    token,
  )
  await post(first, `/v1/payment/sandbox/${checkoutId}`, { outcome: 'success' })
  await Promise.all(told)
  expect(heard.here).toMatchObject([{ name: 'CHANGED', payload: { subject: 'payment' } }])
  expect(heard.there).toEqual(heard.here)

  // Signed out on the first server: the socket on the second is cut at once, and its calls are refused.
  expect(await statusOf(first, other.token)).toBe(200)
  const gone = cut(there)
  await post(first, '/v1/auth/logout', undefined, other.token)
  expect(await gone).toBe('io server disconnect')
  expect(await statusOf(second, other.token)).toBe(401)
  expect(here.connected).toBe(true)
  here.close()
})
