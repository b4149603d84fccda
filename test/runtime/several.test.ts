import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { makeApp } from '#test/support/app.ts'
import { textSaying } from '#test/support/rich-text/rich-texts.ts'
import { notesIn } from '#test/support/notes/notes.ts'
import { PASSWORD, newClient, newCoach, registration } from '#test/support/people.ts'
import { newResource } from '#test/support/resources/uploads.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { caughtUp, cut, listenTo, openSocket } from '#test/support/sockets.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from './data-folder.ts'

// Two servers and a worker, each a separate process, on one database (docs/self-hosting.md, "Several servers").
const folder = dataFolder()
let database: TestDatabase
const servers: ServerProcess[] = []

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())))
afterAll(() => database.close())

async function start(roles: string): Promise<ServerProcess> {
  const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, TOKEN_SECRET, ROLES: roles }
  const server = await startServer({ env })
  servers.push(server)
  return server
}

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
  const [first, second] = await Promise.all([start('web'), start('web'), start('worker')])

  const email = 'ana@correo.example'
  const account = registration(email)
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

// @spec P.104, P.109
test('material is seen live on the other server, and a note written on at both keeps one text', async () => {
  // For people and what they have; what is tested goes through the servers.
  const app = await makeApp({ database, env: { TOKEN_SECRET }, now: toIso(systemClock.now()) })
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const resource = await newResource(app, coach)
  const note = await notesIn(app).write(coach, client)
  const [first, second] = await Promise.all([start('web'), start('web'), start('worker')])

  const [there, here] = [await openSocket(second.url, client.token), await openSocket(first.url, coach.token)]
  const hears = (socket: typeof there) =>
    new Promise<void>((heard) => {
      socket.on('CHANGED', ({ subject, id }: { subject: string; id: string }) => {
        if (subject === 'resource' && id === resource.id) heard()
      })
    })
  const given = hears(there)
  await post(first, `/v1/resource/${resource.id}/assign`, { clientIds: [client.clientId] }, coach.token)
  await given
  const seen = hears(here)
  await post(second, `/v1/resource/${resource.id}/view`, undefined, client.token)
  await seen

  const { revision } = note
  const write = async (server: ServerProcess, text: string) => {
    const response = await fetch(`${server.url}/v1/note/${note.id}`, {
      method: 'PUT',
      headers: { 'authorization': `Bearer ${coach.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ body: textSaying(text), basedOn: revision }),
    })
    return { text, status: response.status, answer: (await response.json()) as { code?: string } }
  }
  const texts = await Promise.all([write(first, 'Desde el teléfono.'), write(second, 'Desde la mesa.')])
  const [kept, refused] = texts.toSorted((a, b) => a.status - b.status)
  expect([kept!.status, refused!.status, refused!.answer.code]).toEqual([200, 409, 'note.conflict'])
  const { body } = await notesIn(app).read(coach, note.id)
  expect(body).toMatchObject({ revision: revision + 1, body: textSaying(kept!.text) })
  for (const socket of [here, there]) socket.close()
  await app.close()
})
