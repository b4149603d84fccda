import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import { parseTimestamptz } from './postgres-values.ts'

type Row = Record<string, unknown>

/**
 * Queries that have not been sent yet, and what is made of their rows. A screen that shows something of many modules
 * sends theirs as one statement: sent one by one, each would wait for a connection and for its answer.
 *
 * Planning so large a statement takes longer than running it, and PostgreSQL keeps a plan only if it expects the same
 * cost for all values: limits are in the text (`sql.lit`), because of an unknown one it expects a tenth of all rows.
 */
export class Reading<Result> {
  readonly queries: readonly Expression<unknown>[]
  readonly finish: (rows: readonly Row[][]) => Result

  constructor(queries: readonly Expression<unknown>[], finish: (rows: readonly Row[][]) => Result) {
    this.queries = queries
    this.finish = finish
  }

  map<Next>(next: (result: Result) => Next): Reading<Next> {
    return new Reading(this.queries, (rows) => next(this.finish(rows)))
  }

  and<Other>(other: Reading<Other>): Reading<readonly [Result, Other]> {
    const own = this.queries.length
    return new Reading(
      [...this.queries, ...other.queries],
      (rows) => [this.finish(rows.slice(0, own)), other.finish(rows.slice(own))] as const,
    )
  }
}

type Readings = Record<string, Reading<unknown>>
type Results<Parts extends Readings> = {
  [Name in keyof Parts]: Parts[Name] extends Reading<infer Result> ? Result : never
}

/** The rows of a query. Its columns arrive as from a query that is sent alone. */
export function rowsOf<Found>(query: Expression<Found>): Reading<Found[]> {
  return new Reading([query], ([rows]) => rows as Found[])
}

/** The only row of a query that has exactly one, such as a count. */
export function rowOf<Found>(query: Expression<Found>): Reading<Found> {
  return rowsOf(query).map(([row]) => row!)
}

/** Several readings as one, by name. */
export function combined<Parts extends Readings>(parts: Parts): Reading<Results<Parts>> {
  const names = Object.keys(parts)
  return new Reading(
    names.flatMap((name) => [...parts[name]!.queries]),
    (rows) => {
      let at = 0
      const results = names.map((name) => {
        const part = parts[name]!
        const own = rows.slice(at, at + part.queries.length)
        at += part.queries.length
        return [name, part.finish(own)]
      })
      return Object.fromEntries(results) as Results<Parts>
    },
  )
}

/** Sends all queries of a reading as one statement, so that they also see the same state of the database. */
export async function read<Result>(db: Kysely<DB>, { queries, finish }: Reading<Result>): Promise<Result> {
  const parts = queries.map((query, at) => sql`${asJson(query)} as ${sql.ref(`p${at}`)}`)
  const { rows } = await sql<Record<string, Row[]>>`select ${sql.join(parts)}`.execute(db)
  return finish(queries.map((_, at) => rows[0]![`p${at}`]!.map(revived)))
}

/** The rows of a query as one JSON value, in its order. */
function asJson(query: Expression<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(q), '[]') from (${query}) as q)`
}

/** Instants are text in JSON. Their names end in `At` (CONTRIBUTING, Names), and no other column's does. */
function revived(row: Row): Row {
  for (const [name, value] of Object.entries(row)) {
    if (name.endsWith('At') && typeof value === 'string')
      row[name] = parseTimestamptz(value.replace('T', ' '))
  }
  return row
}
