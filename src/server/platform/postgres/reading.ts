import {
  type CompiledQuery,
  type Expression,
  type KyselyPlugin,
  OperationNodeTransformer,
  type PrimitiveValueListNode,
  type Kysely,
  type RawBuilder,
  type ValueNode,
  sql,
} from 'kysely'
import type { DB } from '#server/db/schema.ts'
import { Slot, type Slots, onePlan, onePlanFor, slotsOf } from './compiled-query.ts'
import { parseTimestamptz } from './postgres-values.ts'

type Row = Record<string, unknown>

/** A query of a reading: how it is built, once for all calls, and what goes into its slots. */
type Query = {
  id: number
  build: (db: Kysely<DB>, slots: Slots<Record<string, unknown>>) => Expression<unknown>
  values: Record<string, unknown>
}

/**
 * Queries that have not been sent yet, and what is made of their rows. A screen that shows something of many modules
 * sends theirs as one statement: sent one by one, each would wait for a connection and for its answer.
 */
export class Reading<Result> {
  readonly queries: readonly Query[]
  readonly finish: (rows: readonly Row[][]) => Result

  constructor(queries: readonly Query[], finish: (rows: readonly Row[][]) => Result) {
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

/** Shapes come from the code, never from a request. */
const MOST_SHAPES = 50
let built = 0

/**
 * A query that is built and compiled at its first call only, as with `compiledQuery`: `build` puts `slots.name` where a
 * value of the call goes. What its text depends on, such as a limit, is its shape. All other values are part of the
 * text, so that PostgreSQL sees which partial index is meant and keeps one plan for all calls.
 */
export function readingOf<
  Input extends Record<string, unknown>,
  Found,
  Shape extends readonly unknown[] = [],
>(
  build: (db: Kysely<DB>, slots: Slots<Input>, ...shape: Shape) => Expression<Found>,
): (values: Input, ...shape: Shape) => Reading<Found[]> {
  const shapes = new Map<string, Pick<Query, 'id' | 'build'>>()
  return (values, ...shape) => {
    const key = JSON.stringify(shape)
    let query = shapes.get(key)
    if (!query) {
      if (shapes.size >= MOST_SHAPES) throw new Error('A value of each call is part of the shape of a query')
      query = { id: (built += 1), build: (db, slots) => build(db, slots as Slots<Input>, ...shape) }
      shapes.set(key, query)
    }
    return new Reading([{ ...query, values }], ([rows]) => rows as Found[])
  }
}

/** The only row of a query that has exactly one, such as a count. */
export function onlyRow<Found>(reading: Reading<Found[]>): Reading<Found> {
  return reading.map(([row]) => row!)
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

/** The statements of all combinations of queries that were sent, by the ids of these. */
const statements = new Map<string, CompiledQuery<Record<string, Row[]>>>()

/** Sends all queries of a reading as one statement, so that they also see the same state of the database. */
export async function read<Result>(db: Kysely<DB>, { queries, finish }: Reading<Result>): Promise<Result> {
  const key = queries.map(({ id }) => id).join()
  let statement = statements.get(key)
  if (!statement) statements.set(key, (statement = compile(db, queries)))
  const parameters = statement.parameters.map((each) =>
    each instanceof Slot ? valueOf(each, queries) : each,
  )
  const { rows } = await db.executeQuery<Record<string, Row[]>>({ ...statement, parameters })
  return finish(queries.map((_, at) => rows[0]![`p${at}`]!.map(revived)))
}

function valueOf({ of, name }: Slot, queries: readonly Query[]): unknown {
  const query = queries[of]
  return query ? query.values[name] : onePlanFor
}

function compile(db: Kysely<DB>, queries: readonly Query[]): CompiledQuery<Record<string, Row[]>> {
  const parts = queries.map(({ build }, at) => sql`${asJson(build(db, slotsOf(at)))} as ${sql.ref(`p${at}`)}`)
  return sql<
    Record<string, Row[]>
  >`select ${sql.join(parts)}, ${onePlan(sql`${new Slot('', -1)}`)} as plan`.compile(
    db.withPlugin(valuesInText),
  )
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

/** An id or an instant, which only a call has. */
const OF_A_CALL = /[\da-f]{8}-[\da-f]{4}-|\d{4}-\d\d-\d\d/i

/** Writes the values that are not slots into the text. */
class ValuesInText extends OperationNodeTransformer {
  protected override transformValue(node: ValueNode): ValueNode {
    return isFixed(node.value) ? { ...node, immediate: true } : node
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    if (!node.values.every(isFixed)) return node
    const values = node.values.map((value): ValueNode => ({ kind: 'ValueNode', value, immediate: true }))
    return { kind: 'ValueListNode', values } as unknown as PrimitiveValueListNode
  }
}

function isFixed(value: unknown): boolean {
  const texts = Array.isArray(value) ? value : [value]
  if (texts.some((text) => typeof text === 'string' && OF_A_CALL.test(text))) {
    throw new Error('A value of one call would be part of a query for all')
  }
  // Behind a minus a negative number would begin a comment.
  return typeof value === 'number'
    ? value >= 0
    : value === null || ['string', 'boolean'].includes(typeof value)
}

const transformer = new ValuesInText()
const valuesInText: KyselyPlugin = {
  transformQuery: ({ node }) => transformer.transformNode(node),
  transformResult: ({ result }) => Promise.resolve(result),
}
