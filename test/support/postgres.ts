import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { QUEUES } from '#server/events/queues.ts'
import {
  type SocketConnection,
  startEmbeddedPostgres,
} from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { preparedFolder } from '#server/folders.ts'
import { createLogger } from '#server/platform/logger.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { createDatabase, type Database } from '#server/platform/postgres/postgres.ts'

/** A server on which the holder may create databases, and one of them, migrated and empty, to copy from. */
export type TestServer = {
  /** Where databases are created and dropped. */
  admin: SocketConnection | { url: string }
  template: string
}

export type TestDatabase = Database & {
  /** For a server under test in a separate process (DATABASE_URL). */
  url: string
}

/**
 * Starts a PostgreSQL for tests: the embedded one in a temporary folder, without waiting for disks; or, with
 * TEST_DATABASE_URL, the external one there, as a user who may create databases.
 */
export async function startTestServer(): Promise<TestServer & { stop: () => Promise<void> }> {
  const external = process.env.TEST_DATABASE_URL
  if (external) {
    const server = { admin: { url: external }, template: `norte_template_${process.pid}` }
    await createTemplate(server)
    return { ...server, stop: () => onServer(server.admin, `drop database ${server.template} with (force)`) }
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'norte-test-'))
  const { admin, stop } = await startEmbeddedPostgres({ dataDir, durable: false, preparedFolder })
  const server = { admin, template: 'norte_template' }
  await createTemplate(server)
  return {
    ...server,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A separate database, migrated and empty, created in some 10 ms by copying the template's files. `close` drops it. */
export function copyTemplate({ admin, template }: TestServer): Promise<TestDatabase> {
  return create(admin, `template ${template} strategy file_copy`)
}

/** A separate database without a table. `close` drops it. */
export function createEmpty({ admin }: TestServer): Promise<TestDatabase> {
  return create(admin, AS_EMBEDDED)
}

async function create(admin: TestServer['admin'], form: string): Promise<TestDatabase> {
  const name = `norte_${randomBytes(6).toString('hex')}`
  await onServer(admin, `create database ${name} ${ownedBy(admin)} ${form}`)
  const connection = connectionTo(admin, name)
  const database = createDatabase(connection, { size: 5 })
  return {
    ...database,
    url: urlOf(connection),
    close: async () => {
      await database.close()
      await onServer(admin, `drop database if exists ${name} with (force)`)
    },
  }
}

// Spelt out, because an external server may have other defaults: sorted by the rules of Spanish, as the embedded one.
const AS_EMBEDDED = `template template0 encoding 'UTF8' locale 'C' locale_provider icu icu_locale 'es-MX'`

async function createTemplate({ admin, template }: TestServer): Promise<void> {
  await onServer(admin, `create database ${template} ${ownedBy(admin)} ${AS_EMBEDDED}`)
  const database = createDatabase(connectionTo(admin, template), { size: 1 })
  await migrate(database.pool)
  // The job queue makes its own tables when first opened; here once for all test files.
  const log = createLogger('silent')
  await (await createJobs(database.connection, { queues: QUEUES, log, supervise: false })).stop()
  // A database can be copied only without open connections.
  await database.close()
}

/** Runs one statement in the maintenance database. */
export async function onServer(admin: TestServer['admin'], statement: string): Promise<void> {
  const client = new pg.Client('url' in admin ? { connectionString: admin.url } : admin)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// On the embedded server the product's own role owns its databases, which is no superuser.
function ownedBy(admin: TestServer['admin']): string {
  return 'url' in admin ? '' : 'owner norte'
}

/** The same server, another database. */
export function connectionTo(admin: TestServer['admin'], database: string): TestServer['admin'] {
  if (!('url' in admin)) return { ...admin, database, user: 'norte' }
  const url = new URL(admin.url)
  url.pathname = `/${database}`
  return { url: url.href }
}

/** An address for DATABASE_URL. */
export function urlOf(connection: TestServer['admin']): string {
  if ('url' in connection) return connection.url
  const { host, port, user, database } = connection
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}&sslmode=disable`
}
