import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RoomId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { textRow } from '#test/support/rich-text/rich-texts.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** The tables with generated columns, each with the columns that are written. */
async function tablesWithGenerated() {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.relname as name, array_agg(a.attname::text) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    group by c.relname having bool_or(a.attgenerated <> '')
    order by c.relname`.execute(database.db)
  return rows
}

async function insertOfEach() {
  const { coachId } = await coachRow(database)
  const { clientId } = await clientRow(database, coachId)
  const at = toTimestamp(ROWS_AT)
  const row = { coach_id: coachId, ...textRow('Respira.'), created_at: at, updated_at: at }
  await database.db
    .insertInto('resources')
    .values({ ...row, id: newId(), type: 'text', title: 'Pausas', status: 'published' })
    .execute()
  await database.db
    .insertInto('notes')
    .values({
      ...row,
      id: newId(),
      client_id: clientId,
      title: 'Conversación',
      template: 'free',
      visibility: 'private',
      revision: 1,
      versioned_at: at,
      written_at: at,
    })
    .execute()
  const room = { id: clientId as string as RoomId, coach_id: coachId, client_id: clientId, created_at: at }
  await database.db
    .insertInto('message_rooms')
    .values({ ...room, type: 'Client' })
    .execute()
  await database.db
    .insertInto('messages')
    .values({
      id: newId(),
      room_id: room.id,
      seq: 1,
      revision: 1,
      sender_user_id: coachId,
      body: 'Conversación',
      client_key: newId(),
      created_at: at,
    })
    .execute()
}

test('what is worked out of a row is worked out also where a dump is restored: without a search path', async () => {
  await insertOfEach()
  const tables = await tablesWithGenerated()
  expect(tables.map(({ name }) => name)).toEqual(['clients', 'messages', 'notes', 'resources'])
  for (const { name, columns } of tables) {
    const table = sql.table(`public.${name}`)
    const restored = sql.table(`pg_temp.restored_${name}`)
    const written = sql.join(columns.map((column) => sql.ref(column)))
    await database.db.transaction().execute(async (tx) => {
      await sql`set local search_path = ''`.execute(tx)
      // Without triggers and references, which a dump adds after the rows.
      await sql`create table ${restored} (like ${table} including generated) on commit drop`.execute(tx)
      await sql`insert into ${restored} (${written}) select ${written} from ${table}`.execute(tx)
      const { rows } = await sql`select * from ${restored}`.execute(tx)
      expect(rows).toHaveLength(1)
      expect(rows).toEqual((await sql`select * from ${table}`.execute(tx)).rows)
    })
  }
})
