import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { schemaIsCurrent } from '../../../scripts/database/schema-types.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('the types of the tables are those of the database that the migrations make', async () => {
  expect(await schemaIsCurrent(database.url), 'run node scripts/database/schema.ts').toBe(true)
})

test('a column without a type is noticed', async () => {
  await database.pool.query('alter table users add column nickname text')
  expect(await schemaIsCurrent(database.url)).toBe(false)
})
