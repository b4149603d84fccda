import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { codeOf } from '#server/start-failure.ts'
import { isUnanswered } from './database-away.ts'

/**
 * Each connection keeps a plan per name, so there is a limit: further texts (lists of varying length produce many) run
 * without a name.
 */
const MOST_STATEMENTS = 500

const PLANNED = /^\s*(?:select|insert|update|delete|with)\b/i

/**
 * What answers nothing that anybody reads, inside a transaction, which its failure ends. Not `begin`: without it the
 * statement after it would be written alone.
 */
const WITHOUT_ANSWER = /^(?:set local|notify)\b/
const NO_ROWS = { command: 'SELECT' as const, rowCount: 0, rows: [] }

/** PostgreSQL's `feature_not_supported`: a plan whose columns another server's migration changed. */
const STALE_PLAN = '0A000'

/**
 * Gives every query that Kysely sends a name, so that PostgreSQL parses and plans it once per connection (110 → 48 µs
 * for a small query). Equal texts share a name; values are always parameters, so the number of texts is the number of
 * queries in the code.
 *
 * What has no answer, such as `notify`, is sent with the statement after it: a round trip less each. That statement fails if
 * it failed. The pool has to be one that pipelines.
 */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const nameOf = statementNames()
  // Kysely identifies connections by object identity, so a client keeps its wrapper.
  const wrappers = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      let wrapper = wrappers.get(client)
      if (!wrapper) wrappers.set(client, (wrapper = wrap(client, nameOf)))
      return wrapper
    },
  }
}

/** Names for the texts of queries, the same for the same text; none for a text that cannot be prepared. */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= MOST_STATEMENTS || !PLANNED.test(text)) return known
    const name = `q${names.size + 1}`
    names.set(text, name)
    return name
  }
}

function wrap(client: pg.PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let stale = false
  let unheard: Error | undefined
  // The answers come in order: by this one the earlier ones are known.
  const throwUnheard = () => {
    const error = unheard
    unheard = undefined
    if (error) throw error
  }
  const send = async (text: string, values: readonly unknown[]) => {
    if (WITHOUT_ANSWER.test(text)) {
      client.query(text).catch((error: Error) => (unheard ??= error))
      return NO_ROWS
    }
    const name = nameOf(text)
    try {
      const query = { text, values: [...values], ...(name && { name }) }
      return await client.query(query).finally(throwUnheard)
    } catch (error) {
      if (codeOf(error) === STALE_PLAN) stale = true
      // The next statement on it (a rollback) would wait just as long.
      if (isUnanswered(error)) void client.end()
      throw error
    }
  }
  function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof text === 'string') return send(text, values)
    // Kysely sends cursors for streams only, which need a package that is not installed.
    throw new Error('Cursors are not supported')
  }
  return {
    query,
    release: (destroy) => client.release(destroy || stale),
  }
}
