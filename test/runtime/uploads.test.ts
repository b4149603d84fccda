import { randomBytes, randomInt } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PART_BYTES, UPLOAD_PATH } from '#contract/resources/resource-files.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { HOUR_MS, systemClock, toIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type S3Server, s3Environment, startS3Server } from '#test/support/fakes/s3-server.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { wav } from '#test/support/resources/files.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'
import { dataFolder } from './data-folder.ts'

// Two servers share a database and the bytes of files, resources of a coach and evidence of a client; one of them is
// killed in the middle of uploads.

/** How often a server is killed at a random moment: KILL_ROUNDS=100 looks for the moments that a few rounds miss. */
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1)
const TUS = { 'tus-resumable': '1.0.0' }

const folder = dataFolder()
let bucket: S3Server
beforeAll(async () => {
  bucket = await startS3Server()
})
afterAll(() => bucket.close())

type Person = { token: string }
/** Where a file is announced and finished, by whom, and what it takes to read it. */
type Place = {
  path: string
  sender: Person
  addresses: (server: ServerProcess, sent: Sent) => Promise<string>
}
type Sent = { name: string; bytes: Buffer; id: string; acknowledged: number; place: Place }
type World = {
  app: TestApp
  database: TestDatabase
  coach: TestCoach
  client: TestClient
  servers: ServerProcess[]
  start: Start
}
type Start = () => Promise<ServerProcess>

/** Runs a test with two servers, and ends them. */
async function inWorld(storage: Record<string, string>, run: (world: World) => Promise<void>): Promise<void> {
  const database = await openTestDatabase()
  const env = { DATA_DIR: folder.path, TOKEN_SECRET, ...storage }
  // For people and a look at what is stored; what is tested runs in the two processes.
  const app = await makeApp({ database, env, now: toIso(systemClock.now()) })
  const start = () =>
    startServer({
      env: { ...env, DATABASE_URL: database.url, ROLES: 'web', REQUESTS_PER_MINUTE: '10000000' },
    })
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  const servers = await Promise.all([start(), start()])
  try {
    await run({ app, database, coach, client, servers, start })
  } finally {
    await Promise.all(servers.map((server) => server.stop('SIGKILL')))
    await app.close()
    await database.close()
  }
}

const call = (server: ServerProcess, { token }: Person, method: string, path: string, body?: object) =>
  fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...TUS,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })

async function json<T>(response: Response): Promise<T> {
  const text = await response.text()
  expect(response.ok, text).toBe(true)
  return JSON.parse(text) as T
}

/** The coach's library: a finished file becomes a resource. */
function library({ coach }: World): Place {
  const addresses = async (server: ServerProcess, { name, id: fileId }: Sent) => {
    const body = { title: name, type: 'file', status: 'published', fileId }
    const { id } = await json<{ id: string }>(await call(server, coach, 'POST', '/v1/resource', body))
    return `/v1/resource/${id}/download`
  }
  return { path: UPLOAD_PATH, sender: coach, addresses }
}

/** A new action of the client: a finished file shows how it went. */
async function action({ app, client }: World, text: string): Promise<Place> {
  const { body } = await app.call('POST /v1/action', { body: { text } }, client.token)
  const path = `/v1/action/${body.id}/attachment`
  return { path, sender: client, addresses: async (_, { id }) => `${path}/${id}/download` }
}

/** Announces a sound of three parts, the last of them short. */
async function announce(server: ServerProcess, place: Place, name: string): Promise<Sent> {
  const bytes = wav(2 * PART_BYTES + 77)
  randomBytes(bytes.length - 44).copy(bytes, 44)
  const file = { name: `${name}.wav`, byteSize: bytes.length }
  const { id } = await json<{ id: string }>(await call(server, place.sender, 'POST', place.path, file))
  return { name: file.name, bytes, id, acknowledged: 0, place }
}

const pathOf = ({ id }: Sent) => `${UPLOAD_PATH}/${id}`
const partHeaders = ({ place }: Sent, offset: number) => ({
  ...TUS,
  'authorization': `Bearer ${place.sender.token}`,
  'upload-offset': String(offset),
  'content-type': 'application/offset+octet-stream',
})

