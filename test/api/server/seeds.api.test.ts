import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { invitedClient, newClient, newCoach, signedUpCoach } from '#test/support/people.ts'

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
  const added = (from: Rows, to: Rows) =>
    Object.fromEntries(
      Object.entries(to).map(([table, list]) => [table, list.slice(from[table]?.length ?? 0).map(plain)]),
    )
  const expected = added(empty, signedUp)
  expect(Object.values(expected).flat().length).toBeGreaterThan(10)
  expect(added(signedUp, all)).toEqual(expected)
})

type Rows = Record<string, object[]>

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
