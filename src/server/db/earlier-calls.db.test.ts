import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { newId } from '#test/support/rows.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('a call of the release before goes on between its browsers', async () => {
  const { pool } = database
  await migrateBefore(database, '0041_calls_through_an_sfu.sql')
  const { coachId, clientId } = await earlierPractice(database)
  const id = newId()
  await pool.query(
    `insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel, status, created_at, updated_at)
      values ($1, $2, 'Client', $3, 'Sesión', now(), now() + interval '1 hour', 'UTC', 'norte', 'confirmed', now(), now())`,
    [id, coachId, clientId],
  )
  await pool.query('insert into calls (session_id, revision, created_at) values ($1, 7, now())', [id])
  await pool.query(
    `insert into call_stays (id, session_id, user_id, peer_id, sends_audio, sends_video, shares_screen, raises_hand, joined_at, seen_at)
      values ($1, $2, $3, $4, true, true, false, false, now(), now())`,
    [newId(), id, coachId, newId()],
  )
  await migrate(pool)
  const { rows } = await pool.query(
    `select revision, route, sfu_room as room, is_sfu_away as "isSfuAway", sfu from calls join call_stays using (session_id)`,
  )
  expect(rows).toEqual([{ revision: 7, route: 'direct', room: null, isSfuAway: false, sfu: null }])
})
