import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartFailure } from '#server/start-failure.ts'
import { goneSince, heldIn, readHoldings, undeclared } from './migration-losses.ts'
import { UNLIMITED } from './postgres.ts'

/** A migration by its name and the sum of its text, and the tables that it makes. */
export type KnownMigration = { name: string; checksum: string; tables: string[] }
type Migration = KnownMigration & { text: string }

export type MigrateOptions = {
  /** The last migration to run; all unless said. */
  upTo?: string
  /** For tests: how long to wait for a table, and between two tries. */
  lockWaitMs?: number
  pause?: (ms: number) => Promise<void>
}

/** A migration that ran, and how long it took. */
export type RunMigration = { name: string; ms: number }

/** An arbitrary number that no other program uses on the same server. */
const LOCK_KEY = 7_604_271_990

/**
 * How long a migration waits for a table that somebody uses. Meanwhile everybody else who wants the table waits behind it,
 * so it gives up soon and tries again, up to `MOST_TRIES` times.
 */
const LOCK_WAIT_MS = 2_000
const MOST_TRIES = 60
const BETWEEN_TRIES_MS = 1_000

/** PostgreSQL's lock_not_available and deadlock_detected. */
const LOCKED = new Set(['55P03', '40P01'])

/** Migrations write this in one form; one that renames a table would need its own line here. */
const MADE = /^create table (?:if not exists )?([a-z0-9_]+)/gim

const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/

/** Next to the bundle when built, else in the source tree. */
export function migrationsFolder(): string {
  const built = join(import.meta.dirname, 'migrations')
  return existsSync(built) ? built : join(import.meta.dirname, '..', '..', 'db', 'migrations')
}

/** The migrations of this release, in order. */
export async function listMigrations(folder = migrationsFolder()): Promise<KnownMigration[]> {
  return (await readMigrations(folder)).map(({ name, checksum, tables }) => ({ name, checksum, tables }))
}

/** The names of all tables that are the product's, also of those that a later migration takes away. */
export function tablesOf(migrations: readonly KnownMigration[]): Set<string> {
  return new Set(['schema_migrations', ...migrations.flatMap(({ tables }) => tables)])
}

/**
 * Migrates the database to the newest version, or `upTo` a migration, in order, each migration in its own transaction together
 * with its row in `schema_migrations`. Servers that start at the same time wait for one another. There is no way back.
 * @returns the names of the migrations it ran
 * @throws StartFailure `migrationChanged` if a file differs from the one that ran; `databaseNewer` if the database has
 * a migration that this version does not have; `tableLocked` if something holds a table for minutes; `migrationLoses` or `migrationLosesLater` if a
 * migration takes away what holds something and does not say so
 */
export async function migrate(
  pool: pg.Pool,
  folder = migrationsFolder(),
  onRun: (migration: RunMigration) => void = () => undefined,
  { upTo, lockWaitMs = LOCK_WAIT_MS, pause = wait }: MigrateOptions = {},
): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = upTo === undefined ? all : all.filter(({ name }) => name <= upTo)
  const client = await pool.connect()
  try {
    // Waiting for another server, or rewriting a large table, may take longer than a request is allowed to.
    await client.query('set statement_timeout = 0')
    await client.query({ text: 'select pg_advisory_lock($1)', values: [LOCK_KEY], ...UNLIMITED })
    const pending = await pendingMigrations(client, migrations)
    const isFirst = pending.length === migrations.length
    for (const [index, migration] of pending.entries()) {
      const started = performance.now()
      await runOnceUnlocked(client, migration, { lockWaitMs, pause, isFirst, committed: index })
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

/** Whether there are migrations that the database lacks. Reads only. */
export async function isBehind(pool: pg.Pool, folder = migrationsFolder()): Promise<boolean> {
  const { rows: known } = await pool.query(`select to_regclass('schema_migrations') is not null as here`)
  if (!known[0].here) return true
  const { rows } = await pool.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map(({ name }) => name))
  return (await listMigrations(folder)).some(({ name }) => !done.has(name))
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
      const tables = [...text.matchAll(MADE)].map((found) => found[1]!)
      return { name, text, checksum, tables }
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

type Running = {
  lockWaitMs: number
  pause: (ms: number) => Promise<void>
  /** The database was empty: nothing can be lost. */
  isFirst: boolean
  /** How many migrations of this start are committed already. */
  committed: number
}

async function runOnceUnlocked(client: pg.PoolClient, migration: Migration, running: Running): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run(client, migration, running)
    } catch (error) {
      if (!LOCKED.has((error as { code?: string }).code ?? '')) throw error
      await client.query('rollback')
      if (tries === MOST_TRIES) throw new StartFailure('tableLocked', { name: migration.name })
      await running.pause(BETWEEN_TRIES_MS)
    }
  }
}

async function run(client: pg.PoolClient, migration: Migration, running: Running): Promise<void> {
  const { name, checksum, text } = migration
  await client.query('begin')
  await client.query(`set local lock_timeout = ${running.lockWaitMs}`)
  if (running.isFirst) await client.query({ text, ...UNLIMITED })
  else await runKeeping(client, migration, running.committed)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
  await client.query('commit')
}

/** Runs a migration, unless it takes away what holds something and does not say so. @throws StartFailure `migrationLoses`, `migrationLosesLater` */
async function runKeeping(client: pg.PoolClient, migration: Migration, committed: number): Promise<void> {
  const { name, text } = migration
  const refuse = (what: readonly string[]) => {
    // Only where none ran before it the earlier release still starts.
    const key = committed === 0 ? 'migrationLoses' : 'migrationLosesLater'
    throw new StartFailure(key, { name, what: what.join(', ') })
  }
  const before = await readHoldings(client)
  await client.query('savepoint before_migration')
  await client.query({ text, ...UNLIMITED })
  const { columns, rows } = undeclared(migration, goneSince(before, await readHoldings(client)))
  if (rows.length > 0) refuse(rows.map((table) => `${table}.*`))
  if (columns.length === 0) return
  // What a column held can only be seen where it is still there.
  await client.query('rollback to savepoint before_migration')
  const held = await heldIn(client, columns)
  if (held.length > 0) refuse(held)
  await client.query({ text, ...UNLIMITED })
}
