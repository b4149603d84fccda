import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { good, invitedMember, newGroup, newMember } from '#test/support/groups.ts'
import { PASSWORD, invitedClient, newClient, newCoach, signedUpCoach } from '#test/support/people.ts'
import { seedSignIns } from '#test/support/seeds.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

/** What the ways in leave behind, and nothing else reads: proofs, attempts, mails, how it was paid. */
const OF_THE_WAY = [
  'auth_attempts',
  'checkouts',
  'effects_done',
  'email_codes',
  'invitation_mails',
  'invitation_tokens',
  'mail_days',
  'sign_in_places',
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
  const expected = added(empty, signedUp)
  expect(Object.values(expected).flat().length).toBeGreaterThan(10)
  expect(added(signedUp, all)).toEqual(expected)
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
  const expected = added(empty, invited)
  expect(expected.group_members).toHaveLength(1)
  expect(added(invited, all)).toEqual(expected)
})

test('a seeded sign-in is as one with the password', async () => {
  await app.startTest()
  const coach = await newCoach(app)
  const client = await newClient(app, coach)
  await app.settle()
  app.clock.advance(8 * DAY_MS)
  const before = await rows()
  for (const { email } of [coach, client]) {
    good(await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } }))
  }
  const signedIn = await rows()
  await seedSignIns(app, [coach, client])
  const all = await rows()
  const expected = added(before, signedIn)
  expect(expected.auth_sessions).toHaveLength(2)
  expect(added(signedIn, all)).toEqual(expected)
  expect(all.memberships!.map(plain)).toEqual(signedIn.memberships!.map(plain))
  for (const { token } of [coach, client]) good(await app.call('GET /v1/auth/me', {}, token))
})

type Rows = Record<string, object[]>

/** The rows of each table that came between two readings. */
function added(from: Rows, to: Rows): Rows {
  return Object.fromEntries(
    Object.entries(to).map(([table, list]) => [table, list.slice(from[table]?.length ?? 0).map(plain)]),
  )
}

/** Every row of every table, in the order they came. */
async function rows(): Promise<Rows> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(app.deps.db)
  const found: Rows = {}
  for (const { name } of tables.filter((table) => !OF_THE_WAY.includes(table.name))) {
    const { rows: list } = await sql<{ row: { type?: string } }>`
      select to_jsonb(t) as row from ${sql.table(name)} t order by t.xmin::text::bigint, t.ctid`.execute(
      app.deps.db,
    )
    found[name] = list.map(({ row }) => row).filter(({ type }) => !HISTORY_OF_THE_WAY.has(type ?? ''))
  }
  return found
}

/** A row without what is anybody's own: ids, addresses, hashes. */
function plain(row: object): object {
  const text = JSON.stringify(row)
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replace(/[\w.]+@correo\.example/g, 'address')
    .replace(/"\$argon2id[^"]+"/g, '"hash"')
  return JSON.parse(text) as object
}
