import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { SOCKET_PORT, socketFolderFor } from '#server/platform/embedded-postgres/postgres-socket.ts'
import { preparedFolder } from '#server/folders.ts'
import { openGate } from '#test/support/gate.ts'
import { registration } from '#test/support/people.ts'
import { launchServer, type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from './data-folder.ts'

// The database goes down under load: the process keeps running, says so, and recovers.
const folder = dataFolder()

const AWAY = 'El servicio no está disponible. Inténtalo de nuevo en un momento.'

const EMBEDDED = { port: SOCKET_PORT, user: 'norte', database: 'norte' }

type Answer = { status: number; body: { error?: string; token?: string } }

async function call(server: ServerProcess, path: string, body?: object, token?: string): Promise<Answer> {
  const response = await fetch(`${server.url}/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

async function register(server: ServerProcess): Promise<string> {
  const account = registration('ana@correo.example')
  const { status, body } = await call(server, 'auth/register', account)
  expect(status).toBe(201)
  return body.token!
}

const client = (n: number) => ({
  name: 'Eva',
  lastName: 'Ruiz',
  email: `eva.${n}@correo.example`,
  invite: false,
})

/** Reads and writes of several clients at once, until stopped: the answers of each. */
function load(server: ServerProcess, token: string) {
  const answers: Answer[] = []
  let stopped = false
  let next = 0
  const person = async (writes: boolean) => {
    while (!stopped) {
      const body = writes ? client((next += 1)) : undefined
      answers.push(await call(server, writes ? 'client' : 'auth/me', body, token))
    }
  }
  const people = [true, true, true, false, false, false, false, false].map(person)
  return {
    answers,
    /** Waits for so many more answers with this status. */
    more: async (status: number, count: number) => {
      const before = answers.length
      const seen = () => answers.slice(before).filter((answer) => answer.status === status).length
      await vi.waitFor(() => expect(seen()).toBeGreaterThanOrEqual(count), { timeout: 60_000, interval: 20 })
    },
    async stop() {
      stopped = true
      await Promise.all(people)
    },
  }
}

/** Waits until no job is waiting or active: all effects of acknowledged writes have run. */
async function nothingLeftToDo(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  const left = async () => {
    const { rows } = await client.query(
      `select count(*)::int as jobs from pgboss.job where state < 'completed'`,
    )
    return rows[0].jobs as number
  }
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 60_000, interval: 250 })
  await client.end()
}

const ready = async (server: ServerProcess) => (await fetch(`${server.url}/health/ready`)).status

/** How often the server is asked from now on until it is ready, 20 ms after each answer. */
async function looksUntilReady(server: ServerProcess): Promise<number> {
  let looks = 0
  const look = async () => {
    looks += 1
    expect(await ready(server)).toBe(200)
  }
  await vi.waitFor(look, { timeout: 60_000, interval: 20 })
  return looks
}

function expectOnlyOutages(answers: readonly Answer[]): void {
  const others = answers.filter(({ status }) => status >= 400)
  for (const { status, body } of others)
    expect({ status, error: body.error }).toEqual({ status: 503, error: AWAY })
}

test('an external database that is killed, cut off and started again under load costs requests, not the server @long', async () => {
  const start = () =>
    startEmbeddedPostgres({ dataDir: `${folder.path}-database`, durable: false, preparedFolder })
  await mkdir(`${folder.path}-database`)
  let postgres = await start()
  const gate = await openGate(postgres.connection)
  const { user, database, port, host } = gate.connection as typeof postgres.connection
  const server = await startServer({
    env: {
      DATA_DIR: folder.path,
      DATABASE_URL: `postgres://${user}@${host}:${port}/${database}?sslmode=disable`,
      TOKEN_SECRET,
      PAYMENT_PROVIDER: 'off',
    },
  })
  const token = await register(server)
  const people = load(server, token)
  await people.more(201, 10)

  // Connections break in the middle of queries, again and again.
  for (let cut = 0; cut < 10; cut += 1) {
    gate.shut()
    gate.open()
    await people.more(201, 5)
  }
  // The database server dies for good, and another replaces it later.
  process.kill(postgres.pid, 'SIGKILL')
  await people.more(503, 10)
  expect(await ready(server)).toBe(503)
  await postgres.ended
  postgres = await start()
  // Within a second on a machine that has nothing else to do.
  expect(await looksUntilReady(server)).toBeLessThan(50)
  await people.more(201, 10)
  await people.stop()
  expectOnlyOutages(people.answers)

  // Effects of acknowledged writes run, also if the worker crashed half-way.
  await nothingLeftToDo(postgres.connection)
  expect(server.child.exitCode).toBeNull()
  expect((await server.stop()).code).toBe(0)
  gate.close()
  await postgres.stop()
})

test('the embedded database that is killed is started again, and work goes on', async () => {
  const server = await startServer({ env: { DATA_DIR: folder.path, PAYMENT_PROVIDER: 'off' } })
  const token = await register(server)
  const people = load(server, token)
  await people.more(201, 10)
  const [pid] = (await readFile(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await people.more(503, 1)
  await people.more(201, 10)
  await people.stop()
  expectOnlyOutages(people.answers)
  await nothingLeftToDo({ ...EMBEDDED, host: socketFolderFor(folder.path) })
  expect((await server.stop()).code).toBe(0)
})

test('a database that is not there yet is waited for, and a signal ends the waiting', async () => {
  const env = {
    TOKEN_SECRET,
    DATA_DIR: folder.path,
    DATABASE_URL: 'postgres://norte:hunter2@127.0.0.1:1/norte',
  }
  const waiting = launchServer({ env })
  await vi.waitFor(() => expect(waiting.printed().out).toContain('Norte espera a la base de datos'), {
    timeout: 60_000,
  })
  expect(waiting.printed().err).toMatch(
    /^No se puede conectar con la base de datos de DATABASE_URL: .*ECONNREFUSED/,
  )
  expect(waiting.printed().err).not.toContain('hunter2')
  waiting.child.kill('SIGTERM')
  expect((await waiting.ended).code).toBe(0)
})
