import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { newId } from '#test/support/rows.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('sessions of before have the numbers of their record too (ADR 62)', async () => {
  await migrateBefore(database, '0029_month_in_numbers.sql')
  const { pool } = database
  const { coachId, clientId } = await earlierPractice(database)
  const session = async (day: number, minutes?: number, state?: string) => {
    const id = newId()
    await pool.query(
      `insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel, status, created_at, updated_at)
        select $1, $2, 'Client', $3, 'Sesión', at, at + interval '1 hour', 'UTC', 'meet', $5, now(), now()
        from (select timestamptz '2027-01-01 10:00Z' + $4 * interval '1 day' as at) as day`,
      [id, coachId, clientId, day, minutes === undefined ? 'confirmed' : 'completed'],
    )
    if (minutes !== undefined) {
      await pool.query(
        `insert into session_closings (session_id, outcome, real_minutes, summary, closed_at)
          values ($1, 'completed', $2, '', now())`,
        [id, minutes],
      )
    }
    if (state !== undefined) {
      await pool.query('insert into session_attendances (session_id, client_id, state) values ($1, $2, $3)', [
        id,
        clientId,
        state,
      ])
    }
    return id
  }
  const came = await session(1, 45, 'late')
  const missed = await session(2, 10, 'absent')
  const excused = await session(3, undefined, 'excused')
  const alone = await session(4, 60)
  await migrate(pool)
  const { rows } = await pool.query<{ id: string; real_minutes: number; expected: number; attended: number }>(
    'select id, real_minutes, expected, attended from sessions',
  )
  expect(
    Object.fromEntries(rows.map((row) => [row.id, [row.real_minutes, row.expected, row.attended]])),
  ).toEqual({ [came]: [45, 1, 1], [missed]: [10, 1, 0], [excused]: [null, 0, 0], [alone]: [60, 0, 0] })
})
