import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { newId } from '#test/support/rows.ts'
import { DATA_MAP } from '../data-map/data-map.ts'
import { exportedColumns } from '../data-map/table-marks.ts'
import { ERASED_BY_MODULES, GONE_ALONG, KEPT_OF_PERSON, PERSON_STEPS } from './person-steps.ts'
import { KEPT_OF_PRACTICE, PRACTICE_STEPS } from './practice-steps.ts'
import { ERASED_ROWS, type Step } from './steps.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const tablesOf = (steps: readonly Step[]) => new Set(steps.map(({ table }) => table as string))

/** The tables of the data map that have rows of a space, without those that are accounted for. */
function forgotten(
  spaces: readonly ('account' | 'practice' | 'client')[],
  known: ReadonlySet<string>,
): string[] {
  return Object.entries(DATA_MAP)
    .filter(([table, { rows }]) => spaces.some((space) => rows[space] !== undefined) && !known.has(table))
    .map(([table]) => table)
}

// @spec P.338
test('every table with rows of a practice says what becomes of them', () => {
  const known = new Set([
    ...tablesOf(PRACTICE_STEPS),
    ...Object.keys(KEPT_OF_PRACTICE),
    ...Object.keys(GONE_ALONG),
  ])
  expect(forgotten(['practice'], known)).toEqual([])
})

test('every table with rows of an account, or that a client reads, says what becomes of them', () => {
  const known = new Set([
    ...tablesOf(PERSON_STEPS),
    ...Object.keys(ERASED_BY_MODULES),
    ...Object.keys(KEPT_OF_PERSON),
    ...Object.keys(GONE_ALONG),
  ])
  expect(forgotten(['account', 'client'], known)).toEqual([])
})

/** What remains of the rows that are overwritten, because it names nobody. */
const NAMES_NOBODY: Record<string, readonly string[]> = {
  users: ['id', 'stands_for', 'timezone', 'language', 'color_scheme', 'created_at', 'updated_at'],
  clients: [
    'id',
    'user_id',
    'role',
    'timezone',
    'status',
    'archived_from',
    'account_ended_at',
    'started_on',
    'invited_at',
    'accepted_at',
    'created_at',
    'updated_at',
  ],
}

test('each column of a person is overwritten, or names nobody', () => {
  for (const [table, rest] of Object.entries(NAMES_NOBODY)) {
    const marks = DATA_MAP[table as keyof typeof DATA_MAP]
    const content = new Set([
      ...(['account', 'practice', 'client'] as const).flatMap((space) => exportedColumns(marks, space)),
      ...(marks.columns.secret ?? []),
    ])
    const steps = PERSON_STEPS.filter((step) => step.table === table)
    const overwritten = steps.flatMap(({ set }) => Object.keys(set ?? {}))
    expect([...content].toSorted(), table).toEqual([...overwritten, ...rest].toSorted())
  }
})

test('what goes along is deleted with the rows it belongs to', async () => {
  const { rows } = await database.pool.query<{ child: string; parent: string }>(`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
    from pg_constraint c where c.contype = 'f' and c.confdeltype = 'c'`)
  const cascades = new Set(rows.map(({ child, parent }) => `${child} with ${parent}`))
  for (const [child, parent] of Object.entries(GONE_ALONG))
    expect(cascades).toContain(`${child} with ${parent}`)
})

test('nothing that a step removes is still referred to by what comes later', async () => {
  const { rows } = await database.pool.query<{ child: string; parent: string }>(`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
    from pg_constraint c where c.contype = 'f' and c.confdeltype in ('a', 'r') and c.conrelid <> c.confrelid`)
  const order = PRACTICE_STEPS.map(({ table }) => table as string)
  for (const { child, parent } of rows) {
    if (!order.includes(child) || !order.includes(parent)) continue
    expect(order.indexOf(child), `${child} before ${parent}`).toBeLessThan(order.indexOf(parent))
  }
})

test('every step is a statement of the database, and changes nothing where there is nothing', async () => {
  for (const { table, where, set, order } of [...PRACTICE_STEPS, ...PERSON_STEPS]) {
    const values = Object.values(set ?? {}).map((value) => `, ${value} as v`)
    const { rowCount } = await database.pool.query(
      `${ERASED_ROWS} select t.ctid ${values.join(' ')} from ${table} t where ${where} ${order ? `order by ${order}` : ''}`,
      [newId(), 'ana@correo.example', '2027-02-02T15:00:00.000Z', 'Excliente', 'sin cuenta', '…'],
    )
    expect(rowCount, table).toBe(0)
  }
})
