import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { TimestampParam } from '#server/db/columns.ts'
import type { DB } from '#server/db/schema.ts'

/** The parameters of a compiled query, as the query builder takes them. */
export type Slots<Input> = { readonly [Name in keyof Input]: RawBuilder<Input[Name]> }

/** The place of a value; `of` is which of the queries of a reading it belongs to. */
export class Slot {
  readonly name: string
  readonly of: number

  constructor(name: string, of: number) {
    this.name = name
    this.of = of
  }
}

/**
 * A query that is built and compiled at its first call only. Building a large query takes longer than sending it
 * (270 µs of 330 for auth/me), and its text never changes. `build` puts `slots.name` where a value of `Input` goes;
 * a value it uses directly would be the first caller's for ever.
 */
export function compiledQuery<Input extends Record<string, unknown>, Row>(
  build: (db: Kysely<DB>, slots: Slots<Input>) => Compilable<Row>,
): (db: Kysely<DB>, input: Input) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, input) => {
    compiled ??= build(db, slotsOf<Input>()).compile()
    const parameters = compiled.parameters.map((each) => (each instanceof Slot ? input[each.name] : each))
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Values in the places of a compiled query's slots: for a query that is built each time, as a part of another. */
export function valuesAsSlots<Input extends Record<string, unknown>>(values: Input): Slots<Input> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sql`${value}`]),
  ) as unknown as Slots<Input>
}

/** An instant of the input, which is its ISO text, as the type of a `timestamptz` column. */
export function timestampSlot(slot: RawBuilder<string>): RawBuilder<TimestampParam> {
  return sql<TimestampParam>`${slot}::timestamptz`
}

/** Fixed values as part of the text: PostgreSQL uses a partial index only if it sees the values it is about. */
export function literals(values: readonly string[]): RawBuilder<unknown> {
  return sql.join(values.map((value) => sql.lit(value)))
}

/**
 * Makes PostgreSQL keep one plan for all values. It plans again for each call while it expects that to be cheaper by
 * more than it charges for planning, which is far less than planning so many queries takes (5 to 12 ms). Of a limit that
 * it does not know it expects a tenth: the limit of this part, which never runs, makes every plan for known values the
 * dearer one.
 * @param limit the place of a parameter, always `onePlanFor`
 */
export function onePlan(limit: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when pg_backend_pid() = 0 then (
    select count(*) from (select from generate_series(1, ${sql.lit(onePlanFor)}) limit ${limit}) as never) end`
}
export const onePlanFor = 1_000_000_000

/** A slot for each name that is asked for. */
export function slotsOf<Input>(of = 0): Slots<Input> {
  return new Proxy({} as Slots<Input>, { get: (_, name) => sql`${new Slot(String(name), of)}` })
}
