import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientId } from '#contract/values.ts'
import { fillDemo } from '#server/demo/fill.ts'
import { StartFailure } from '#server/start-failure.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'

/** A working morning. */
const NOW = '2027-02-02T15:00:00.000Z'
/**
 * A Saturday night before Tijuana changes its offset, and a minute before midnight. Each fill takes seconds, so
 * `npm run test:zones` has these; src/server/demo/fill.test.ts tries the times of the demo, without the services, for any
 * minute of two years.
 */
const OTHER_MOMENTS = process.env.DEMO_AT_ODD_MOMENTS
  ? ['2027-03-14T04:30:00.000Z', '2027-02-03T05:58:30.000Z']
  : []

type Filled = { app: TestApp; people: Person[]; contents: Contents }
type Person = { email: string; password: string }
type Contents = Record<string, unknown[]>

const apps: TestApp[] = []
/** One demo database for the read-only tests. */
let world: Filled

beforeAll(async () => {
  world = await filled(NOW)
}, 240_000)

afterAll(async () => {
  for (const app of apps) await app.close()
})

async function filled(now: string, env: Record<string, string> = {}): Promise<Filled> {
  const app = await makeApp({ now, env })
  apps.push(app)
  const people = shownPeople(await fillDemo(app.deps))
  return { app, people, contents: await contentsOf(app) }
}

/** Who can sign in, in the order printed: coach, unpaid coach, clients. */
function shownPeople(lines: string[]): Person[] {
  return lines.flatMap((line) => {
    const [, email, password] = /(\S+@\S+\.example) +(\S+)$/.exec(line) ?? []
    return email && password ? [{ email, password }] : []
  })
}

async function signIn(app: TestApp, person: Person | undefined) {
  const { body } = await app.call('POST /v1/auth/user', { body: person! })
  const me = await app.call('GET /v1/auth/me', {}, body.token)
  return { token: body.token, me: me.body }
}

/** Every row of the product's tables. Left out is what is secret and therefore never the same. */
async function contentsOf(app: TestApp): Promise<Contents> {
  // The salts of the audit log are random, and so is everything that is hashed with one.
  const salted = ['salt', 'detail_hash', 'hash']
  const secret = ['password_hash', 'token_hash', 'code_hash', 'account_hash', ...salted]
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like '%migration%'
    order by 1`.execute(app.deps.db)
  const all: Contents = {}
  for (const { name } of tables.rows) {
    // Jobs of one transaction run in no order: which of its notifications gets which id differs.
    const left = name === 'notifications' ? [...secret, 'id'] : secret
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(t) - ${left}::text[] as row from ${sql.table(name)} as t order by 1`.execute(
      app.deps.db,
    )
    all[name] = rows.map(({ row }) => row)
  }
  return all
}

