import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { TimestampParam } from '../db/columns.ts'
import type { DB } from '../db/schema.ts'
import { StartFailure } from '../start-failure.ts'
import type { SocketConnection } from './embedded-postgres.ts'
import { columnTypes } from './postgres-values.ts'
import { withPreparedStatements } from './prepared-statements.ts'

export type DatabaseConnection = { url: string } | SocketConnection

export type Database = {
  db: Kysely<DB>
  /** The pool under `db`, for what is not Kysely's: migrations, notifications. */
  pool: pg.Pool
  /** Where it is, for the job queue's own pool. */
  connection: DatabaseConnection
  /** Waits for the queries in flight, then closes every connection. May be called twice. */
  close: () => Promise<void>
}

export type DatabaseOptions = {
  /** Most connections; 10 unless told. */
  size?: number
  /** Told of an idle connection that broke; the pool replaces it. */
  onError?: (error: Error) => void
}

/**
 * An instant as a query's parameter. Reading is automatic: a `timestamptz` column arrives as `EpochMs`. Writing and
 * comparing goes through here, in the query builder and in `sql` texts alike, because a bare number says nothing
 * about its unit and PostgreSQL refuses it.
 */
export function toTimestamp(ms: EpochMs): RawBuilder<TimestampParam> {
  return sql<TimestampParam>`${toIso(ms)}::timestamptz`
}

/** An instant inside a JSON aggregate, which would carry it as a text: as the number that a column is read as. */
export function toEpochMs(column: RawBuilder<unknown>): RawBuilder<EpochMs> {
  return sql<EpochMs>`round(extract(epoch from ${column}) * 1000)::float8`
}

/**
 * Opens a pool of connections; connects when first used. Every session speaks UTC and gives up on statements of more
 * than 30 s, and on transactions that sit idle as long.
 */
export function createDatabase(connection: DatabaseConnection, options: DatabaseOptions = {}): Database {
  const { size = 10, onError = () => undefined } = options
  const target = 'url' in connection ? { connectionString: connection.url } : connection
  const pool = new pg.Pool({
    ...target,
    max: size,
    types: columnTypes,
    application_name: 'norte',
    options: '-c timezone=UTC -c datestyle=ISO',
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
  })
  // Without a listener, Node ends the process when the server drops an idle connection.
  pool.on('error', onError)
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withPreparedStatements(pool), controlClient: pg.Client }),
  })
  let closing: Promise<void> | undefined
  return { db, pool, connection, close: () => (closing ??= pool.end()) }
}

const OLDEST_VERSION = 15

/**
 * Refuses a database server that Norte cannot live on.
 * @throws StartFailure `databaseUnreachable`, `databaseTooOld`, `databaseEncoding`
 */
export async function requireUsableServer(pool: pg.Pool): Promise<void> {
  const { version, encoding } = await describeServer(pool)
  if (Math.floor(version / 10_000) < OLDEST_VERSION) {
    throw new StartFailure('databaseTooOld', { version: Math.floor(version / 10_000) })
  }
  if (encoding !== 'UTF8') throw new StartFailure('databaseEncoding', { encoding })
}

async function describeServer(pool: pg.Pool): Promise<{ version: number; encoding: string }> {
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
    )
    return rows[0]
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    throw new StartFailure('databaseUnreachable', { reason }, error)
  }
}
