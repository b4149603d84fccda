// The work between sessions over HTTP (product §11 to §14, §19): the dashboards of a practice, and the lists and the
// search of a large one; each compared with a bare route that sends the same SQL.
import type pg from 'pg'
import type { ClientId } from '#contract/values.ts'
import type { BenchDatabase } from './database.ts'
import { inTurn, timed } from './in-turn.ts'
import { type Practice, type Signed, makePractice } from './practice.ts'
import { type Server, startBare } from './servers.ts'
import * as statements from './statements.ts'
import { insertVaried } from './varied-texts.ts'

const CLIENTS = 200
/** Of each client: 5,000 in all. */
const ACTIONS_EACH = 25
const ROWS = 10_000
const NOTES = 20_000
/** Stemming so many words takes longer than a query may. */
const NOTES_AT_ONCE = 500

type Call = {
  title: string
  path: string
  by: Signed
  statements: statements.Statement[]
  /** Statements of a list in turn: its rows, and how many there are. */
  shape: 'list' | 'one'
  goal: { ms: number } | { timesBefore: number }
}
export type WorkFigure = {
  title: string
  ms: number
  /** The same SQL, and a statement that answers as many bytes without reading anything. */
  bareMs: number
  floorMs: number
  statements: number
  goal: string
  reached: boolean
}

type Options = { tokenSecret: string; pool: number }

/** The medians of each call, of the product and of the bare server in turn: as soon as each part was measured. */
export async function* benchWork(
  database: BenchDatabase,
  ours: Server,
  options: Options,
): AsyncGenerator<WorkFigure> {
  const { pool } = database
  const of = { clients: CLIENTS, withHistory: false, tokenSecret: options.tokenSecret }
  const usual = await makePractice(pool, { ...of, name: 'nora' })
  const { coach } = await makePractice(pool, { ...of, name: 'olga' })
  const long = await makePractice(pool, { ...of, name: 'paula', clients: 1 })
  await fillUsual(pool, usual.coach)
  yield* measured(database, ours, options, await dashboards(pool, usual))
  await fill(pool, coach, [actions(ROWS / CLIENTS), resources(ROWS)])
  await fill(pool, long.coach, [actions(ROWS)])
  yield* measured(database, ours, options, [
    ...(await practiceLists(pool, coach)),
    ...(await clientList(pool, long)),
  ])
  const { coach: reader } = await makePractice(pool, { ...of, name: 'quintana', clients: 1 })
  await insertVaried(pool, reader.userId, ROWS)
  yield* measured(database, ours, options, await resourceSearches(pool, reader))
  for (let first = 1; first <= NOTES; first += NOTES_AT_ONCE) {
    await fill(pool, coach, [notes(first, first + NOTES_AT_ONCE - 1)])
  }
  yield* measured(database, ours, options, await searches(pool, coach))
}

/** A practice with something of everything that a dashboard shows. */
export async function fillUsual(pool: pg.Pool, coach: Signed): Promise<void> {
  await fill(pool, coach, [SESSIONS, CLOSINGS, actions(ACTIONS_EACH), GOALS, CHECK_INS, MEMORANDUMS])
  await fill(pool, coach, [resources(40), ASSIGNMENTS])
}

async function* measured(
  { pool, url }: BenchDatabase,
  ours: Server,
  options: Options,
  calls: readonly Call[],
): AsyncGenerator<WorkFigure> {
  await pool.query('vacuum analyze')
  const sizes = await Promise.all(calls.map(({ path, by }) => bytesOf(ours, path, by.token)))
  const routes = calls.flatMap(({ statements: sent, shape }, index) => [
    { path: `/call/${index}`, statements: sent, shape, prepared: true },
    {
      path: `/bytes/${index}`,
      statements: [sameBytes(sizes[index]!)],
      shape: 'one' as const,
      prepared: true,
    },
  ])
  const bare = await startBare({ databaseUrl: url, pool: options.pool, routes })
  try {
    let before = 0
    for (const [index, { title, path, by, goal, statements: sent }] of calls.entries()) {
      const [ms, bareMs, floorMs] = await inTurn([
        () => timed(ours, path, by.token),
        () => timed(bare, `/call/${index}`),
        () => timed(bare, `/bytes/${index}`),
      ])
      const most = 'ms' in goal ? goal.ms : goal.timesBefore * before
      before = ms!
      yield {
        title,
        ms: ms!,
        bareMs: bareMs!,
        floorMs: floorMs!,
        statements: sent.length,
        goal: 'ms' in goal ? `≤ ${goal.ms} ms` : `≤ ${goal.timesBefore} × page 1`,
        reached: ms! <= most,
      }
    }
  } finally {
    await bare.stop()
  }
}

async function bytesOf({ url }: Server, path: string, token: string): Promise<number> {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.arrayBuffer()).byteLength
}

const sameBytes = (size: number): statements.Statement => ({
  text: 'select $1::text as body',
  values: ['x'.repeat(size)],
})

