// Fills a database with practices to measure: rows as the product would write them, in bulk.
import type pg from 'pg'
import { createTokens } from '#server/platform/tokens.ts'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'
import { HOUR_MS, addMinutes, systemClock } from '#time/clock.ts'

export type Signed = {
  userId: UserId
  membershipId: MembershipId
  authSessionId: AuthSessionId
  token: string
}
export type Practice = { coach: Signed; clients: Signed[] }

type PracticeOptions = {
  name: string
  clients: number
  /** Three sessions held, one in the future and three actions for each client. */
  withHistory: boolean
  tokenSecret: string
}

/** A paid coach in Mexico City with active, signed-in clients and the default hours. */
export async function makePractice(pool: pg.Pool, options: PracticeOptions): Promise<Practice> {
  const { name, clients, withHistory, tokenSecret } = options
  const coachId = await insertCoach(pool, name)
  await insertClients(pool, coachId, name, clients)
  if (withHistory) await insertHistory(pool, coachId)
  await pool.query('analyze')
  const people = await signedIn(pool, coachId, tokenSecret)
  const coach = people.find(({ userId }) => userId === coachId)!
  return { coach, clients: people.filter((person) => person !== coach) }
}

async function insertCoach(pool: pg.Pool, name: string): Promise<UserId> {
  const { rows } = await pool.query<{ id: UserId }>(
    `insert into users (id, email, email_verified_at, name, last_name, job_occupation, country, timezone, created_at, updated_at)
     values (gen_random_uuid(), $1, now(), 'Laura', 'Méndez Ortiz', 'Coach ejecutiva', 'Mexico', 'America/Mexico_City', now(), now())
     returning id`,
    [`${name}@bench.example`],
  )
  const { id } = rows[0]!
  await pool.query(
    `insert into coaches (id, payment_status, plan_id, created_at, updated_at)
     values ($1, 'active', 'yearly', now(), now())`,
    [id],
  )
  const hours = [
    { start: '09:00', end: '14:00' },
    { start: '16:00', end: '19:00' },
  ]
  await pool.query(
    `insert into calendars (coach_id, weekly, durations, step_min, buffer_before_min, buffer_after_min, min_notice_min,
       horizon_days, max_per_day, max_per_week, auto_confirm, cancel_notice_min, default_channel, created_at, updated_at)
     values ($1, $2, '{60}', 30, 0, 15, 1440, 60, 6, 25, false, 1440, 'meet', now(), now())`,
    [id, JSON.stringify({ 1: hours, 2: hours, 3: hours, 4: hours, 5: hours, 6: [], 7: [] })],
  )
  await pool.query(
    `insert into memberships (id, user_id, user_type, coach_id, created_at, last_used_at)
     values (gen_random_uuid(), $1, 'coach', $1, now(), now())`,
    [id],
  )
  return id
}

const NAMES = [
  'Mariana',
  'Diego',
  'Sofía',
  'Andrés',
  'Valeria',
  'Rodrigo',
  'Fernanda',
  'Emilio',
  'Jimena',
  'Íñigo',
]
const LAST_NAMES = [
  'Torres',
  'Hernández',
  'Aguilar',
  'Castillo',
  'Núñez',
  'Ibáñez',
  'Lozano',
  'Guzmán',
  'Ortega',
]

async function insertClients(pool: pg.Pool, coachId: UserId, prefix: string, count: number): Promise<void> {
  await pool.query(
    `with person as (
       select gen_random_uuid() as user_id, gen_random_uuid() as client_id, n,
         ($3::text[])[1 + n % cardinality($3::text[])] as name,
         ($4::text[])[1 + n % cardinality($4::text[])] || ' ' || n as last_name
       from generate_series(1, $2::int) as n
     ), accounts as (
       insert into users (id, email, email_verified_at, name, last_name, country, timezone, created_at, updated_at)
       select user_id, $5 || '.' || n || '@bench.example', now(), name, last_name, 'Mexico', 'America/Mexico_City', now(), now()
       from person returning id
     ), records as (
       insert into clients (id, coach_id, user_id, name, last_name, email, status, timezone, invited_at, accepted_at, created_at, updated_at)
       select client_id, $1, user_id, name, last_name, $5 || '.' || n || '@bench.example', 'active', 'America/Mexico_City',
         now(), now(), now(), now()
       from person returning id
     )
     insert into memberships (id, user_id, user_type, coach_id, client_id, created_at, last_used_at)
     select gen_random_uuid(), user_id, 'client', $1, client_id, now(), now() from person`,
    [coachId, count, NAMES, LAST_NAMES, prefix],
  )
}

async function insertHistory(pool: pg.Pool, coachId: UserId): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Inserting ten thousand clients and their sessions exceeds the time limit of a request.
    await client.query('set local statement_timeout = 0')
    await client.query(SESSIONS, [coachId])
    await client.query(ACTIONS, [coachId])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** One after the other, an hour each, because they may not overlap. */
const SESSIONS = `
  insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel, status, created_at, updated_at)
  select gen_random_uuid(), $1, 'Client', id, 'Sesión', at, at + interval '1 hour', 'America/Mexico_City', 'meet',
    case when at < now() then 'completed' else 'confirmed' end, now(), now()
  from (
    select c.id, date_trunc('hour', now()) +
      (case when k < 4 then -k * n.total - row_number() over (partition by k order by c.id)
            else row_number() over (partition by k order by c.id) + 48 end) * interval '1 hour' as at
    from clients c, generate_series(1, 4) as k, (select count(*) as total from clients where coach_id = $1) as n
    where c.coach_id = $1
  ) as planned
  order by at`

const ACTIONS = `
  insert into actions (id, coach_id, client_id, text, due_on, status, created_at, updated_at)
  select gen_random_uuid(), $1, c.id, 'Practicar cada mañana', current_date + k,
    case when k = 1 then 'done' else 'pending' end, now(), now()
  from clients c, generate_series(1, 3) as k where c.coach_id = $1`

async function signedIn(pool: pg.Pool, coachId: UserId, tokenSecret: string): Promise<Signed[]> {
  const { rows } = await pool.query<Omit<Signed, 'token'>>(
    `insert into auth_sessions (id, user_id, membership_id, created_at, last_used_at)
     select gen_random_uuid(), user_id, id, now(), now() from memberships where coach_id = $1
     returning id as "authSessionId", user_id as "userId", membership_id as "membershipId"`,
    [coachId],
  )
  const tokens = createTokens(tokenSecret)
  const issuedAt = systemClock.now()
  const expiresAt = addMinutes(issuedAt, (24 * HOUR_MS) / 60_000)
  return Promise.all(
    rows.map(async (row) => ({ ...row, token: await tokens.sign({ ...row, issuedAt, expiresAt }) })),
  )
}