/** Sends the part that begins at `offset`; answers whether it was taken. */
async function sendPart(server: ServerProcess, sent: Sent, offset: number) {
  const { status } = await fetch(`${server.url}${pathOf(sent)}`, {
    method: 'PATCH',
    headers: partHeaders(sent, offset),
    body: new Uint8Array(sent.bytes.subarray(offset, offset + PART_BYTES)),
  })
  if (status === 204) sent.acknowledged = Math.min(offset + PART_BYTES, sent.bytes.length)
  return status
}

async function offsetOf(server: ServerProcess, sent: Sent): Promise<number> {
  const { status, headers } = await call(server, sent.place.sender, 'HEAD', pathOf(sent))
  expect(status).toBe(200)
  return Number(headers.get('upload-offset'))
}

const finish = (server: ServerProcess, { id, place }: Sent) =>
  call(server, place.sender, 'POST', `${place.path}/${id}/finish`)

/**
 * Goes on with an upload as a browser does: asks where it is, sends the next part, at the other server in turn, and
 * again after every cut. @returns when the file is kept
 */
async function carryOn({ servers }: World, sent: Sent): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const server = servers[turn % servers.length]!
    try {
      const offset = await offsetOf(server, sent)
      expect(offset).toBeGreaterThanOrEqual(sent.acknowledged)
      if (offset === sent.bytes.length) {
        const { status } = await finish(server, sent)
        expect(status).toBe(200)
        return
      }
      const status = await sendPart(server, sent, offset)
      expect([204, 409], server.printed().out).toContain(status)
    } catch (error) {
      // The process is gone, and its place is taken by another.
      if (!(error instanceof TypeError)) throw error
    }
  }
}

/**
 * Every file has its bytes, the library counts them once, evidence was told of once, and after the sweep nothing else
 * is stored.
 */
async function expectWhole({ app, coach, servers }: World, files: readonly Sent[]): Promise<number> {
  for (const [index, sent] of files.entries()) {
    const server = servers[index % servers.length]!
    const path = await sent.place.addresses(server, sent)
    const { attachment } = await json<{ attachment: string }>(await call(server, coach, 'GET', path))
    const bytes = Buffer.from(await (await fetch(`${server.url}${attachment}`)).arrayBuffer())
    expect(bytes.equals(sent.bytes)).toBe(true)
  }
  const list = await app.call(
    'GET /v1/resource/coach/:coachId',
    { params: { coachId: coach.userId }, query: {} },
    coach.token,
  )
  expect(list.body.space.usedBytes).toBe(files.reduce((sum, { bytes }) => sum + bytes.length, 0))
  const told = await app.deps.db.selectFrom('domain_events').where('type', '=', 'action.changed').execute()
  expect(told).toHaveLength(files.filter(({ place }) => place.path !== UPLOAD_PATH).length)
  const stored = async () => {
    const ids: string[] = []
    for await (const { id } of app.deps.resourceFiles.list()) ids.push(id)
    return ids.toSorted()
  }
  const rows = await app.deps.db.selectFrom('resource_files').select('parts').execute()
  const named = rows.flatMap(({ parts }) => parts).toSorted()
  expect(named).toHaveLength(files.length)
  const before = await stored()
  app.clock.set(systemClock.now())
  app.clock.advance(2 * HOUR_MS)
  expect(await sweepResourceFiles(app.deps)).toBe(before.length - named.length)
  expect(await stored()).toEqual(named)
  return before.length - named.length
}

/** Sends half of a part and then nothing. */
function sendHalf(server: ServerProcess, sent: Sent, offset: number): Promise<void> {
  const part = sent.bytes.subarray(offset, offset + PART_BYTES)
  const headers = { ...partHeaders(sent, offset), 'content-length': part.length }
  return new Promise((written) => {
    const sending = request(`${server.url}${pathOf(sent)}`, { method: 'PATCH', headers })
    sending.on('error', () => undefined)
    sending.write(part.subarray(0, part.length / 2), () => written())
  })
}

/**
 * Kills a server in a part, between a part and its row, between parts, between a joined file and its row, and between
 * the row of evidence and what tells of it; each in uploads to the library and to actions.
 */