async function dashboards(pool: pg.Pool, { coach, clients }: Practice): Promise<Call[]> {
  const [client] = clients
  const of = { path: '/v1/dashboard', shape: 'one', goal: { ms: 5 } } as const
  return [
    {
      ...of,
      title: `dashboard of a coach, ${CLIENTS} clients, ${CLIENTS * ACTIONS_EACH} actions`,
      by: coach,
      statements: await statements.dashboardStatements(pool, coach),
    },
    {
      ...of,
      title: 'dashboard of a client',
      by: client!,
      statements: await statements.dashboardStatements(pool, coach, client),
    },
  ]
}

const FIRST = { goal: { ms: 10 }, shape: 'list' } as const
const LATE = { goal: { timesBefore: 3 }, shape: 'list' } as const

async function practiceLists(pool: pg.Pool, coach: Signed): Promise<Call[]> {
  const first = { ...FIRST, by: coach }
  const late = { ...LATE, by: coach }
  const { actionListStatements, resourceListStatements } = statements
  const ofActions = `/v1/action/coach/${coach.userId}`
  const ofResources = `/v1/resource/coach/${coach.userId}`
  return [
    {
      ...first,
      title: `${ROWS} actions, page 1`,
      path: ofActions,
      statements: await actionListStatements(pool, coach),
    },
    {
      ...late,
      title: `${ROWS} actions, page 500`,
      path: `${ofActions}?page=500`,
      statements: await actionListStatements(pool, coach, { page: '500' }),
    },
    {
      ...first,
      title: `${ROWS} resources, page 1`,
      path: ofResources,
      statements: await resourceListStatements(pool, coach),
    },
    {
      ...late,
      title: `${ROWS} resources, page 500`,
      path: `${ofResources}?page=500`,
      statements: await resourceListStatements(pool, coach, { page: '500' }),
    },
  ]
}

/** All of them of one client, as they read them. */
async function clientList(pool: pg.Pool, { coach, clients: [client] }: Practice): Promise<Call[]> {
  const { rows } = await pool.query<{ id: ClientId }>('select id from clients where user_id = $1', [
    client!.userId,
  ])
  const { id } = rows[0]!
  const path = `/v1/action/Client/${id}`
  return [
    {
      ...FIRST,
      by: client!,
      title: `${ROWS} actions of one client, page 1`,
      path,
      statements: await statements.clientActionStatements(pool, coach, id),
    },
    {
      ...LATE,
      by: client!,
      title: `${ROWS} actions of one client, page 500`,
      path: `${path}?page=500`,
      statements: await statements.clientActionStatements(pool, coach, id, { page: '500' }),
    },
  ]
}

async function searches(pool: pg.Pool, coach: Signed): Promise<Call[]> {
  const calls: Call[] = []
  for (const [search, what] of [
    ['comunicacion', 'a word of many'],
    ['delegar equipo', 'two words'],
    ['zarzuela', 'a rare word'],
  ] as const) {
    calls.push({
      title: `${NOTES} notes, search for ${what}`,
      path: `/v1/note/search?${new URLSearchParams({ search }).toString()}`,
      by: coach,
      statements: await statements.noteSearchStatements(pool, coach, search.split(' ')),
      shape: 'list',
      goal: { ms: 30 },
    })
  }
  return calls
}

/** Words of many resources and of few, whole and as they are typed. */
async function resourceSearches(pool: pg.Pool, coach: Signed): Promise<Call[]> {
  const calls: Call[] = []
  for (const [search, what, ms = 30] of [
    ['equipo', 'a word of many'],
    ['zarzuela', 'a rare word'],
    ['delegar equipo', 'two words'],
    ['xilófono', 'what none has'],
    // On the way to a word: nothing but what is short is looked through.
    ['mi', 'two letters', 60],
  ] as const) {
    const query = { search, sort: 'recent', direction: 'desc', items: '12' }
    calls.push({
      title: `${ROWS} resources, search for ${what}`,
      path: `/v1/resource/coach/${coach.userId}?${new URLSearchParams(query).toString()}`,
      by: coach,
      statements: await statements.resourceListStatements(pool, coach, query),
      shape: 'list',
      goal: { ms },
    })
  }
  return calls
}

async function fill(pool: pg.Pool, coach: Signed, texts: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Inserting many thousands of rows exceeds the time limit of a request.
    await client.query('set local statement_timeout = 0')
    for (const text of texts) await client.query(text, [coach.userId])
    await client.query('commit')
  } finally {
    client.release()
  }
}

const NUMBERED = `(select id, row_number() over (order by id) as n from clients where coach_id = $1) as c`

/** Ten each, an hour long and one after the other: nine held, one in the future. */
const SESSIONS = `
  insert into sessions (id, coach_id, type, client_id, title, starts_at, ends_at, timezone, channel, status, created_at, updated_at)
  select gen_random_uuid(), $1, 'Client', id, 'Sesión', at, at + interval '1 hour', 'America/Mexico_City', 'meet',
    case when at < now() then 'completed' else 'confirmed' end, now(), now()
  from (
    select id, date_trunc('hour', now()) + (case when k < 10 then -n - k * ${CLIENTS} else n + 2 end) * interval '1 hour' as at
    from ${NUMBERED}, generate_series(1, 10) as k
  ) as planned order by at`

