import { AsyncLocalStorage } from 'node:async_hooks'
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
  /** The pool under `db`, for what does not use Kysely: migrations, notifications. */
  pool: pg.Pool
  /** Its address, for the job queue's own pool. */
  connection: DatabaseConnection
  /** Waits for the queries in flight, then closes every connection. May be called twice. */
  close: () => Promise<void>
}

export type DatabaseOptions = {
  /** Most connections; 10 by default. */
  size?: number
  /** Called for each connection that broke, idle or in use; the pool replaces it. */
  onError?: (error: Error) => void
  /** How long to wait for an answer; 25 s by default. */
  answerWithinMs?: number
}

/** After this time PostgreSQL itself ends a statement; the driver waits a little longer for that. */
const STATEMENT_MS = 20_000
const ANSWER_MS = 25_000

/** For a query without a time limit in the driver, such as a migration. */
export const UNLIMITED = { query_timeout: 2 ** 31 - 1 }

/** A connection as settings for the driver. */
export function targetOf(connection: DatabaseConnection): pg.ClientConfig {
  return 'url' in connection ? { connectionString: connection.url } : connection
}

/**
 * A pool whose connections may break at any moment. A connection emits an event when it ends, also during a query, and
 * Node ends the process if nobody listens; so each one has a listener from the start.
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
  // A connection is opened for a request, and may break in another one, or in none: that is told outside of any.
  const tell = AsyncLocalStorage.bind(onError)
  pool.on('connect', (client) => client.on('error', tell))
  // The pool repeats the event for idle connections.
  pool.on('error', () => undefined)
  return pool
}

/**
 * An instant as a query's parameter. Reading is automatic: a `timestamptz` column arrives as `EpochMs`. Writing and
 * comparing needs this function, in the query builder and in `sql` texts alike, because a plain number has no unit and
 * PostgreSQL refuses it.
 */
export function toTimestamp(ms: EpochMs): RawBuilder<TimestampParam> {
  return sql<TimestampParam>`${toIso(ms)}::timestamptz`
}

/**
 * An instant inside a JSON aggregate, which would contain it as text: converts it to the number that a column is read
 * as.
 */
export function toEpochMs(column: RawBuilder<unknown>): RawBuilder<EpochMs> {
  return sql<EpochMs>`round(extract(epoch from ${column}) * 1000)::float8`
}

/**
 * Opens a pool of connections; connects on first use. Every session uses UTC, cancels statements of more than 20 s, and
 * ends transactions that are idle for 30 s. If the server does not even report that, the connection is closed 5 s
 * later: the query fails and the pool opens another.
 */
export function createDatabase(connection: DatabaseConnection, options: DatabaseOptions = {}): Database {
  const { size = 10, onError = () => undefined, answerWithinMs = ANSWER_MS } = options
  const pool = createPool(
    connection,
    {
      max: size,
      pipeline: true,
      types: columnTypes,
      application_name: 'norte',
      // Compiling a query pays for reports over millions of rows, not for screens.
      options: '-c timezone=UTC -c datestyle=ISO -c jit=off',
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
 * Refuses a database server that Norte does not support.
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
