import pg from 'pg'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStores } from '#server/backup/contents.ts'
import { preparedFolder } from '#server/folders.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { contentsOf, newFolder, sumsOf } from '#test/support/backups/contents.ts'
import { type S3Server, s3Environment, s3Settings, startS3Server } from '#test/support/fakes/s3-server.ts'
import { PASSWORD, registration } from '#test/support/people.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { type DebianPostgres, startDebianPostgres } from '#test/support/servers/debian-postgres.ts'
import { removeFolder } from '../data-folder.ts'
import { nameIn, operator } from './operator.ts'

// A whole installation, the demo practice, moves from a data folder to an external database with a bucket, and back, while
// people write.

let root: string
let postgres: DebianPostgres
let bucket: S3Server
beforeAll(async () => {
  root = await newFolder()
  ;[postgres, bucket] = await Promise.all([startDebianPostgres(), startS3Server()])
})
afterAll(async () => {
  await Promise.all([postgres.stop(), bucket.close()])
  removeFolder(root)
})

async function call(server: ServerProcess, path: string, init: { body?: object; token?: string } = {}) {
  return fetch(`${server.url}/v1/${path}`, {
    method: init.body ? 'POST' : 'GET',
    headers: {
      ...(init.body && { 'content-type': 'application/json' }),
      ...(init.token && { authorization: `Bearer ${init.token}` }),
    },
    ...(init.body && { body: JSON.stringify(init.body) }),
  })
}

async function register(server: ServerProcess, email: string): Promise<void> {
  const answer = await call(server, 'auth/register', {
    body: registration(email),
  })
  expect(answer.status).toBe(201)
}

/** Opens the embedded database of a stopped installation. */
async function contentsIn(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, durable: false, preparedFolder })
  try {
    return await contentsOf(server.connection)
  } finally {
    await server.stop()
  }
}

// @spec P.310, P.315
test('an installation is backed up while people write, moves to an external PostgreSQL and a bucket, and back; nothing is different (docs/self-hosting.md) @long', async () => {
  const dataDir = join(root, 'data')
  const first = { DATA_DIR: dataDir, BACKUP_DIR: join(root, 'backups') }
  // Without a worker what waits goes on waiting, so that nothing changes by itself.
  const server = await startServer({ env: { ...first, ROLES: 'web' }, args: ['--demo'] })
  const stores = await openStores({ dataDir, s3: undefined })

  let writing = true
  let written = 0
  const writer = (async () => {
    while (writing) await register(server, `persona.${(written += 1)}@correo.example`)
  })()
  await expect.poll(() => written).toBeGreaterThan(2)
  const beside = await operator('backup', first)
  expect(beside).toMatchObject({ code: 0, out: expect.stringMatching(/^✓ \S+Z {2}\d+ tables, \d+ rows, /) })
  writing = false
  await writer
  const body = { email: 'persona.1@correo.example', password: PASSWORD }
  const signedIn = await call(server, 'auth/user', { body })
  expect(signedIn.status).toBe(200)
  const { token } = (await signedIn.json()) as { token: string }
  const last = await operator('backup', first)
  const name = nameIn(last.out)
  const checked = await operator('backup', first, '--check')
  expect(checked).toEqual({ code: 0, out: expect.stringMatching(/^✓ .*\n✓ .*\n$/) })
  // Of a running installation nothing is overwritten.
  expect(await operator('restore', first)).toMatchObject({
    code: 1,
    out: expect.stringContaining('DATA_DIR'),
  })
  expect((await server.stop()).code).toBe(0)
  expect(await operator('backup', first)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`The database of ${dataDir} does not answer: is Norte running?`),
  })

  const onDisk = await contentsIn(dataDir)
  const external = await postgres.createDatabase()
  const moved = {
    DATA_DIR: join(root, 'moved'),
    BACKUP_DIR: first.BACKUP_DIR,
    DATABASE_URL: external,
    ...s3Environment(bucket),
  }
  const restored = await operator('restore', moved)
  expect(restored.out).toContain(`✓ ${name}  `)
  expect(restored.code).toBe(0)
  const noted = new pg.Client(external)
  await noted.connect()
  const { rows } = await noted.query(
    `select detail from audit_entries where kind = 'operator.acted' order by id`,
  )
  await noted.end()
  expect(rows.map(({ detail }: { detail: string }) => JSON.parse(detail) as object)).toContainEqual({
    v: 1,
    command: 'restore the newest backup',
  })
  const there = await contentsOf({ url: external })
  expect(there).toEqual(onDisk)
  expect(there['users']!.length).toBeGreaterThan(written)
  expect(there['jobs']!.length).toBeGreaterThanOrEqual(written)
  const inBucket = await openStores({ dataDir: moved.DATA_DIR, s3: s3Settings(bucket) })
  expect(await sumsOf(inBucket.resources)).toEqual(await sumsOf(stores.resources))

  // Back again, from there, encrypted.
  const keys = (await operator('backup', {}, '--new-key')).out
  const [recipient, identity] = [/age1\S+/.exec(keys)![0], /AGE-SECRET-KEY-\S+/.exec(keys)![0]]
  const again = { ...moved, BACKUP_DIR: join(root, 'encrypted') }
  expect(await operator('backup', { ...again, BACKUP_KEY: recipient })).toMatchObject({ code: 0 })
  const back = { DATA_DIR: join(root, 'back'), BACKUP_DIR: again.BACKUP_DIR }
  expect(await operator('restore', back)).toMatchObject({
    code: 1,
    out: expect.stringContaining('is encrypted: set BACKUP_KEY to its secret key'),
  })
  expect(await operator('restore', { ...back, BACKUP_KEY: identity })).toMatchObject({ code: 0 })
  expect(await contentsIn(back.DATA_DIR)).toEqual(there)
  const atHome = await openStores({ dataDir: back.DATA_DIR, s3: undefined })
  expect(await sumsOf(atHome.resources)).toEqual(await sumsOf(stores.resources))

  // It starts; people who were signed in still are, others sign in, and what waited goes out.
  const second = await startServer({ env: { DATA_DIR: back.DATA_DIR } })
  expect((await call(second, 'auth/me', { token })).status).toBe(200)
  expect((await call(second, 'auth/user', { body })).status).toBe(200)
  await expect.poll(async () => (await contentsOf({ url: embeddedUrl(back.DATA_DIR) }))['jobs']).toEqual([])
  expect((await second.stop()).code).toBe(0)
})

function embeddedUrl(dataDir: string): string {
  return `postgres://norte@/norte?host=${encodeURIComponent(join(dataDir, 'run'))}&sslmode=disable`
}