const CLOSINGS = `
  insert into session_closings (session_id, outcome, real_minutes, summary, closed_at)
  select id, 'completed', 55, 'Lo que vimos hoy.', ends_at from sessions where coach_id = $1 and status = 'completed'`

const actions = (each: number) => `
  insert into actions (id, coach_id, client_id, text, due_on, status, completed_at, changed_by, created_at, updated_at)
  select gen_random_uuid(), $1, id, 'Practicar cada mañana ' || k, current_date + (k * 3 - 10)::int,
    case when k % 4 = 0 then 'done' else 'pending' end,
    case when k % 4 = 0 then now() - k * interval '1 day' end,
    case when k % 4 = 0 then 'client' end, now() - interval '40 days', now() - k * interval '1 day'
  from ${NUMBERED}, generate_series(1, ${each}) as k`

/** Two each, half of them measured in numbers; a third has not moved for weeks. */
const GOALS = `
  insert into goals (id, coach_id, client_id, title, measure, baseline, target, starts_on, target_on, status, moved_on, created_by, created_at, updated_at)
  select gen_random_uuid(), $1, id, 'Correr cada semana ' || k, 'number', 0, 100, current_date - 60, current_date + 30,
    'active', current_date - case when n % 3 = 0 then 20 else 2 end, 'coach', now(), now()
  from ${NUMBERED}, generate_series(1, 2) as k`

const CHECK_INS = `
  insert into goal_check_ins (id, coach_id, goal_id, noted_on, value, created_at)
  select gen_random_uuid(), $1, id, current_date - (k * 5)::int, 80 - k, now()
  from goals, generate_series(1, 8) as k where coach_id = $1`

const MEMORANDUMS = `
  insert into memorandums (id, coach_id, description, due_on, due_time, timezone, due_at, priority, recurrence, anchor_on,
    status, client_id, edits, created_at, updated_at)
  select gen_random_uuid(), $1, 'Preguntar por el curso', day, '08:00', 'America/Mexico_City',
    (day + time '08:00') at time zone 'America/Mexico_City', 'normal', 'none', day, 'pending', id, 0, now(), now()
  from (select id, current_date + (n % 60)::int - 20 as day from ${NUMBERED}) as planned`

/** In eight categories, half of them with two of some tags. */
const resources = (count: number) => `
  insert into resources (id, coach_id, type, title, description, category, tags, status, body, body_text, created_at, updated_at)
  select gen_random_uuid(), $1, 'text', 'Respiración ' || k, 'Para empezar el día', 'Hábitos ' || k % 8,
    case when k % 2 = 0 then array['calma', 'foco ' || k % 20] else '{}' end, 'published',
    '{"type":"doc","version":1,"content":[{"type":"paragraph","content":[{"type":"text","text":"Respira."}]}]}',
    'Respira.', now() - k * interval '1 minute', now()
  from generate_series(1, ${count}) as k`

/** Four resources for each client. */
const ASSIGNMENTS = `
  insert into resource_assignments (id, coach_id, resource_id, client_id, created_at, updated_at)
  select gen_random_uuid(), $1, r.id, c.id, now(), now()
  from ${NUMBERED}, (select id, row_number() over (order by id) as m from resources where coach_id = $1) as r
  where (c.n + r.m) % 10 = 0`

/** Sixty words each, of a small vocabulary; one of two hundred has a rare word. */
const notes = (from: number, to: number) => `
  insert into notes (id, coach_id, client_id, title, body, body_text, template, visibility, tags, revision, versioned_at, written_at,
    created_at, updated_at)
  select gen_random_uuid(), $1, c.id, 'Sesión ' || k, '{"type":"doc","content":[{"type":"paragraph"}]}',
    text, 'free', 'private', '{}', 1, now(), now() - k * interval '1 minute', now(), now()
  from (
    select k, (
      select string_agg((array['reunión', 'equipo', 'delegar', 'comunicación', 'escuchar', 'meta', 'semana', 'avance',
        'decisión', 'calma', 'horario', 'familia', 'proyecto', 'líder', 'pregunta', 'acuerdo', 'límite', 'descanso',
        'prioridad', 'confianza'])[1 + (hashint8(k * 131 + w) & 1073741823) % 20] || w % 7, ' ')
      from generate_series(1, 60) as w
    ) || case when k % 4 = 0 then ' comunicaciones' else '' end || case when k % 10 = 0 then ' delegar equipo' else '' end
      || case when k % 200 = 0 then ' zarzuela' else '' end as text
    from generate_series(${from}, ${to}) as k
  ) as written join ${NUMBERED} on c.n = 1 + k % ${CLIENTS}`
