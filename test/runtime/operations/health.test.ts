import { mkdir, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SocketConnection } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { MAILS_QUEUE } from '#server/events/queues.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { openGate } from '#test/support/gate.ts'
import { newCoach } from '#test/support/people.ts'
import { makeApp } from '#test/support/app.ts'
import { probe } from '#test/support/servers/health.ts'
import { hasSmallDisks } from '#test/support/servers/small-disk.ts'
import { launchServer, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { systemClock, toIso } from '#time/clock.ts'
import { dataFolder } from '../data-folder.ts'

// Real processes, asked over HTTP, in each state in which an operator may find one (docs/self-hosting.md).
const METRICS_TOKEN = 'Wm3xK8pQ1vB6nH4tY9rL2cF7jD5sG0aZ'
/** The lock that migrations of all servers wait for (platform/postgres/migrate.ts). */
const MIGRATION_LOCK = '7604271990'
const WELL = { status: 200, body: { status: 'ok', warnings: [] } }
const warning = (...warnings: string[]) => ({ status: 200, body: { status: 'ok', warnings } })
const unready = (status: string) => ({ status: 503, body: { status } })

const folder = dataFolder()
let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const settings = (more: Record<string, string> = {}) => ({
  DATA_DIR: folder.path,
  DATABASE_URL: database.url,
  TOKEN_SECRET,
  ...more,
})

async function freePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as net.AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** The address of the test's database behind a gate. */
function through({ port }: { port: number }): string {
  const { user, database: name } = database.connection as SocketConnection
  return `postgres://${user}@127.0.0.1:${port}/${name}?sslmode=disable`
}

async function becomes(url: string, answer: object): Promise<void> {
  await expect.poll(() => probe(url), { timeout: 90_000, interval: 50 }).toMatchObject(answer)
}

/** A server that migrates for as long as the test wants. */
async function whileMigrating<T>(work: () => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  await client.query(`select pg_advisory_lock(${MIGRATION_LOCK})`)
  try {
    return await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    client.release()
  }
}

// @spec P.318
describe('a server that starts', () => {
  test('says that it waits for its database, then that it migrates, and answers 503 to everything else', async () => {
    const gate = await openGate(database.connection)
    gate.shut()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const server = launchServer({ env: settings({ DATABASE_URL: through(gate), PORT: String(port) }) })
    await becomes(url, unready('waiting_for_database'))
    expect(await probe(url, '/health/live')).toEqual({ status: 200, body: { status: 'ok' } })
    const other = await fetch(`${url}/v1/auth/me`)
    expect([other.status, other.headers.get('retry-after'), other.headers.get('connection')]).toEqual([
      503,
      '1',
      'close',
    ])
    expect(await other.json()).toMatchObject({
      code: 'server.unavailable',
      error: 'El servicio no está disponible. Inténtalo de nuevo en un momento.',
      requestId: other.headers.get('x-request-id'),
    })
    await whileMigrating(async () => {
      gate.open()
      await becomes(url, unready('migrating'))
    })
    await becomes(url, WELL)
    // No screen answers in the place of metrics that nobody wants.
    expect(await probe(url, '/metrics')).toMatchObject({ status: 404, body: { code: 'route.not_found' } })
    server.child.kill('SIGTERM')
    expect(await server.ended).toMatchObject({ code: 0 })
    gate.close()
  })

  test('ends at once when it is told to, and its port is free again @long', async () => {
    const port = await freePort()
    await whileMigrating(async () => {
      const server = launchServer({ env: settings({ PORT: String(port) }) })
      await becomes(`http://127.0.0.1:${port}`, unready('migrating'))
      server.child.kill('SIGKILL')
      expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })
      expect(await probe(`http://127.0.0.1:${port}`)).toEqual({ status: 0, body: undefined })
    })
  })

  test('as one of several opens its port when it is ready; its operator sees it before, on the other one', async () => {
    const [port, operations] = [await freePort(), await freePort()]
    const env = settings({ PORT: String(port), OPERATIONS_PORT: String(operations), DRAIN_SECONDS: '1' })
    const [url, inside] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${operations}`]
    const server = await whileMigrating(async () => {
      const launched = launchServer({ env })
      await becomes(inside, unready('migrating'))
      expect(await probe(inside, '/health/live')).toMatchObject({ status: 200 })
      expect(await probe(url)).toEqual({ status: 0, body: undefined })
      return launched
    })
    await becomes(url, WELL)
    await becomes(inside, WELL)
    expect(await probe(inside, '/v1/countries')).toMatchObject({ status: 404 })
    server.child.kill('SIGTERM')
    await becomes(url, unready('leaving'))
    expect(await probe(inside)).toMatchObject(unready('leaving'))
    expect(await probe(inside, '/health/live')).toMatchObject({ status: 200 })
    expect(await server.ended).toMatchObject({ code: 0 })
  })
})

// @spec P.319
test('a server whose database is gone says so until it is back, and lives meanwhile', async () => {
  const gate = await openGate(database.connection)
  const server = await startServer({ env: settings({ DATABASE_URL: through(gate) }) })
  expect(await probe(server.url)).toEqual(WELL)
  gate.shut()
  await becomes(server.url, unready('database_away'))
  expect(await probe(server.url, '/health/live')).toMatchObject({ status: 200 })
  gate.open()
  await becomes(server.url, WELL)
  await server.stop()
  gate.close()
})

// @spec P.319
test.skipIf(!hasSmallDisks('--mount'))(
  'a server whose disk fills warns first, and is not ready before nothing can be written',
  async () => {
    await mkdir(folder.path, { recursive: true })
    const mount = 'mount -t tmpfs -o size=400m none "$0" && exec "$@"'
    const as = ['unshare', '--mount', 'sh', '-c', mount, folder.path]
    const server = await startServer({ as, env: settings() })
    expect(await probe(server.url)).toEqual(warning('disk_nearly_full'))
    // As its process sees the folder.
    const fill = join('/proc', String(server.pid), 'root', folder.path, 'fill')
    await writeFile(fill, Buffer.alloc(360 * 1_048_576))
    await becomes(server.url, unready('disk_full'))
    await rm(fill)
    await becomes(server.url, warning('disk_nearly_full'))
    await server.stop()
  },
)

// @spec P.320
test('a worker that is killed is missed by the web server, which stays ready; a worker shows its own state @long', async () => {
  const worker = await startServer({
    env: settings({ ROLES: 'worker', OPERATIONS_PORT: '0', METRICS_TOKEN }),
  })
  expect(await probe(worker.operationsUrl)).toEqual(WELL)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const metrics = await (await fetch(`${worker.operationsUrl}/metrics`, { headers })).text()
  expect(metrics).toMatch(/^norte_workers 1$/m)
  expect((await fetch(`${worker.operationsUrl}/metrics`)).status).toBe(401)
  const web = await startServer({ env: settings({ ROLES: 'web' }) })
  expect(await probe(web.url)).toEqual(WELL)
  await worker.stop('SIGKILL')
  expect(await probe(web.url)).toEqual(WELL)
  await becomes(web.url, warning('worker_silent'))
  const next = await startServer({ env: settings({ ROLES: 'worker' }) })
  await becomes(web.url, WELL)
  // One that ends as it should is missed at once.
  await next.stop()
  await becomes(web.url, warning('worker_silent'))
  await web.stop()
})

// @spec P.320
test('a mail server that refuses everything is a warning once it lasts, until it takes a mail @long', async () => {
  let refuses = true
  const office = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refuses ? Object.assign(new Error('not here'), { responseCode: 451 }) : null),
    onData(stream, _session, done) {
      stream.on('end', () => done()).resume()
    },
  })
  office.on('error', () => undefined)
  await new Promise<void>((listening) => office.listen(0, '127.0.0.1', listening))
  const { port } = office.server.address() as net.AddressInfo
  const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Norte <norte@correo.example>' }
  const server = await startServer({ env: settings(mail) })
  const app = await makeApp({ database, env: { TOKEN_SECRET }, now: toIso(systemClock.now()) })
  const coach = await newCoach(app)
  for (const n of [1, 2]) {
    const body = { name: 'Eva', lastName: 'Ruiz', email: `eva.${n}@correo.example`, invite: true }
    expect((await app.call('POST /v1/client', { body }, coach.token)).status).toBe(201)
  }
  await becomes(server.url, warning('mails_failing'))
  refuses = false
  // The next attempts come later and later; the operator does not wait for them (scripts/operator/given-up.ts).
  const log = createLogger('silent')
  const jobs = await createJobs(database.connection, { queues: [MAILS_QUEUE], log, supervise: false })
  expect(await jobs.hurryFailing({ queue: MAILS_QUEUE })).toBe(2)
  await becomes(server.url, WELL)
  await jobs.stop()
  await server.stop()
  await app.close()
  await new Promise<void>((closed) => office.close(closed))
})
