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

// @spec P.121
test('goals of before have their progress stored too (ADR 59)', async () => {
  await migrateBefore(database, '0026_goal_progress.sql')
  const { pool } = database
  const { coachId, clientId } = await earlierPractice(database)
  const goal = async (measure: string, target: number | null) => {
    const id = newId()
    await pool.query(
      `insert into goals (id, coach_id, client_id, title, measure, baseline, target, starts_on, status, moved_on,
          created_by, created_at, updated_at)
        values ($1, $2, $3, 'Meta', $4, $5, $6, '2027-01-01', 'active', '2027-01-01', 'coach', now(), now())`,
      [id, coachId, clientId, measure, target && 0, target],
    )
    return id
  }
  const half = await goal('number', 10)
  const still = await goal('percent', 100)
  const stairs = await goal('milestones', null)
  await pool.query(
    `insert into goal_check_ins (id, coach_id, goal_id, noted_on, value, created_at, deleted_at)
      values ($1, $3, $4, '2027-01-02', 5, now(), null), ($2, $3, $4, '2027-01-03', 9, now(), now())`,
    [newId(), newId(), coachId, half],
  )
  await pool.query(
    `insert into goal_milestones (id, coach_id, goal_id, position, text, done_on)
      values ($1, $4, $5, 0, 'Uno', '2027-01-02'), ($2, $4, $5, 1, 'Dos', null), ($3, $4, $5, 2, 'Tres', null)`,
    [newId(), newId(), newId(), coachId, stairs],
  )
  await migrate(pool)
  const { rows } = await pool.query<{ id: string; progress: number }>('select id, progress from goals')
  expect(Object.fromEntries(rows.map((row) => [row.id, row.progress]))).toEqual({
    [half]: 50,
    [still]: 0,
    [stairs]: 33,
  })
})
