// The reference: Fastify, pg and one query per route, in a separate process. No token, no parsing, no product. Started
// with an IPC channel; the first message says what to serve.
import Fastify from 'fastify'
import pg from 'pg'
import type { Statement } from './statements.ts'

export type BareOrder = {
  databaseUrl: string
  pool: number
  routes: {
    path: string
    /** The query of the rows, and of a list the one of their number. */
    statements: Statement[]
    /** Rows of a list, in its envelope; or a single row of each. */
    shape: 'list' | 'one'
    /** Whether the statement has a name, so that PostgreSQL plans it once per connection. */
    prepared: boolean
  }[]
}

process.once('message', (order: BareOrder) => void serve(order))
process.once('disconnect', () => process.exit())

async function serve({ databaseUrl, pool: size, routes }: BareOrder): Promise<void> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: size })
  const app = Fastify({ logger: false })
  for (const [index, { path, statements, shape, prepared }] of routes.entries()) {
    const queries = statements.map(({ text, values }, at) =>
      prepared ? { name: `bare${index}-${at}`, text, values } : { text, values },
    )
    const read = () => Promise.all(queries.map((query) => pool.query<Record<string, unknown>>(query)))
    const [{ rows }] = (await read()) as [pg.QueryResult]
    const row = rowSchema(rows)
    const response = shape === 'list' ? envelope(row) : queries.length === 1 ? row : { type: 'array' }
    app.get(path, { schema: { response: { 200: response } } }, async () => {
      const [found, count] = await read()
      if (shape === 'one') return count ? [found!.rows[0], count.rows[0]] : found!.rows[0]
      return {
        data: found!.rows,
        total: Number(count!.rows[0]!['total'] ?? count!.rows[0]!['all']),
        page: 1,
        items: found!.rows.length,
      }
    })
  }
  process.send?.({ ready: await app.listen({ host: '127.0.0.1', port: 0 }) })
}

function envelope(row: object) {
  const integer = { type: 'integer' }
  return {
    type: 'object',
    properties: { data: { type: 'array', items: row }, total: integer, page: integer, items: integer },
  }
}

/** The schema of the rows as pg returns them, for fast-json-stringify. */
function rowSchema(rows: Record<string, unknown>[]) {
  const keys = Object.keys(rows[0] ?? {})
  return {
    type: 'object',
    properties: Object.fromEntries(
      keys.map((key) => [key, valueSchema(rows.find((row) => row[key] !== null)?.[key])]),
    ),
  }
}

function valueSchema(value: unknown): object {
  if (value instanceof Date) return { type: 'string', format: 'date-time', nullable: true }
  if (typeof value === 'number') return { type: 'number', nullable: true }
  if (typeof value === 'boolean') return { type: 'boolean', nullable: true }
  if (Array.isArray(value)) return { type: 'array', items: rowSchema(value as Record<string, unknown>[]) }
  return { type: 'string', nullable: true }
}
