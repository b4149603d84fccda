import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartFailure } from '#server/start-failure.ts'
import { UNLIMITED } from './postgres.ts'

type Migration = { name: string; checksum: string; text: string }

/** A migration that ran, and how long it took. */
export type RunMigration = { name: string; ms: number }

/** An arbitrary number that no other program uses on the same server. */
const LOCK_KEY = 7_604_271_990

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Next to the bundle when built, else in the source tree. */
export function migrationsFolder(): string {
  const built = join(import.meta.dirname, 'migrations')
  return existsSync(built) ? built : join(import.meta.dirname, '..', '..', 'db', 'migrations')
}

/**
 * Migrates the database to the newest version, in order, each migration in its own transaction together with its row in
 * `schema_migrations`. Servers that start at the same time wait for one another. There is no way back.
 * @returns the names of the migrations it ran
 * @throws StartFailure `migrationChanged` if a file differs from the one that ran; `databaseNewer` if the database has
 * a migration that this version does not have
 */
export async function migrate(
  pool: pg.Pool,
  folder = migrationsFolder(),
  onRun: (migration: RunMigration) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    // Waiting for another server, or rewriting a large table, may take longer than a request is allowed to.
    await client.query('set statement_timeout = 0')
    await client.query({ text: 'select pg_advisory_lock($1)', values: [LOCK_KEY], ...UNLIMITED })
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) {
      const started = performance.now()
      await run(client, migration)
      onRun({ name: migration.name, ms: Math.round(performance.now() - started) })
    }
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY])
    await client.query('reset statement_timeout')
    client.release()
    return pending.map(({ name }) => name)
  } catch (error) {
    // Closing the connection ends the transaction and releases the lock in any state.
    client.release(true)
    throw error
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  if (names.length === 0) throw new Error(`No migrations in ${folder}`)
  return Promise.all(
    names.map(async (name, index) => {
      const number = Number(FILE_NAME.exec(name)?.[1])
      if (number !== index + 1) throw new Error(`Migration ${name} should be number ${index + 1}`)
      const text = await readFile(join(folder, name), 'utf8')
      // Line ends depend on the checkout, so they do not count.
      const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      return { name, text, checksum }
    }),
  )
}

async function pendingMigrations(client: pg.PoolClient, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const file = known.get(name)
    if (!file) throw new StartFailure('databaseNewer', { name })
    if (file.checksum !== checksum) throw new StartFailure('migrationChanged', { name })
  }
  const done = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !done.has(name))
}

async function run(client: pg.PoolClient, { name, checksum, text }: Migration): Promise<void> {
  await client.query('begin')
  await client.query({ text, ...UNLIMITED })
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  await client.query('commit')
}
