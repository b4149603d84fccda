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

// @spec P.140
test('earlier progress says how far it was by the target of its time, if it can be known (ADR 57)', async () => {
  await migrateBefore(database, '0023_checkins.sql')
  const { pool } = database
  const { coachId: coach, clientId: client } = await earlierPractice(database)
  const goal = async (measure: string, baseline: number | null, target: number | null) => {
    const id = newId()
    await pool.query(
      `insert into goals (id, coach_id, client_id, title, measure, baseline, target, starts_on, status, moved_on,
          created_by, created_at, updated_at)
        values ($1, $2, $3, 'Meta', $4, $5, $6, '2027-01-01', 'active', '2027-01-01', 'coach', now(), now())`,
      [id, coach, client, measure, baseline, target],
    )
    return id
  }
  const noted = async (goalId: string, value: number | null, at: string) => {
    const id = newId()
    await pool.query(
      `insert into goal_check_ins (id, coach_id, goal_id, noted_on, value, created_at)
        values ($1, $2, $3, $4::timestamptz::date, $5, $4)`,
      [id, coach, goalId, at, value],
    )
    return id
  }
  const kilos = await goal('number', 90, 70)
  await pool.query(
    `insert into goal_wordings (id, coach_id, goal_id, title, target, changed_by, changed_at)
      values ($1, $2, $3, 'Meta', 80, 'coach', '2027-01-20T00:00:00Z')`,
    [newId(), coach, kilos],
  )
  // Its baseline was changed to what its target had been.
  const moved = await goal('number', 80, 60)
  await pool.query(
    `insert into goal_wordings (id, coach_id, goal_id, title, target, changed_by, changed_at)
      values ($1, $2, $3, 'Meta', 80, 'coach', '2027-01-20T00:00:00Z')`,
    [newId(), coach, moved],
  )
  const yesNo = await goal('yesNo', null, null)
  const expected = new Map([
    [await noted(kilos, 85, '2027-01-10T00:00:00Z'), 50],
    [await noted(kilos, 85, '2027-01-25T00:00:00Z'), 25],
    [await noted(kilos, 60, '2027-01-26T00:00:00Z'), 100],
    [await noted(kilos, 95, '2027-01-27T00:00:00Z'), 0],
    [await noted(kilos, null, '2027-01-28T00:00:00Z'), null],
    [await noted(moved, 85, '2027-01-10T00:00:00Z'), null],
    [await noted(yesNo, 1, '2027-01-10T00:00:00Z'), 100],
    [await noted(yesNo, 0, '2027-01-11T00:00:00Z'), 0],
  ])
  await migrate(pool)
  const { rows } = await pool.query<{ id: string; progress: number | null }>(
    'select id, progress from goal_check_ins',
  )
  expect(new Map(rows.map(({ id, progress }) => [id, progress]))).toEqual(expected)
})
