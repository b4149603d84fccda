// The client list of a large practice over HTTP (product §6): compared with a bare route that sends the same SQL, and
// with a practice of a hundred clients.
import type pg from 'pg'
import type { BenchDatabase } from './database.ts'
import { inTurn, timed } from './in-turn.ts'
import { type Signed, makePractice } from './practice.ts'
import { type Server, startBare } from './servers.ts'
import { type Query, clientListStatements } from './statements.ts'

const LARGE = 10_000
const SMALL = 100

/** The limit of a call; the median of all its calls is compared. */
type Goal = { ms: number; timesSmall?: number }
type Call = { title: string; query: Query; goal: Goal }

const PAGE: Goal = { ms: 15, timesSmall: 2 }
const DERIVED: Goal = { ms: 60 }
const SEARCH: Goal = { ms: 50 }

const CALLS: readonly Call[] = [
  { title: 'first page by name', query: {}, goal: PAGE },
  { title: 'page 500 by name', query: { page: '500' }, goal: { ms: 60 } },
  { title: 'active ones', query: { status: 'active' }, goal: { ms: 15 } },
  { title: 'those who need attention', query: { attention: 'true' }, goal: { ms: 60 } },
  { title: 'by state', query: { sort: 'status' }, goal: DERIVED },
  { title: 'newest first', query: { sort: 'createdAt', direction: 'desc' }, goal: DERIVED },
  { title: 'by next session', query: { sort: 'nextSession' }, goal: DERIVED },
  { title: 'by last session', query: { sort: 'lastSession', direction: 'desc' }, goal: DERIVED },
  { title: 'by open actions', query: { sort: 'openActions', direction: 'desc' }, goal: DERIVED },
  { title: 'by rhythm', query: { sort: 'rhythm', direction: 'desc' }, goal: DERIVED },
  { title: 'search for a name with accents', query: { search: 'nunez' }, goal: SEARCH },
  { title: 'search for two words, one of a tag', query: { search: 'direccion mari' }, goal: SEARCH },
  { title: 'search without an answer', query: { search: 'nadie se llama asi' }, goal: SEARCH },
]

export type Figure = { title: string; ms: number; bareMs: number; smallMs: number; goal: Goal }

/** Fills both practices, then calls the product, the bare server and the small practice in turn. */
export async function benchClientLists(
  database: BenchDatabase,
  ours: Server,
  { tokenSecret, pool }: { tokenSecret: string; pool: number },
): Promise<Figure[]> {
  const large = await fill(database.pool, 'large', LARGE, tokenSecret)
  const small = await fill(database.pool, 'small', SMALL, tokenSecret)
  const sent = []
  for (const { query } of CALLS) sent.push(await clientListStatements(database.pool, large, query))
  const bare = await startBare({
    databaseUrl: database.url,
    pool,
    routes: sent.map((statements, index) => ({
      path: `/list/${index}`,
      statements,
      shape: 'list',
      prepared: true,
    })),
  })
  try {
    const figures = []
    for (const [index, { title, query, goal }] of CALLS.entries()) {
      const path = (coach: Signed) =>
        `/v1/client/coach/${coach.userId}?${new URLSearchParams(query).toString()}`
      const [ms, bareMs, smallMs] = await inTurn([
        () => timed(ours, path(large), large.token),
        () => timed(bare, `/list/${index}`),
        () => timed(ours, path(small), small.token),
      ])
      figures.push({ title, ms: ms!, bareMs: bareMs!, smallMs: smallMs!, goal })
    }
    return figures
  } finally {
    await bare.stop()
  }
}

/** Whether a result meets its limit. */
export function reaches({ ms, smallMs, goal }: Figure): boolean {
  return ms <= goal.ms && (goal.timesSmall === undefined || ms <= goal.timesSmall * smallMs)
}

async function fill(pool: pg.Pool, name: string, clients: number, tokenSecret: string): Promise<Signed> {
  const { coach } = await makePractice(pool, { name, clients, withHistory: false, tokenSecret })
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Inserting ten thousand clients and their sessions exceeds the time limit of a request.
    await client.query('set local statement_timeout = 0')
    for (const statement of [STATES, SESSIONS, ACTIONS]) await client.query(statement, [coach.userId])
    await client.query('commit')
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze')
  return coach
}

/**
 * Seven of ten are active; the rest are paused, finished, or have not answered. All joined within the last two years.
 */
const STATES = `
  update clients set
    status = case n % 10 when 7 then 'paused' when 8 then 'finished' when 9 then 'declined' else 'active' end,
    created_at = now() - n * interval '100 minutes',
    accepted_at = now() - n * interval '100 minutes',
    company_name = case when n % 3 = 0 then 'Grupo Áncora ' || n % 50 end,
    tags = case n % 4 when 0 then '{dirección,vip}' when 1 then '{equipo}' else '{}' end::text[]
  from (select id, row_number() over (order by id) as n from clients where coach_id = $1) as numbered
  where clients.id = numbered.id`

/** Two each, an hour long and one after the other: one held, one held or in the future. */
const SESSIONS = `
  insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel, status, created_at, updated_at)
  select gen_random_uuid(), $1, 'Client', id, 'Sesión', at, at + interval '1 hour', 'America/Mexico_City', 'meet',
    case when at < now() then 'completed' else 'confirmed' end, now(), now()
  from (
    select id, date_trunc('hour', now()) +
      (case when k = 1 then -n else total / 2 - n + 1 end) * interval '1 hour' as at
    from (
      select id, row_number() over (order by id) * 2 - 1 as n, count(*) over () * 2 as total
      from clients where coach_id = $1
    ) as numbered, generate_series(1, 2) as k
  ) as planned
  order by at`

/** Three each: one done, one open, one overdue for every twentieth client. */
const ACTIONS = `
  insert into actions (id, coach_id, client_id, text, due_on, status, completed_at, changed_by, created_at, updated_at)
  select gen_random_uuid(), $1, id, 'Practicar cada mañana', current_date + case when k = 3 and n % 20 = 0 then -9 else 40 end,
    case when k = 1 then 'done' else 'pending' end,
    case when k = 1 then at end, case when k = 1 then 'client' end, at, at
  from (select id, row_number() over (order by id) as n, now() - row_number() over (order by id) * interval '70 minutes' as at
    from clients where coach_id = $1) as numbered, generate_series(1, 3) as k`
