// 10,000 in-app reminders with due times spread evenly over one minute: the product's worker compared with a bare loop
// that takes the same rows.
import type { Database } from '#server/platform/postgres/postgres.ts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import { createLogger } from '#server/platform/logger.ts'
import { createDeps } from '#server/deps.ts'
import { newVapidKey } from '#server/platform/push/vapid.ts'
import { parseConfig } from '#server/config.ts'
import { startWorker } from '#server/worker.ts'
import { systemClock, toIso, epochMs } from '#time/clock.ts'

const LEAD_MS = 10 * 60_000
/** The time to start the workers and insert the rows before the first one is due. */
const HEAD_START_MS = 2_000
const PATIENCE_MS = 30_000

export type ReminderFigures = {
  sent: number
  twice: number
  /** How long after its due time each was stored, in ms. */
  lateMs: { median: number; p99: number; most: number }
}

export type ReminderBench = { ours: ReminderFigures; bare: ReminderFigures }

type Setting = { count: number; spreadMs: number; dataDir: string; tokenSecret: string }

/** The product and the bare loop, one after the other, each with different rows. */
export async function benchReminders(database: Database, setting: Setting): Promise<ReminderBench> {
  await insertPractices(database.db, setting.count)
  const bare = await timeBare(database.db, setting)
  const ours = await timeOurs(database, setting)
  return { ours, bare }
}

