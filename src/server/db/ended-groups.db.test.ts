import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { earlierPractice, migrateBefore } from '#test/support/earlier-schema.ts'
import { newId } from '#test/support/rows.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'

let database: TestDatabase
let coach: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A group that began, was finished at noon and, depending on `status`, was archived and restored two hours later. */
async function group(name: string, status: string): Promise<string> {
  const id = newId()
  await database.pool.query(
    `insert into groups (id, coach_id, name, capacity, status, created_at, updated_at)
      values ($1, $2, $3, 4, $4, now(), now())`,
    [id, coach, name, status],
  )
  const moved = (from: string, to: string, at: string) =>
    database.pool.query(
      `insert into domain_events (id, type, coach_id, actor_user_id, subject_id, payload, occurred_at)
        values ($1, 'group.moved', $2, $2, $3, $4, $5)`,
      [newId(), coach, id, JSON.stringify({ from, to }), at],
    )
  if (status === 'open') return id
  await moved('running', 'finished', '2027-02-02T12:00:00Z')
  await moved('finished', 'archived', '2027-02-02T13:00:00Z')
  if (status === 'finished') await moved('archived', 'finished', '2027-02-02T14:00:00Z')
  return id
}

type Invited = { role?: string; at?: string; places: Record<string, 'invited' | 'active'> }

/** A person with an open invitation, sent at ten by default, and memberships of groups. */
async function invited(name: string, { role = 'member', at = '10:00', places }: Invited): Promise<void> {
  const { pool } = database
  const id = newId()
  const invitedAt = `2027-02-02T${at}:00Z`
  await pool.query(
    `insert into clients (id, coach_id, name, last_name, email, role, status, invited_at, timezone, created_at,
      updated_at) values ($1, $2, $3, 'Vega', $3 || '@correo.example', $4, 'invited', $5, 'UTC', now(), now())`,
    [id, coach, name, role, invitedAt],
  )
  await pool.query(
    `insert into invitation_tokens (token_hash, client_id, created_at, expires_at)
      values (sha256($1::text::bytea), $2, $3, now())`,
    [name, id, invitedAt],
  )
  await pool.query(
    `insert into invitation_codes (client_id, code_hash, created_at, expires_at)
      values ($1, sha256('1'), $2, now())`,
    [id, invitedAt],
  )
  for (const [groupId, status] of Object.entries(places)) {
    await pool.query(
      `insert into group_members (id, coach_id, group_id, client_id, status, joined_at, created_at, updated_at)
        values ($1, $2, $3, $4, $5, case when $5 = 'active' then now() end, now(), now())`,
      [newId(), coach, groupId, id, status],
    )
  }
}

test('invitations into groups that ended before are withdrawn, and no others (product §7)', async () => {
  await migrateBefore(database, '0012_ended_groups.sql')
  const { pool } = database
  coach = (await earlierPractice(database)).coachId
  const finished = await group('Finished', 'finished')
  const archived = await group('Archived', 'archived')
  const open = await group('Open', 'open')
  await invited('finished', { places: { [finished]: 'invited' } })
  await invited('archived', { places: { [archived]: 'invited' } })
  await invited('later', { places: { [finished]: 'invited' }, at: '12:30' })
  await invited('elsewhere', { places: { [finished]: 'invited', [open]: 'invited' } })
  await invited('inside', { places: { [archived]: 'invited', [finished]: 'active' } })
  await invited('client', { places: { [finished]: 'invited' }, role: 'client' })

  await migrate(pool)
  const { rows } = await pool.query(
    `select c.name, c.status, c.invited_at is not null as since, t.revoked_at is null as link,
        exists (select from invitation_codes i where i.client_id = c.id) as code
      from clients c join invitation_tokens t on t.client_id = c.id order by c.name`,
  )
  const [gone, stays] = [
    { status: 'notInvited', since: false, link: false, code: false },
    { status: 'invited', since: true, link: true, code: true },
  ]
  expect(rows).toEqual([
    { name: 'archived', ...gone },
    { name: 'client', ...stays },
    { name: 'elsewhere', ...stays },
    { name: 'finished', ...gone },
    { name: 'inside', ...stays },
    { name: 'later', ...stays },
  ])
})
