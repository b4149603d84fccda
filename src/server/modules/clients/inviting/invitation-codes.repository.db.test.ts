import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClientId, UserId } from '#contract/values.ts'
import { DAY_MS, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { removeCode, removeOldCodes, replaceCode, takeAttempt } from './invitation-codes.repository.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const at = toTimestamp(now)
const life = {
  now,
  expiresAt: epochMs(now + 15 * MINUTE_MS),
  sentAfter: epochMs(now - 14 * DAY_MS),
}
const MOST_ATTEMPTS = 5

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function newClient(
  status: 'invited' | 'notInvited' | 'declined' = 'invited',
  invitedAt = epochMs(now - DAY_MS),
): Promise<ClientId> {
  const times = { created_at: at, updated_at: at }
  const coachId = uuidv7(now) as UserId
  const names = { name: 'Luz', last_name: 'Vega', timezone: 'UTC' }
  const coach = { ...names, ...times, id: coachId, email: `${coachId}@correo.example`, country: 'Mexico' }
  await database.db.insertInto('users').values(coach).execute()
  await database.db
    .insertInto('coaches')
    .values({ ...times, id: coachId, payment_status: 'active' })
    .execute()
  const id = uuidv7(now) as ClientId
  const invited_at = status === 'notInvited' ? null : toTimestamp(invitedAt)
  const client = {
    ...names,
    ...times,
    id,
    coach_id: coachId,
    email: emailOf(id),
    invited_at,
    status,
  }
  await database.db
    .insertInto('clients')
    .values({ ...client, role: 'client' })
    .execute()
  return id
}

const emailOf = (id: ClientId) => `${id}@correo.example`

let serial = 0
const newHash = () => {
  serial += 1
  return Buffer.alloc(32, serial)
}
const keep = (clientId: ClientId, hash: Buffer) =>
  replaceCode(database.db, { clientId, email: emailOf(clientId) }, hash, life)
const tryAt = (clientId: ClientId, when = now) =>
  database.db.transaction().execute((tx) => takeAttempt(tx, clientId, when, MOST_ATTEMPTS))

describe('the code of an invitation', () => {
  test('is not stored for an address that the invitation has left', async () => {
    const clientId = await newClient()
    expect(await replaceCode(database.db, { clientId, email: 'old@correo.example' }, newHash(), life)).toBe(
      false,
    )
  })

  test('is only stored for open invitations', async () => {
    expect(await keep(await newClient(), newHash())).toBe(true)
    expect(await keep(await newClient('notInvited'), newHash())).toBe(false)
    expect(await keep(await newClient('declined'), newHash())).toBe(false)
    expect(await keep(await newClient('invited', epochMs(now - 14 * DAY_MS)), newHash())).toBe(false)
  })

  test('has a number of attempts, and no more if they are concurrent', async () => {
    const clientId = await newClient()
    const hash = newHash()
    await keep(clientId, hash)
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryAt(clientId)))
    expect(answers.filter((answer) => answer?.equals(hash))).toHaveLength(MOST_ATTEMPTS)
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(3)
  })

  test('is replaced by the next one, with all its attempts', async () => {
    const clientId = await newClient()
    await keep(clientId, newHash())
    for (let count = 0; count < MOST_ATTEMPTS; count += 1) await tryAt(clientId)
    const next = newHash()
    await keep(clientId, next)
    expect(await tryAt(clientId)).toEqual(next)
  })

  test('expires, and is removed afterwards', async () => {
    const clientId = await newClient()
    await keep(clientId, newHash())
    expect(await tryAt(clientId, epochMs(life.expiresAt - 1))).toBeDefined()
    expect(await tryAt(clientId, life.expiresAt)).toBeUndefined()
    const forget = (before: typeof now) =>
      database.db.transaction().execute((tx) => removeOldCodes(tx, before, 1000))
    expect(await forget(life.expiresAt)).toBe(0)
    expect(await forget(epochMs(life.expiresAt + 1))).toBeGreaterThan(0)
  })

  test('is removed with its invitation, and with no other', async () => {
    const [clientId, other] = [await newClient(), await newClient()]
    await keep(clientId, newHash())
    await keep(other, newHash())
    await database.db.transaction().execute((tx) => removeCode(tx, clientId))
    expect(await tryAt(clientId)).toBeUndefined()
    expect(await tryAt(other)).toBeDefined()
  })
})