async function timeOurs(database: Database, setting: Setting): Promise<ReminderFigures> {
  const result = parseConfig(
    {
      DATA_DIR: setting.dataDir,
      TOKEN_SECRET: setting.tokenSecret,
      LOG_LEVEL: 'error',
      PAYMENT_PROVIDER: 'off',
    },
    [],
  )
  if (result.problems) throw new Error('the settings of the bench are refused')
  const deps = await createDeps(
    { ...result.config, tokenSecret: setting.tokenSecret, vapidPrivateKey: newVapidKey() },
    database,
    createLogger('error'),
  )
  const worker = await startWorker(deps)
  try {
    const from = epochMs(systemClock.now() + HEAD_START_MS)
    await insertReminders(database.db, setting, from)
    const expected = setting.count * 2
    await untilThere(
      async () => {
        const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from notifications where type = '10_MINS_TO_START'`.execute(database.db)
        return rows[0]!.n >= expected
      },
      from + setting.spreadMs + PATIENCE_MS,
    )
    return await reminderFigures(database.db)
  } finally {
    await worker.stop()
    await deps.close()
  }
}

/** How many reminders were sent, and how late. */
export async function reminderFigures(db: Kysely<DB>): Promise<ReminderFigures> {
  const { rows } = await sql<{ late: number; times: number }>`
    select extract(epoch from (n.created_at - (s.starts_at - interval '10 minutes'))) * 1000 as late,
      count(*) over (partition by n.membership_id, s.id)::int as times
    from notifications n join sessions s on s.id = (n.body->>'sessionId')::uuid
    where n.type = '10_MINS_TO_START'`.execute(db)
  return figuresOf(
    rows.map(({ late }) => Number(late)),
    rows.filter(({ times }) => times > 1).length,
  )
}

/** The minimal work: take due rows, record the time. */
async function timeBare(db: Kysely<DB>, { count, spreadMs }: Setting): Promise<ReminderFigures> {
  await sql`create table bare_timers (key int primary key, due_at timestamptz not null)`.execute(db)
  await sql`create index on bare_timers (due_at)`.execute(db)
  const from = systemClock.now() + HEAD_START_MS
  await sql`
    insert into bare_timers
    select n, ${toIso(epochMs(from))}::timestamptz + n * ${spreadMs / count} * interval '1 ms'
    from generate_series(0, ${count - 1}) as n`.execute(db)
  const late: number[] = []
  const seen = new Set<number>()
  await untilThere(
    async () => {
      const now = systemClock.now()
      const { rows } = await sql<{ key: number; late: number }>`
      delete from bare_timers where key in (
        select key from bare_timers where due_at <= ${toIso(now)}::timestamptz order by due_at limit 100
        for update skip locked
      ) returning key, extract(epoch from (clock_timestamp() - due_at)) * 1000 as late`.execute(db)
      for (const row of rows) {
        seen.add(row.key)
        late.push(Number(row.late))
      }
      return late.length >= count
    },
    from + spreadMs + PATIENCE_MS,
  )
  await sql`drop table bare_timers`.execute(db)
  return figuresOf(late, late.length - seen.size)
}

/** As many practices with one client each, because two sessions of one coach cannot begin milliseconds apart. */
export async function insertPractices(db: Kysely<DB>, count: number): Promise<void> {
  await sql`
    with practice as (
      select gen_random_uuid() as coach, gen_random_uuid() as person, gen_random_uuid() as client, n
      from generate_series(1, ${count}::int) as n
    ), people as (
      insert into users (id, email, email_verified_at, name, last_name, country, timezone, created_at, updated_at)
      select coach, 'coach.' || n || '@reminders.example', now(), 'Laura', 'Méndez', 'Mexico', 'America/Mexico_City', now(), now() from practice
      union all
      select person, 'client.' || n || '@reminders.example', now(), 'Íñigo', 'Ibáñez', 'Mexico', 'America/Mexico_City', now(), now() from practice
    ), coachs as (
      insert into coaches (id, payment_status, created_at, updated_at) select coach, 'active', now(), now() from practice
    ), hours as (
      insert into calendars (coach_id, weekly, durations, step_min, buffer_before_min, buffer_after_min, min_notice_min,
        horizon_days, max_per_day, max_per_week, auto_confirm, cancel_notice_min, default_channel, created_at, updated_at)
      select coach, '{}', '{60}', 30, 0, 15, 1440, 60, 6, 25, false, 1440, 'meet', now(), now() from practice
    ), records as (
      insert into clients (id, coach_id, user_id, name, last_name, email, status, timezone, created_at, updated_at)
      select client, coach, person, 'Íñigo', 'Ibáñez', 'client.' || n || '@reminders.example', 'active', 'America/Mexico_City', now(), now() from practice
    )
    insert into memberships (id, user_id, user_type, coach_id, client_id, created_at, last_used_at)
    select gen_random_uuid(), coach, 'coach', coach, null::uuid, now(), now() from practice
    union all
    select gen_random_uuid(), person, 'client', coach, client, now(), now() from practice`.execute(db)
  await sql`analyze`.execute(db)
}

/** A confirmed session and its timer for each practice. */
export async function insertReminders(
  db: Kysely<DB>,
  { count, spreadMs }: Pick<Setting, 'count' | 'spreadMs'>,
  from: number,
): Promise<void> {
  const first = toIso(epochMs(from + LEAD_MS))
  const step = spreadMs / count
  await sql`
    with client as (
      select id, coach_id, row_number() over (order by id) - 1 as n from clients
      where email like '%@reminders.example' limit ${count}
    ), session as (
      insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel, status, created_at, updated_at)
      select gen_random_uuid(), coach_id, 'Client', id, 'Sesión', start, start + interval '1 hour',
        'America/Mexico_City', 'meet', 'confirmed', now(), now()
      from client, lateral (
        select date_trunc('milliseconds', ${first}::timestamptz + n * ${step} * interval '1 ms') as start
      ) as planned
      returning id, starts_at
    )
    insert into timers (key, due_at, command)
    select 'session.remind.m10:' || id, starts_at - interval '10 minutes', jsonb_build_object(
      'type', 'session.remind', 'sessionId', id, 'kind', 'm10',
      'startsAt', to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from session`.execute(db)
}

async function untilThere(isThere: () => Promise<boolean>, until: number): Promise<void> {
  while (!(await isThere())) {
    if (systemClock.now() > until) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function figuresOf(late: number[], twice: number): ReminderFigures {
  const sorted = late.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
  return { sent: late.length, twice, lateMs: { median: at(0.5), p99: at(0.99), most: at(1) } }
}