async function killAtEveryStep(world: World): Promise<Sent[]> {
  const { database, servers } = world
  const [first, second] = servers as [ServerProcess, ServerProcess]
  const inBoth = async (name: string) =>
    Promise.all([library(world), await action(world, name)].map((place) => announce(first, place, name)))
  const names = ['in a part', 'before its row', 'between parts', 'joined']
  const [cut, unnamed, between, joined] = (await Promise.all(names.map(inBoth))) as [
    Sent[],
    Sent[],
    Sent[],
    Sent[],
  ]
  const untold = await announce(first, await action(world, 'not told'), 'not told')
  const files = [...cut, ...unnamed, ...between, ...joined, untold]
  const send = async (server: ServerProcess, some: readonly Sent[], offset: number) =>
    expect(await Promise.all(some.map((sent) => sendPart(server, sent, offset)))).toEqual(some.map(() => 204))
  const whole = [...joined, untold]
  await send(first, files, 0)
  await send(second, [...between, ...whole], PART_BYTES)
  await send(first, whole, 2 * PART_BYTES)

  await whileLocked(database, [...unnamed, ...joined], async () => {
    const cutOff = Promise.allSettled([
      ...unnamed.map((sent) => sendPart(first, sent, PART_BYTES)),
      ...whole.map((sent) => finish(first, sent)),
    ])
    await Promise.all(cut.map((sent) => sendHalf(first, sent, PART_BYTES)))
    await expect.poll(() => waiting(database)).toHaveLength(unnamed.length + whole.length)
    const pids = await waiting(database)
    await first.stop('SIGKILL')
    for (const { status } of await cutOff) expect(status).toBe('rejected')
    // The database would run what waits there, though nobody listens any more.
    await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids])
    await expect.poll(() => waiting(database)).toEqual([])
  })

  const arrived = async (some: readonly Sent[], offset: number) =>
    expect(await Promise.all(some.map((sent) => offsetOf(second, sent)))).toEqual(some.map(() => offset))
  await arrived([...cut, ...unnamed], PART_BYTES)
  await arrived(between, 2 * PART_BYTES)
  await arrived(whole, untold.bytes.length)
  servers[0] = await world.start()
  await Promise.all(files.map((sent) => carryOn(world, sent)))
  return files
}

/** Keeps a server between the bytes of these files that it has stored and the rows that name them, and before the history. */
async function whileLocked(
  { pool }: TestDatabase,
  files: readonly Sent[],
  run: () => Promise<void>,
): Promise<void> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    const ids = files.map(({ id }) => id)
    await holder.query('select 1 from resource_files where id = any($1) for update', [ids])
    await holder.query('lock table domain_events in share mode')
    await run()
  } finally {
    // Closed, it holds nothing, also where something above failed.
    holder.release(true)
  }
}

/** The processes of the database that wait for a locked row. */
async function waiting({ pool }: TestDatabase): Promise<number[]> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.map(({ pid }) => pid)
}

/** Kills one server or the other at any moment of the half second that these uploads take. */
async function killAtAnyMoment(world: World): Promise<Sent[]> {
  const { servers, start } = world
  const files: Sent[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const killed = round % 2
    const places = [library(world), await action(world, `round ${round}`)]
    const announced = places.flatMap((place) =>
      ['a', 'b'].map((name) => announce(servers[1 - killed]!, place, name)),
    )
    const sent = await Promise.all(announced)
    const carried = Promise.all(sent.map((each) => carryOn(world, each)))
    await new Promise((then) => setTimeout(then, randomInt(400)))
    await servers[killed]!.stop('SIGKILL')
    servers[killed] = await start()
    await carried
    files.push(...sent)
  }
  return files
}

async function expectNothingLost(storage: Record<string, string>): Promise<void> {
  await inWorld(storage, async (world) => {
    const files = [...(await killAtEveryStep(world)), ...(await killAtAnyMoment(world))]
    // At least the parts and the joined files that no row names.
    expect(await expectWhole(world, files)).toBeGreaterThanOrEqual(5)
  })
}

// @spec P.107, P.113, P.114
test('uploads to disk go on where they were when one of two servers is killed, and lose nothing', () =>
  expectNothingLost({}))

// @spec P.107, P.113, P.114
test('uploads to a service that speaks S3 go on where they were when one of two servers is killed, and lose nothing @long', () =>
  expectNothingLost(s3Environment(bucket)))
