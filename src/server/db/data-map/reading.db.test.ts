import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { clientRow, coachRow } from '#test/support/rows.ts'
import type { UserId } from '#contract/values.ts'
import { DATA_MAP } from './data-map.ts'
import { PERSON_ROWS } from './person-rows.ts'

// A client of one practice, on a server with many others.

const OTHERS = 250
/** Of each client. */
const SESSIONS = 20

let database: TestDatabase
let userId: UserId
beforeAll(async () => {
  database = await openTestDatabase()
  const { coachId } = await coachRow(database)
  const client = await clientRow(database, coachId)
  userId = client.userId!
  const { coachId: otherCoachId } = await coachRow(database)
  await sql`
    insert into clients (id, coach_id, name, last_name, role, email, status, timezone, created_at, updated_at)
    select gen_random_uuid(), ${otherCoachId}, 'Luz', 'Torres', 'client', n || '@correo.example', 'invited', 'UTC', now(), now()
    from generate_series(1, ${OTHERS}::int) n`.execute(database.db)
  await sql`
    with held as (
      insert into sessions (id, coach_id, client_id, type, status, timezone, channel, starts_at, ends_at, created_at, updated_at)
      select gen_random_uuid(), c.coach_id, c.id, 'Client', 'expired', 'UTC', 'phone', now() - n * interval '1 day',
        now() - n * interval '1 day' + interval '1 hour', now(), now() from clients c, generate_series(1, ${SESSIONS}::int) n
      returning id, coach_id)
    insert into domain_events (id, type, coach_id, actor_user_id, subject_id, payload, occurred_at)
    select gen_random_uuid(), type, held.coach_id, held.coach_id, held.id, '{}', now()
    from held, unnest(array['session.booked', 'session.closed', 'session.edited']) type`.execute(database.db)
  await sql`analyze`.execute(database.db)
})
afterAll(() => database.close())

type Node = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Plans'?: Node[]
}

/** How many rows of sessions and their history a statement looks at, those that it leaves out included. */
function rowsRead(node: Node): number {
  const own = ['sessions', 'domain_events'].includes(node['Relation Name'] ?? '')
    ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    : 0
  return own + (node.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)
}

// @spec P.336
test('what a client reads of sessions is found by indexes, however much others have', async () => {
  for (const [name, { rows: conditions }] of Object.entries(DATA_MAP)) {
    if (!conditions.client?.includes('my_sessions')) continue
    const asked = `${PERSON_ROWS} select t.* from ${name} t where ${conditions.client}`
    const { rows } = await database.pool.query(`explain (analyze, format json) ${asked}`, [userId])
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Node }]
    expect.soft(rowsRead(plan), name).toBeLessThan(200)
  }
})
