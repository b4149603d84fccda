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

test('default titles are generated when read; chosen ones are kept (ADR 29)', async () => {
  await migrateBefore(database, '0011_session_numbers.sql')
  const { pool } = database
  const { coachId: coach, clientId: client } = await earlierPractice(database)
  const group = newId()
  await pool.query(
    `insert into groups (id, coach_id, name, capacity, status, created_at, updated_at)
      values ($1, $2, 'Círculo', 4, 'running', now(), now())`,
    [group, coach],
  )
  const old: [title: string, clientTitle: string | null, groupId: string | null][] = [
    ['Sesión 1 con Mariana', 'Sesión 1 con Ana', null],
    ['Sesión 12 con Mariana', null, null],
    ['Cierre', null, null],
    ['Sesión 4 con Círculo', null, group],
    ['Session 5 with Círculo', null, group],
    ['Sesión con todos', null, group],
  ]
  for (const [hour, [title, clientTitle, groupId]] of old.entries()) {
    await pool.query(
      `insert into sessions (id, coach_id, type, client_id, group_id, title, client_title, starts_at, ends_at,
        timezone, channel, status, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8), now() + make_interval(hours => $8 + 1),
        'UTC', 'meet', 'confirmed', now(), now())`,
      [
        newId(),
        coach,
        groupId ? 'Group' : 'Client',
        groupId ? null : client,
        groupId,
        title,
        clientTitle,
        hour,
      ],
    )
  }
  await migrate(pool)
  const { rows } = await pool.query(
    `select title, session_number(id, client_id, group_id, starts_at, status) as number
      from sessions order by starts_at`,
  )
  expect(rows.map(({ title, number }) => [title, number])).toEqual([
    [null, 1],
    ['Sesión 12 con Mariana', 2],
    ['Cierre', 3],
    [null, 1],
    [null, 2],
    ['Sesión con todos', 3],
  ])
})
