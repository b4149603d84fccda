import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromIso, toIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Slots, compiledQuery, timestampSlot } from './compiled-query.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a compiled query is built once and answers each call by its own values', async () => {
  let built = 0
  const read = compiledQuery((db, slots: Slots<{ name: string; at: string; most: number }>) => {
    built += 1
    return db
      .selectNoFrom([sql<string>`${slots.name}::text`.as('name'), timestampSlot(slots.at).as('at')])
      .limit(slots.most)
  })
  const at = toIso(fromIso('2026-11-24T16:00:00.123Z'))
  expect(await read(database.db, { name: 'Ana', at, most: 1 })).toEqual([{ name: 'Ana', at: fromIso(at) }])
  expect(await read(database.db, { name: "O'Hara; --", at, most: 1 })).toEqual([
    { name: "O'Hara; --", at: fromIso(at) },
  ])
  expect(await read(database.db, { name: 'Eva', at, most: 0 })).toEqual([])
  expect(built).toBe(1)
})

test('it runs in the transaction it is given', async () => {
  const inTransaction = compiledQuery((db) =>
    db.selectNoFrom(sql<boolean>`pg_current_xact_id_if_assigned() is not null`.as('assigned')),
  )
  await database.db.transaction().execute(async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    expect(await inTransaction(tx, {})).toEqual([{ assigned: true }])
  })
  expect(await inTransaction(database.db, {})).toEqual([{ assigned: false }])
})
