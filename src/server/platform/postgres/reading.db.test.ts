import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { statementsOf } from '#test/support/effort/statements.ts'
import { combined, read, rowOf, rowsOf } from './reading.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const VALUES = sql<Record<string, unknown>>`
  select n::bigint as count, timestamptz '2027-02-02 09:00:00.123-06' as "startsAt", null::timestamptz as "endsAt",
    date '2027-02-02' as "dueOn", array['a', 'b'] as tags, json_build_object('at', 5) as part, true as "isOpen"
  from generate_series(3, 1, -1) as n`
const VALUE = {
  startsAt: fromIso('2027-02-02T15:00:00.123Z'),
  endsAt: null,
  dueOn: '2027-02-02',
  tags: ['a', 'b'],
  part: { at: 5 },
  isOpen: true,
}

test('rows arrive in their order and with the values of a query that is sent alone', async () => {
  const rows = await read(database.db, rowsOf(VALUES))
  expect(rows).toEqual([3, 2, 1].map((count) => ({ count, ...VALUE })))
  expect(rows).toEqual((await VALUES.execute(database.db)).rows)
})

test('many readings are one statement, each with its own result', async () => {
  const number = (n: number) => rowOf(sql<{ n: number }>`select ${n}::int as n`)
  const all = combined({
    none: rowsOf(sql`select 1 as n where false`),
    sum: number(1)
      .and(number(2))
      .map(([one, two]) => one.n + two.n),
    nested: combined({ three: number(3).map(({ n }) => n), rows: rowsOf(VALUES) }).map(
      ({ three, rows }) => three + rows.length,
    ),
    last: number(7),
  })
  const sent = await statementsOf(async () => {
    expect(await read(database.db, all)).toEqual({ none: [], sum: 3, nested: 6, last: { n: 7 } })
  })
  expect(sent).toHaveLength(1)
})
