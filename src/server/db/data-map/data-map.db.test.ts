import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newId } from '#test/support/rows.ts'
import { DATA_MAP } from './data-map.ts'
import { PERSON_ROWS } from './person-rows.ts'
import { type Marks, SPACES, exportedValues, type table } from './table-marks.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const TABLES = Object.entries(DATA_MAP)

async function columnsOfDatabase(): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await database.pool.query(`
    select table_name as "table", column_name as "column", data_type as type
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'`)
  return rows
}

// @spec P.336
test('every column of the database has one owner', async () => {
  const marked = TABLES.flatMap(([name, { columns }]) =>
    Object.values(columns).flatMap((names) => names.map((column) => `${name}.${column}`)),
  )
  const there = (await columnsOfDatabase()).map((each) => `${each.table}.${each.column}`)
  expect(there.length).toBeGreaterThan(500)
  expect(marked.toSorted()).toEqual(there.toSorted())
})

type ColumnsOf<M extends Marks<'effects_done'>> = Parameters<typeof table<'effects_done', M>>[1]['columns']
type IsRefused<M extends Marks<'effects_done'>> = 'columns without an owner' extends keyof ColumnsOf<M>
  ? true
  : false

test('a column without an owner does not compile', () => {
  const whole: IsRefused<{ internal: ['key', 'done_at'] }> = false
  const partly: IsRefused<{ internal: ['key'] }> = true
  expect([whole, partly]).toEqual([false, true])
})

test('what opens something is a secret', async () => {
  const opens = (await columnsOfDatabase()).filter(
    ({ column, type }) =>
      type === 'bytea' || /hash|secret|verifier|nonce|password|^auth$|p256dh/.test(column),
  )
  expect(opens.length).toBeGreaterThan(10)
  for (const each of opens) {
    const { columns } = DATA_MAP[each.table as keyof typeof DATA_MAP]
    expect(columns.secret, `${each.table}.${each.column}`).toContain(each.column)
  }
})

test('the key of each table names one row', async () => {
  const { rows } = await database.pool.query<{ table: string; columns: string[] }>(`
    select t.relname as "table", array_agg(a.attname::text order by a.attname) as columns
    from pg_index i join pg_class t on t.oid = i.indrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = any(i.indkey)
    where i.indisprimary and t.relnamespace = 'public'::regnamespace
    group by t.relname`)
  const primary = new Map(rows.map(({ table: name, columns }) => [name, columns]))
  for (const [name, { key }] of TABLES) {
    const columns = primary.get(name)
    if (columns) expect.soft(key.toSorted(), name).toEqual(columns)
  }
})

test('every condition is a query of the database', async () => {
  let asked = 0
  for (const [name, marks] of TABLES) {
    for (const space of SPACES) {
      const rows = marks.rows[space]
      if (rows === undefined) continue
      const columns = exportedValues(marks, space)
      expect(columns.length, `${name} in ${space}`).toBeGreaterThan(0)
      const { rowCount } = await database.pool.query(
        `${PERSON_ROWS} select ${columns.map((column) => `${column.value} as "${column.name}"`).join(', ')} from ${name} t where ${rows}`,
        [newId()],
      )
      expect(rowCount).toBe(0)
      expect(new Set(columns.map((column) => column.name)).size, `${name} in ${space}`).toBe(columns.length)
      const exported = Object.values(marks.columns).flat()
      expect(exported, name).toEqual(expect.arrayContaining(Object.keys(marks.forms[space] ?? {})))
      asked += 1
    }
  }
  expect(asked).toBeGreaterThan(60)
})

test('what no export has holds no rows of people either', () => {
  for (const [name, { rows, columns }] of TABLES) {
    const content = [...(columns.shared ?? []), ...(columns.practice ?? []), ...(columns.account ?? [])]
    expect(Object.keys(rows).length > 0, name).toBe(content.length > 0)
  }
})
