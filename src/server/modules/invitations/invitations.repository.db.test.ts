import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId, UserId } from '#contract/values.ts'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { Refusal } from '../../refusal.ts'
import type { LinkKind } from '#server/modules/clients/inviting/invitation-links.domain.ts'
import * as tokens from '#server/modules/clients/inviting/invitation-tokens.repository.ts'
import * as invitations from './invitations.repository.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const at = toTimestamp(now)
const invitedAt = epochMs(now - 2 * DAY_MS)
const LIFE = 14 * DAY_MS

let database: TestDatabase
let coachId: UserId
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  coachId = await newUser()
  const times = { created_at: at, updated_at: at }
  await database.db
    .insertInto('coaches')
    .values({ id: coachId, payment_status: 'active', ...times })
    .execute()
})
afterAll(() => database.close())

async function newUser(): Promise<UserId> {
  const id = uuidv7(now) as UserId
  const person = {
    name: 'Ana',
    last_name: 'López',
    country: 'Mexico',
    timezone: 'UTC',
    created_at: at,
    updated_at: at,
  }
  await database.db
    .insertInto('users')
    .values({ id, email: `${id}@correo.example`, ...person })
    .execute()
  return id
}

async function newClient(status: 'invited' | 'notInvited' | 'declined' = 'invited'): Promise<ClientId> {
  const id = uuidv7(now) as ClientId
  await database.db
    .insertInto('clients')
    .values({
      id,
      coach_id: coachId,
      name: 'Luz',
      last_name: 'Vega',
      email: `${id}@correo.example`,
      role: 'client',
      status,
      timezone: 'UTC',
      invited_at: status === 'notInvited' ? null : toTimestamp(invitedAt),
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}

let serial = 0
const newHash = () => {
  serial += 1
  return Buffer.alloc(32, serial)
}

const linkOf = (clientId: ClientId, tokenHash: Buffer, kind: LinkKind = 'mail') => ({
  clientId,
  tokenHash,
  kind,
})

describe('the secret of a link', () => {
  test('opens the one invitation it was made for, until that expires', async () => {
    const [clientId, other] = [await newClient(), await newClient()]
    const hash = newHash()
    expect(await tokens.insertToken(database.db, linkOf(clientId, hash), now, LIFE)).toBe(true)
    expect(await tokens.findInvitation(database.db, clientId, hash)).toMatchObject({
      clientId,
      coachId,
      coachName: 'Ana',
      expiresAt: invitedAt + LIFE,
      usedAt: null,
      revokedAt: null,
    })
    expect(await tokens.findInvitation(database.db, other, hash)).toBeUndefined()
    expect(await tokens.findInvitation(database.db, clientId, newHash())).toBeUndefined()
  })

  test('is only created for open invitations', async () => {
    for (const status of ['notInvited', 'declined'] as const) {
      const clientId = await newClient(status)
      expect(await tokens.insertToken(database.db, linkOf(clientId, newHash()), now, LIFE), status).toBe(
        false,
      )
    }
  })

  test('is not created for an address that is being changed', async () => {
    const clientId = await newClient()
    const link = { ...linkOf(clientId, newHash()), email: `${clientId}@correo.example` }
    const { made } = await database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('clients')
        .set({ email: 'new@correo.example' })
        .where('id', '=', clientId)
        .execute()
      // It waits for this transaction: nothing of it is committed yet.
      return { made: tokens.insertToken(database.db, link, now, LIFE) }
    })
    expect(await made).toBe(false)
    const again = { ...link, tokenHash: newHash(), email: 'new@correo.example' }
    expect(await tokens.insertToken(database.db, again, now, LIFE)).toBe(true)
  })

  test('is revoked with all the others of its invitation, and no others', async () => {
    const [clientId, other] = [await newClient(), await newClient()]
    const [first, second, foreign] = [newHash(), newHash(), newHash()]
    await tokens.insertToken(database.db, linkOf(clientId, first), now, LIFE)
    await tokens.insertToken(database.db, linkOf(clientId, second), now, LIFE)
    await tokens.insertToken(database.db, linkOf(other, foreign), now, LIFE)
    await database.db.transaction().execute(async (tx) => {
      await tokens.revokeTokens(tx, clientId, now)
      expect(await tokens.isTokenAlive(tx, first)).toBe(false)
      expect(await tokens.isTokenAlive(tx, second)).toBe(false)
      expect(await tokens.isTokenAlive(tx, foreign)).toBe(true)
    })
  })
})

describe('an accepted invitation', () => {
  const accept = (clientId: ClientId, userId: UserId) =>
    database.db
      .transaction()
      .execute((tx) => invitations.transitionToActive(tx, { clientId, userId, timezone: 'UTC' }, now))

  test('links the client to the person', async () => {
    const [clientId, userId] = [await newClient(), await newUser()]
    await accept(clientId, userId)
    const row = await database.db
      .selectFrom('clients')
      .select(['status', 'user_id', 'accepted_at'])
      .where('id', '=', clientId)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ status: 'active', user_id: userId, accepted_at: now })
  })

  test('is refused if the person is a client of this coach already', async () => {
    const userId = await newUser()
    await accept(await newClient(), userId)
    const second = await newClient()
    await expect(accept(second, userId)).rejects.toEqual(new Refusal('invitation.used'))
  })
})
