import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { statementsOf } from '#test/support/effort/statements.ts'
import type { Slots } from './compiled-query.ts'
import { combined, onlyRow, read, readingOf } from './reading.ts'

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
const values = readingOf(() => VALUES)

const numbers = readingOf(
  (_, { n }: Slots<{ n: number }>, most: number) => sql<{ n: number }>`select ${n}::int as n limit ${most}`,
)
const number = (n: number) => onlyRow(numbers({ n }, 1)).map((row) => row.n)

test('rows arrive in their order and with the values of a query that is sent alone', async () => {
  const rows = await read(database.db, values({}))
  expect(rows).toEqual([3, 2, 1].map((count) => ({ count, ...VALUE })))
  expect(rows).toEqual((await VALUES.execute(database.db)).rows)
})

test('many readings are one statement, each with its own result', async () => {
  const all = combined({
    none: numbers({ n: 1 }, 0),
    sum: number(1)
      .and(number(2))
      .map(([one, two]) => one + two),
    nested: combined({ three: number(3), rows: values({}) }).map(({ three, rows }) => three + rows.length),
    last: number(7),
  })
  const sent = await statementsOf(async () => {
    expect(await read(database.db, all)).toEqual({ none: [], sum: 3, nested: 6, last: 7 })
  })
  expect(sent).toHaveLength(1)
})

test('PostgreSQL keeps one plan, also where it would rather plan for each value', async () => {
  const first = readingOf(
    (_, { most }: Slots<{ most: number }>) =>
      sql<{ n: number }>`select n from generate_series(1, 100000) as n limit ${most}`,
  )
  await database.db.connection().execute(async (one) => {
    for (let call = 0; call < 8; call += 1) expect(await read(one, first({ most: 1 }))).toEqual([{ n: 1 }])
    const { rows } = await sql<{ kept: number; planned: number }>`
      select generic_plans as kept, custom_plans as planned from pg_prepared_statements
      where statement like '%select n from generate_series(1, 100000)%' and generic_plans + custom_plans = 8`.execute(
      one,
    )
    expect(rows).toEqual([{ kept: 3, planned: 5 }])
  })
})

describe('a query of a reading', () => {
  test('is built once for each shape, and answers each call by its own values', async () => {
    let built = 0
    const words = readingOf((_, { word }: Slots<{ word: string }>, most: number) => {
      built += 1
      return sql<{ word: string }>`select ${word}::text as word from generate_series(1, 5) limit ${most}`
    })
    for (const word of ['uno', "d'os; --", '$1']) {
      expect(await read(database.db, words({ word }, 2))).toEqual([{ word }, { word }])
    }
    expect(await read(database.db, words({ word: 'tres' }, 1))).toEqual([{ word: 'tres' }])
    expect(built).toBe(2)
  })

  test('has its fixed values in its text, whatever they are', async () => {
    const fixed = { text: "l'eau \\ $1 ?", none: null, yes: true, half: 0.5, minus: -3, list: ['a', "b'"] }
    const { text, none, yes, half, minus, list } = fixed
    const query = readingOf((_, { n }: Slots<{ n: number }>) => {
      const selected = sql`${text}::text as text, ${none}::text as none, ${yes} as yes, ${half}::float8 as half`
      return sql<object>`select ${selected}, 0 -${minus}::int as minus, ${list}::text[] as list, ${n}::int as n`
    })
    expect(await read(database.db, query({ n: 4 }))).toEqual([{ ...fixed, minus: 3, n: 4 }])
  })

  test.each(['0197b0b3-6a3e-7cc0-8f6e-2b8f3a1c9d10', '2027-02-02T15:00:00.000Z', '2027-02-02'])(
    'never has a value of one call in its text: %s',
    async (value) => {
      const wrong = readingOf(() => sql<object>`select ${value}::text as value`)
      await expect(read(database.db, wrong({}))).rejects.toThrow('A value of one call')
      const list = readingOf(() => sql<object>`select ${sql.val(['uno', value])}::text[] as list`)
      await expect(read(database.db, list({}))).rejects.toThrow('A value of one call')
    },
  )

  test('refuses to be built for ever more shapes', () => {
    expect(() => {
      for (let most = 0; most < 100; most += 1) numbers({ n: 1 }, most)
    }).toThrow('part of the shape')
  })
})
