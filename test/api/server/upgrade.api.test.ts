import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepFiles } from '#server/modules/files/files.service.ts'
import { sweepResourceFiles } from '#server/modules/resources/uploads.service.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { TEST_NOW, type TestApp, instant, makeApp } from '#test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { migrateBefore } from '#test/support/earlier-schema.ts'
import { formOf } from '#test/support/forms.ts'
import { good, newGroup, newMember } from '#test/support/groups.ts'
import { type TestClient, type TestCoach, newClient, newCoach } from '#test/support/people.ts'
import { picture } from '#test/support/pictures.ts'
import { book, close, groupSession, made, setCalendar } from '#test/support/sessions.ts'
import { TOKEN_SECRET } from '#test/support/servers/token-secret.ts'

// A practice as a release before goals, notes, resources and memorandums left it, and what this release reads of it.
// What it consists of is written by this release and taken back to the columns that there were.

const FIRST_OF_NOW = '0017_memorandums.sql'

let now: TestApp
let database: TestDatabase
let env: Record<string, string>
beforeAll(async () => {
  env = { TOKEN_SECRET, DATA_DIR: await mkdtemp(join(tmpdir(), 'norte-upgrade-')) }
  now = await makeApp({ env })
  database = await openTestDatabase()
})
afterAll(async () => {
  await now.close()
  await database.close()
  await rm(env['DATA_DIR']!, { recursive: true })
})

