import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

// @spec P.250
test.each([
  ['zoom', true],
  ['norte', false],
])('a coach who met by %s before is offered the video room: %s', async (channel, offers) => {
  await migrateBefore(database, '0040_norte_offer.sql')
  const { pool } = database
  const { coachId } = await earlierPractice(database)
  await pool.query(
    `insert into calendars (coach_id, weekly, durations, step_min, buffer_before_min, buffer_after_min, min_notice_min,
      horizon_days, max_per_day, max_per_week, auto_confirm, cancel_notice_min, default_channel, holidays, reminders,
      created_at, updated_at)
      values ($1, '{}', '{60}', 30, 0, 15, 1440, 60, 6, 25, false, 1440, $2, '{}', '{}', now(), now())`,
    [coachId, channel],
  )
  await migrate(pool)
  const { rows } = await pool.query('select default_channel, offers_norte from calendars')
  expect(rows).toEqual([{ default_channel: channel, offers_norte: offers }])
})
