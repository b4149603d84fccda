import { Kysely, PostgresDialect, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { TimestampParam } from '#server/db/columns.ts'
import type { DB } from '#server/db/schema.ts'
import { StartFailure } from '#server/start-failure.ts'
import type { SocketConnection } from '#server/platform/embedded-postgres/embedded-postgres.ts'
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
  /** Told of each connection that broke, idle or in use; the pool replaces it. */
  onError?: (error: Error) => void
  /** How long an answer is waited for; 25 s unless told. */
  answerWithinMs?: number
}

/** What PostgreSQL itself ends a statement after; the driver waits a little longer for it to say so. */
const STATEMENT_MS = 20_000
const ANSWER_MS = 25_000

/** For a query that takes as long as it takes, like a migration: no time limit of the driver's. */
export const UNLIMITED = { query_timeout: 2 ** 31 - 1 }

/** A connection as the driver's settings. */
export function targetOf(connection: DatabaseConnection): pg.ClientConfig {
  return 'url' in connection ? { connectionString: connection.url } : connection
}

/**
 * A pool whose connections may break at any moment. A connection tells of its end by an event, also while a query is
 * under way, and Node ends the process when nobody listens; so each is listened to from its first moment on.
 */
export function createPool(
  connection: DatabaseConnection,
  options: pg.PoolConfig,
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...targetOf(connection),
    ...options,
  })
  pool.on('connect', (client) => client.on('error', onError))
  // The same once more, for idle connections.
  pool.on('error', () => undefined)
  return pool
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
 * than 20 s, and on transactions that sit idle for 30 s. A server that does not even say so loses the connection 5 s
 * later: the query fails and the pool opens another.
 */
export function createDatabase(connection: DatabaseConnection, options: DatabaseOptions = {}): Database {
  const { size = 10, onError = () => undefined, answerWithinMs = ANSWER_MS } = options
  const pool = createPool(
    connection,
    {
      max: size,
      types: columnTypes,
      application_name: 'norte',
      options: '-c timezone=UTC -c datestyle=ISO',
      statement_timeout: STATEMENT_MS,
      query_timeout: answerWithinMs,
      idle_in_transaction_session_timeout: 30_000,
    },
    onError,
  )
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
