import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DB } from '#server/db/schema.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { newCoach, newEmail } from '#test/support/people.ts'

/**
 * Whether an account exists shows neither in the answer nor in the work done for it (product §3). Work is counted, not
 * timed: the statements sent to the database, in their order, and the passwords hashed or compared.
 */
let app: TestApp
let statements: string[]
let hashes: number

beforeAll(async () => {
  app = await makeApp()
  app.deps.pause = () => Promise.resolve()
  const { db, passwords } = app.deps
  app.deps.db = counted(db)
  app.deps.passwords = {
    hash: (password) => ((hashes += 1), passwords.hash(password)),
    verify: (kept, password) => ((hashes += 1), passwords.verify(kept, password)),
  }
})
beforeEach(() => {
  statements = []
  hashes = 0
})
afterAll(() => app.close())

/** The same database, which notes what is sent to it. */
function counted(db: Kysely<DB>): Kysely<DB> {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  })
}

type Call = (email: string) => Promise<{ status: number; body: unknown; headers: object }>

const calls: [string, Call][] = [
  [
    'signing in with a wrong password',
    (email) => app.call('POST /v1/auth/user', { body: { email, password: 'otra-clave-distinta' } }),
  ],
  ['asking for a recovery link', (email) => app.call('POST /v1/auth/recovery', { body: { email } })],
  ['asking for a code', (email) => app.call('POST /v1/auth/verifyemail', { body: { email } })],
  ['trying a code', (email) => app.call('POST /v1/auth/verifyemail', { body: { email, code: '000000' } })],
]

// @spec P.2
describe('a known and an unknown address cannot be told apart', () => {
  test.each(calls)('by %s', async (_what, call) => {
    const known = await newCoach(app, { paid: false })
    await app.settle()
    const seen = []
    for (const email of [known.email, newEmail('nobody')]) {
      statements = []
      hashes = 0
      const { status, body, headers } = await call(email)
      seen.push({
        status,
        body: { ...(body as object), requestId: '' },
        headers: Object.keys(headers).toSorted(),
        statements,
        hashes,
      })
    }
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]!.statements.length).toBeGreaterThan(0)
  })

  test.each(calls)('by %s once too often', async (_what, call) => {
    const known = await newCoach(app, { paid: false })
    await app.settle()
    const answersTo = async (email: string) => {
      const statuses = []
      for (let time = 0; time < 8; time += 1) statuses.push((await call(email)).status)
      return statuses
    }
    expect(await answersTo(newEmail('nobody'))).toEqual(await answersTo(known.email))
  })
})
