import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { coachRow } from '#test/support/rows.ts'
import { scopeOfPractice } from '../../policy/scope.ts'
import { wordsInTexts } from './resources.domain.ts'
import { listResources } from './resources.repository.ts'

const GUIDES = 1_000
const OTHERS = 3

let database: TestDatabase
let coachId: UserId
beforeAll(async () => {
  database = await openTestDatabase()
  for (let other = 0; other < OTHERS; other++) await insertGuides((await coachRow(database)).coachId, GUIDES)
  ;({ coachId } = await coachRow(database))
  await insertGuides(coachId, 50)
  await sql`vacuum analyze resources`.execute(database.db)
})
afterAll(() => database.close())

const insertGuides = (of: UserId, count: number) =>
  sql`insert into resources (id, coach_id, type, title, status, tags, body, body_text, created_at, updated_at)
    select gen_random_uuid(), ${of}, 'text', 'Guía ' || n || ': a-b', 'published', '{}', '{}',
      'palabra' || n || ', 4-7-8' || repeat(' y otra', 30), now(), now() from generate_series(1, ${count}::int) as n`.execute(
    database.db,
  )

/** How many resources this connection has read. */
async function touched(db: TestDatabase['db']): Promise<number> {
  const { rows } = await sql<{ touched: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as touched
    from pg_stat_xact_user_tables where relname = 'resources'`.execute(db)
  return rows[0]!.touched
}

// What has no three letters or digits in a row has nothing that the index of parts could find it by.
test.each([
  ['---', 0],
  ['¿? ¡!', 0],
  ['a-b', 50],
  ['4-7-8', 50],
  ['7 guía', 50],
  ['palabra17', 1],
])('a search for %j reads no library of another practice', async (search, found) => {
  await database.db.transaction().execute(async (tx) => {
    // As a statement is planned that is sent often, whatever is looked for.
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    const before = await touched(tx)
    const words = wordsInTexts(search)
    const page = { sort: 'title', direction: 'asc', items: 10, page: 1 } as const
    const { total } = await listResources(tx, scopeOfPractice(coachId), { ...page, search, words })
    expect(total).toBe(found)
    expect((await touched(tx)) - before).toBeLessThan(GUIDES)
  })
})