/** Copies what tables of both have in common into an empty database, in one statement: rows point to one another. */
async function copyRows(from: TestApp, { pool }: TestDatabase): Promise<void> {
  const { rows: tables } = await pool.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'schema_migrations' group by 1`,
  )
  const source = await from.deps.db.introspection.getTables()
  const inserts: string[] = []
  const values: string[] = []
  for (const { name, columns } of tables) {
    const today = source.find((table) => table.name === name)!.columns.map((column) => column.name)
    const shared = columns.filter((column) => today.includes(column)).join(', ')
    const { rows } = await sql<{ row: object }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(
      from.deps.db,
    )
    values.push(JSON.stringify(rows.map(({ row }) => row)))
    inserts.push(`copied_${name} as (
      insert into ${name} (${shared}) select ${shared} from jsonb_populate_recordset(null::${name}, $${values.length}))`)
  }
  await pool.query(`with ${inserts.join(', ')} select`, values)
}

type Practice = {
  coach: TestCoach
  client: TestClient
  luz: TestClient
  omar: TestClient
  sessions: string[]
}

/** A coach, a client and a group, with sessions that were closed, actions of every kind and a session ahead. */
async function practice(): Promise<Practice> {
  now.clock.set(instant(TEST_NOW))
  const coach = await newCoach(now)
  // There was no video room then; who had chosen another channel is offered it.
  await setCalendar(now, coach, { defaultChannel: 'meet' })
  await now.deps.db
    .updateTable('calendars')
    .set({ offers_norte: true })
    .where('coach_id', '=', coach.userId)
    .execute()
  const client = await newClient(now, coach, { timezone: 'Europe/Madrid' })
  const group = await newGroup(now, coach, { status: 'running' })
  const luz = await newMember(now, coach, group, 'Luz')
  const omar = await newMember(now, coach, group, 'Omar')
  const held = await made(book(now, coach, client, '2027-02-02T13:00:00Z'))
  const actions = [
    { text: 'Escribir tres páginas', dueOn: '2027-02-09' },
    { text: 'Caminar' },
    { text: 'Llamar a Eva', dueOn: '2027-02-03' },
    { text: 'Leer', dueOn: '2027-02-10' },
  ]
  const closed = await made(
    close(now, coach, held.id, { actions: actions as never, privateNotes: 'Duda de su puesto.' }),
  )
  const [write, walk, , reading] = actions.map(({ text }) =>
    closed.actions.find((each) => each.text === text)!,
  )
  for (const [action, status, by] of [
    [write, 'inProgress', client],
    [walk, 'done', client],
    [reading, 'wontDo', coach],
  ] as const) {
    const params = { actionId: action!.id }
    good(await now.call('PUT /v1/action/:actionId/status', { params, body: { status } }, by.token))
  }
  const own = { text: 'Dormir temprano', dueOn: '2027-02-12' as never }
  good(await now.call('POST /v1/action', { body: own }, client.token), 201)
  const together = await groupSession(now, coach, group, '2027-02-02T14:00:00Z')
  const given = [{ text: 'Agradecer', dueOn: '2027-02-08' }, { text: 'Respirar' }]
  const attendance = [luz, omar].map(({ clientId }) => ({ personId: clientId, state: 'present' }))
  await made(close(now, coach, together.id, { actions: given, attendance } as never))
  const ahead = await made(book(now, coach, client))
  const photo = { field: 'photo', file: 'yo.png', type: 'image/png', bytes: await picture() }
  const url = `/v1/user/${coach.userId}/photo`
  const sent = await now.send({ method: 'POST', url, token: coach.token, ...formOf(photo) })
  expect(sent.status).toBe(200)
  await now.settle()
  return { coach, client, luz, omar, sessions: [held.id, together.id, ahead.id] }
}

/** What the people of a practice read of it. */
async function readAll(app: TestApp, { coach, client, luz, omar, sessions }: Practice) {
  const answers: Record<string, unknown> = {}
  const read = async (who: string, { token }: { token: string }, url: string) => {
    const { status, body } = await app.send({ method: 'GET', url, token })
    expect({ url, status }).toEqual({ url, status: 200 })
    answers[`${who} ${url}`] = body
  }
  for (const id of sessions.slice(0, 2)) await read('coach', coach, `/v1/session/${id}`)
  for (const id of [sessions[0]!, sessions[2]!]) {
    await read('client', client, `/v1/session/${id}`)
    await read('coach', coach, `/v1/session/${id}/brief`)
  }
  await read('coach', coach, `/v1/action/coach/${coach.userId}`)
  for (const [who, person] of Object.entries({ client, luz, omar })) {
    await read(who, person, `/v1/action/Client/${person.clientId}`)
    await read(who, person, '/v1/dashboard')
  }
  await read('coach', coach, '/v1/dashboard')
  await read('coach', coach, `/v1/client/${client.clientId}`)
  return answers
}

// Given to a group at once: which of the rows gives the assignment its id differs.
const withoutAssignment = (answers: unknown) =>
  JSON.parse(JSON.stringify(answers, (key, value: unknown) => (key === 'assignmentId' ? undefined : value)))

test('sessions, agreements and actions from before are read as they were, and their reminders come once', async () => {
  const people = await practice()
  await migrateBefore(database, FIRST_OF_NOW)
  await copyRows(now, database)
  await database.pool.query(`delete from timers where command ->> 'type' like 'action.%'`)
  await migrate(database.pool)

  const upgraded = await makeApp({ env, database })
  upgraded.clock.set(instant(TEST_NOW))
  expect(withoutAssignment(await readAll(upgraded, people))).toEqual(
    withoutAssignment(await readAll(now, people)),
  )

  const rowsOf = async ({ deps }: TestApp) => ({
    actions: (await deps.db.selectFrom('actions').selectAll().orderBy('id').execute()).map(
      ({ assignment_id: assignment, ...row }) => ({ ...row, isAssigned: assignment !== null }),
    ),
    reminders: await deps.db
      .selectFrom('timers')
      .selectAll()
      .where('key', 'like', 'action.remind:%')
      .orderBy('key')
      .execute(),
  })
  const rows = await rowsOf(upgraded)
  expect(rows).toEqual(await rowsOf(now))
  expect(rows.reminders).toHaveLength(5)
  // One assignment for each text, shared by both people.
  const { rows: assignments } = await database.pool.query(
    `select text, count(distinct assignment_id)::int as ids, count(*)::int as people from actions
      where assignment_id is not null group by text order by text`,
  )
  expect(assignments).toEqual([
    { text: 'Agradecer', ids: 1, people: 2 },
    { text: 'Respirar', ids: 1, people: 2 },
  ])

  upgraded.clock.set(instant('2027-02-20T15:00:00.000Z'))
  await upgraded.settle()
  const { rows: told } = await database.pool.query(
    `select body ->> 'title' as title, count(*)::int as times from notifications
      where type = 'ACTION_DUE' group by 1 order by 1`,
  )
  expect(told).toEqual([
    { title: 'Agradecer', times: 2 },
    { title: 'Dormir temprano', times: 1 },
    { title: 'Escribir tres páginas', times: 1 },
    { title: 'Llamar a Eva', times: 1 },
  ])

  // Months later than the picture was stored, as far as the clock goes: what no row names would be removed.
  expect(await Promise.all([sweepFiles(upgraded.deps), sweepResourceFiles(upgraded.deps)])).toEqual([0, 0])
  const [photo] = await upgraded.deps.db.selectFrom('files').select('id').execute()
  const kept = await upgraded.deps.files.get(photo!.id)
  expect(kept).toBeDefined()
  kept!.destroy()
  await upgraded.close()
})
