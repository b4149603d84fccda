import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { manyRows } from '#test/support/backups/many-rows.ts'
import { openBackupWorld } from '#test/support/backups/world.ts'
import { statementsOf } from '#test/support/effort/statements.ts'

// What makes a restore nearly as fast as pg_restore (docs/benchmarks.md), without a clock.

const [CLIENTS, FEW, MANY] = [50, 500, 10_000]

type Restore = { statements: string[]; rows: number; messages: number; rules: string[] }
let few: Restore
let many: Restore
beforeAll(async () => {
  few = await restoreOf(FEW)
  many = await restoreOf(MANY)
}, 240_000)

/** What a restore of so many messages sends to the database, and what is there after it. */
async function restoreOf(messages: number): Promise<Restore> {
  const world = await openBackupWorld()

  try {
    await world.database.pool.query(manyRows({ clients: CLIENTS, messages, notes: messages / 10 }))
    await world.backUp()
    const target = await world.newTarget()
    let rows = 0
    const statements = await statementsOf(async () => {
      rows = (await target.restore()).rows
    })
    return { statements, rows, ...(await lookAt(target.url)) }
  } finally {
    await world.close()
  }
}

/** How many messages there are, and the names of what is built of rows: indexes, keys and references. */
async function lookAt(url: string): Promise<Pick<Restore, 'messages' | 'rules'>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const counted = await client.query<{ count: number }>('select count(*)::int as count from messages')
    const named = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'I')
       union all select conname from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f'`,
    )
    return { messages: counted.rows[0]!.count, rules: named.rows.map(({ name }) => name).toSorted() }
  } finally {
    await client.end()
  }
}

const isCopy = (statement: string) => statement.startsWith('copy public.')
/** What is sent from the first copy of a table to the last, and from there on. */
function partsOf({ statements }: Restore) {
  const [first, last] = [statements.findIndex(isCopy), statements.findLastIndex(isCopy)]
  return { copies: statements.slice(first, last + 1), after: statements.slice(last + 1) }
}

// @spec P.360
describe('a restore', () => {
  test('sends as many statements for many rows as for few', () => {
    expect(few.messages).toBe(FEW)
    expect(many.messages).toBe(MANY)
    expect(many.rows - few.rows).toBe((MANY - FEW) * 1.1)
    // Those of the jobs are in the order of their ids.
    expect(many.statements.toSorted()).toEqual(few.statements.toSorted())
  })

  test('writes each table with one copy, which freezes its rows, and nothing between them', () => {
    const { copies } = partsOf(many)
    const copied = copies.map((statement) => /^copy public\."(\w+)" .* with \(freeze\)$/.exec(statement)?.[1])
    expect(copied).toEqual(expect.arrayContaining(['users', 'clients', 'messages', 'notes', 'audit_entries']))
    expect(copied).not.toContain(undefined)
    expect(new Set(copied).size).toBe(copied.length)
  })

  test('makes every index, key and reference at once, after the rows', () => {
    const { after } = partsOf(many)
    const made = after.flatMap(
      (each) => /(?: add constraint "|^CREATE (?:UNIQUE )?INDEX )(\w+)/.exec(each)?.[1] ?? [],
    )
    expect(made.toSorted()).toEqual(many.rules)
    expect(after.indexOf('commit')).toBeGreaterThan(
      after.findLastIndex((each) => each.includes(made.at(-1)!)),
    )
  })
})
