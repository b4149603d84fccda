import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, invitedMember, newGroup, newMember } from '#test/support/groups.ts'
import { answersOf, inviteClient } from '#test/support/invitations.ts'
import { PASSWORD, invitedClient, newClient, newCoach, signedUpCoach } from '#test/support/people.ts'
import { seedSignIns } from '#test/support/seeds.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** What the ways in leave behind, and nothing else reads: proofs, attempts, mails, how it was paid. */
const OF_THE_WAY = [
  // The log of how accounts were used.
  'audit_details',
  'audit_entries',
  'audit_seals',
  'audit_unsealed',
  'auth_attempts',
  'checkouts',
  'effects_done',
  'email_codes',
  'invitation_mails',
  'invitation_tokens',
  'mail_days',
  // Seeded people have no quiet hours: what tests expect of mails does not depend on their clocks.
  'notification_settings',
  'payment_entries',
  // The process that works.
  'workers',
]
const HISTORY_OF_THE_WAY = new Set(['email.code_requested', 'client.invited'])

test('a seeded coach and client are as they would be had they signed up', async () => {
  await app.settle()
  const empty = await rows()
  const coach = await signedUpCoach(app)
  await invitedClient(app, coach)
  await app.settle()
  const signedUp = await rows()
  const seeded = await newCoach(app)
  await newClient(app, seeded)
  await app.settle()
  const all = await rows()
  const expected = changes(empty, signedUp)
  expect(expected.added.length).toBeGreaterThan(10)
  expect(changes(signedUp, all)).toEqual(expected)
})

test('a seeded member of a group is as they would be had they been invited into it', async () => {
  await app.startTest()
  const coaches = [await newCoach(app), await newCoach(app)] as const
  const [group, other] = [await newGroup(app, coaches[0]), await newGroup(app, coaches[1])]
  await app.settle()
  const empty = await rows()
  await invitedMember(app, coaches[0], group)
  await app.settle()
  const invited = await rows()
  await newMember(app, coaches[1], other)
  await app.settle()
  const all = await rows()
  const expected = changes(empty, invited)
  expect(expected.added.filter(({ table }) => table === 'group_members')).toHaveLength(1)
  expect(changes(invited, all)).toEqual(expected)
})

test('a member is not seeded into a group that is full or not open', async () => {
  await app.startTest()
  const coach = await newCoach(app)
  const [full, finished] = [
    await newGroup(app, coach, { capacity: 2 }),
    await newGroup(app, coach, { status: 'finished' }),
  ]
  for (const name of ['Luz', 'Sol']) await newMember(app, coach, full, name)
  await expect(newMember(app, coach, full)).rejects.toThrow('The group is full: 2')
  await expect(newMember(app, coach, finished)).rejects.toThrow('The group takes nobody: finished')
})

test('a seeded sign-in is as one with the password', async () => {
  await app.startTest()
  const [coach, other] = [await newCoach(app), await newCoach(app)]
  const [client, seeded] = [await newClient(app, coach), await newClient(app, other)]
  await app.settle()
  app.clock.advance(8 * DAY_MS)
  const before = await rows(PLACES)
  for (const person of [coach, client]) await signIn(person)
  const signedIn = await rows(PLACES)
  await seedSignIns(app, [other, seeded])
  const all = await rows(PLACES)
  const expected = changes(before, signedIn)
  expect(expected.added.map(({ table }) => table)).toEqual(['auth_sessions', 'auth_sessions'])
  expect(expected.changed.map(({ table }) => table)).toEqual(['memberships', 'memberships'])
  expect(changes(signedIn, all)).toEqual(expected)
  for (const { token } of [other, seeded]) good(await app.call('GET /v1/auth/me', {}, token))
})

test('of two memberships used at one moment, a seeded sign-in opens the same as the password', async () => {
  await app.startTest()
  const [coach, other] = [await newCoach(app), await newCoach(app)]
  const { clientId, token } = await inviteClient(app, other, { email: coach.email })
  good(await answersOf(app).accept(clientId, { token }, coach.token))
  await signIn(coach)
  await seedSignIns(app, [coach])
  const memberships = await app.deps.db
    .selectFrom('memberships')
    .where('user_id', '=', coach.userId)
    .select('last_used_at')
    .execute()
  expect(memberships).toEqual([memberships[0], memberships[0]])
  const opened = await app.deps.db
    .selectFrom('auth_sessions')
    .where('user_id', '=', coach.userId)
    .orderBy('id', 'desc')
    .limit(2)
    .select('membership_id')
    .execute()
  expect(opened).toEqual([opened[0], opened[0]])
})

/**
 * Where an account was signed in to spares its person the wait behind attempts of others. The password's sign-in notes
 * it, as part of the attempt; a seeded one has no attempt. All other comparisons include it.
 */
const PLACES = ['sign_in_places']

async function signIn({ email }: { email: string }): Promise<void> {
  good(await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } }))
}

/** The rows of each table in the order they were last written, by primary key, or by all columns if a table has no key. */
type Rows = Record<string, Map<string, object>>

/** What happened to the rows of all tables between two readings, without what is anybody's own. */
function changes(from: Rows, to: Rows) {
  const found = (table: string, row: object) => ({ table, row: plain(row) })
  const each = Object.entries(to).map(([table, after]) => ({ table, before: from[table]!, after }))
  return {
    added: each.flatMap(({ table, before, after }) =>
      [...after].filter(([key]) => !before.has(key)).map(([, row]) => found(table, row)),
    ),
    changed: each.flatMap(({ table, before, after }) =>
      [...after]
        .filter(([key, row]) => before.has(key) && !isDeepStrictEqual(before.get(key), row))
        .map(([key, row]) => ({ ...found(table, row), before: plain(before.get(key)!) })),
    ),
    removed: each.flatMap(({ table, before, after }) =>
      [...before].filter(([key]) => !after.has(key)).map(([, row]) => found(table, row)),
    ),
  }
}

/** Every row of every table but those of the way and `except`. */
async function rows(except: readonly string[] = []): Promise<Rows> {
  const left = [...OF_THE_WAY, ...except]
  const { rows: tables } = await sql<{ name: string; key: string[] | null }>`
    select t.relname as name,
      (select array_agg(a.attname::text order by a.attname) from pg_attribute a
        where a.attrelid = t.oid and a.attnum = any(i.indkey)) as key
    from pg_class t left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    order by 1`.execute(app.deps.db)
  const found: Rows = {}
  for (const { name, key } of tables.filter((table) => !left.includes(table.name))) {
    const { rows: list } = await sql<{ row: Row }>`
      select to_jsonb(t) as row from ${sql.table(name)} t order by t.xmin::text::bigint, t.ctid`.execute(
      app.deps.db,
    )
    const kept = list.filter(({ row: { type } }) => !HISTORY_OF_THE_WAY.has(String(type)))
    const identity = (row: Row) => JSON.stringify(key ? key.map((column) => row[column]) : row)
    found[name] = new Map(kept.map(({ row }) => [identity(row), row]))
  }
  return found
}

type Row = Record<string, unknown>

/** A row without what is anybody's own: ids, addresses, hashes. */
function plain(row: object): object {
  const text = JSON.stringify(row)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/[\w.]+@correo\.example/g, 'address')
    .replace(/"\$argon2id[^"]+"/g, '"hash"')
  return JSON.parse(text) as object
}