// A demo database needs some thousand writes: more than most tests, and slow on a busy machine.
describe('the demo world', { timeout: 240_000 }, () => {
  test.each([NOW, ...OTHER_MOMENTS])('has everything there is to see, filled at %s', async (now) => {
    const { app, people } = now === NOW ? world : await filled(now)
    const coach = await signIn(app, people[0])
    expect(coach.me).toMatchObject({ userType: 'coach', payment: true })
    expect(coach.me.user.emailVerified).toBe(true)
    expect(coach.me.user).toMatchObject({
      city: 'Ciudad de México',
      meet: 'https://meet.example/laura-mendez',
    })
    const { id: coachId } = coach.me

    const clients = await app.call(
      'GET /v1/client/coach/:coachId',
      { params: { coachId }, query: { items: 100 } },
      coach.token,
    )
    const statuses = clients.body.data.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(
      new Set(['notInvited', 'invited', 'active', 'declined', 'expired', 'paused', 'finished']),
    )
    expect(statuses.filter((status) => status === 'active')).toHaveLength(8)
    expect(new Set(clients.body.data.map(({ timezone }) => timezone)).size).toBeGreaterThan(1)

    const sessions = await app.call(
      'GET /v1/session/coach/:coachId',
      { params: { coachId }, query: { items: 100 } },
      coach.token,
    )
    const states = new Set(sessions.body.data.map(({ status, phase }) => phase ?? status))
    expect(states).toEqual(
      new Set([
        'requested',
        'proposed',
        'upcoming',
        'inProgress',
        'toClose',
        'completed',
        'noShowClient',
        'cancelledByClient',
        'cancelledByCoach',
        'rejected',
        'expired',
      ]),
    )
    const written = await Promise.all(
      [
        'session_agenda_items',
        'session_preparations',
        'session_brief_notes',
        'session_feedback',
        'session_closings where corrected_at is not null',
      ].map((what) => sql<{ n: number }>`select count(*) as n from ${sql.raw(what)}`.execute(app.deps.db)),
    )
    expect(written.map(({ rows }) => rows[0]!.n)).toEqual([2, 1, 2, 2, 1])
    // Move requests are made a day or two ahead, so a demo made on a weekend has none.
    const moving = sessions.body.data.filter(({ moveRequest }) => moveRequest !== null)
    if (now === NOW) expect(moving).toHaveLength(1)
    const { rows: late } = await sql`select 1 from sessions where cancel_late`.execute(app.deps.db)
    expect(late).toHaveLength(1)

    const groups = await app.call(
      'GET /v1/group/coach/:coachId',
      { params: { coachId }, query: {} },
      coach.token,
    )
    expect(new Set(groups.body.data.map(({ status }) => status))).toEqual(new Set(['draft', 'running']))
    const { id: groupId } = groups.body.data.find(({ status }) => status === 'running')!
    const group = await app.call('GET /v1/group/:groupId', { params: { groupId } }, coach.token)
    const members = group.body.people!.map(({ status }) => status)
    expect(members.toSorted()).toEqual(['active', 'active', 'active', 'invited', 'left'])

    const unread = await app.call(
      'GET /v1/notification/pending/:userId',
      { params: { userId: coachId } },
      coach.token,
    )
    expect(unread.body.total).toBeGreaterThan(0)
  })

  test('lets an unpaid coach and two clients in, with actions in every state', async () => {
    const { app, people } = world
    expect(people).toHaveLength(4)
    const unpaid = await signIn(app, people[1])
    expect(unpaid.me).toMatchObject({ userType: 'coach', payment: false })

    const mariana = await signIn(app, people[2])
    const clientId = mariana.me.user.clientId as ClientId
    expect(mariana.me.user.group?.name).toBe('Primeras jefaturas')
    const actions = await app.call(
      'GET /v1/action/Client/:clientId',
      { params: { clientId }, query: { items: 100 } },
      mariana.token,
    )
    const states = new Set(actions.body.data.map(({ status, overdue }) => (overdue ? 'overdue' : status)))
    expect(states).toEqual(new Set(['done', 'overdue', 'pending', 'inProgress', 'wontDo']))
    const dashboard = await app.call('GET /v1/dashboard', {}, mariana.token)
    expect(dashboard.body.client?.last?.closing?.summary).not.toBe('')
    expect(dashboard.body.client?.next?.phase).toBe('inProgress')
    const unread = await app.call(
      'GET /v1/notification/pending/:userId',
      { params: { userId: mariana.me.id } },
      mariana.token,
    )
    expect(unread.body.total).toBeGreaterThan(0)
    expect((await signIn(app, people[3])).me.user.timezone).toBe('America/Tijuana')
  })

  test('dates everything when it would have happened and leaves nothing undone', async () => {
    const { app } = world
    const now = app.clock.now()
    const { rows } = await sql<{ first: number; last: number }>`
      select min(occurred_at) as first, max(occurred_at) as last from domain_events`.execute(app.deps.db)
    expect(rows[0]!.first).toBeLessThan(now - 60 * 86_400_000)
    expect(rows[0]!.last).toBeLessThanOrEqual(now)
    const before = await contentsOf(app)
    await app.settle()
    expect(await contentsOf(app)).toEqual(before)
  })

  test('sends no mail of the past: the outbox holds the last day, links in it work', async () => {
    const { app } = world
    expect(await app.mails('tomas.villarreal@correo.example')).toEqual([])
    const [invitation] = await app.mails('jimena.ortega@correo.example')
    const [, clientId, t] = /invitation\/([\w-]+)\?t=([\w-]+)/.exec(invitation!.text) ?? []
    const opened = await app.call('GET /v1/invitation/:clientId', {
      params: { clientId: clientId as ClientId },
      query: { t: t! },
    })
    expect(opened.status).toBe(200)
  })

  test('fills an empty database only', async () => {
    const { app } = world
    const before = await contentsOf(app)
    await expect(fillDemo(app.deps)).rejects.toThrow(StartFailure)
    await expect(fillDemo(app.deps)).rejects.toMatchObject({ key: 'demoNotEmpty' })
    expect(await contentsOf(app)).toEqual(before)
  })

  test('is the same world each time and with a limit of one mail a day, passwords and other secrets apart @long', async () => {
    // With a limit of one mail a day no mail of the demo waits for the next day.
    const second = await filled(NOW, { MAILS_PER_COACH_PER_DAY: '1' })
    expect(second.contents).toEqual(world.contents)
    expect(second.people.map(({ email }) => email)).toEqual(world.people.map(({ email }) => email))
    const known = new Set(world.people.map(({ password }) => password))
    expect(second.people.filter(({ password }) => known.has(password))).toEqual([])
  })
})
