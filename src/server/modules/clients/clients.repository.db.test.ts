import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientStatus } from '#contract/clients.ts'
import type { ActionId, ClientId, SessionId, UserId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import { type ClientFilter, type ClientOrder, listClients } from './list/client-list.repository.ts'
import { findClient } from './client-records.repository.ts'
import { type NewClient, findOpenInvitation, insertClient } from './clients.repository.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const at = toTimestamp(now)
const ago = (ms: number) => epochMs(now - ms)
const first: ClientOrder = { sort: 'name', direction: 'asc', items: 10, page: 1 }
const roles = ['client', 'collaborator'] as const
const every: ClientStatus[] = ['notInvited', 'invited', 'active', 'declined', 'expired', 'paused', 'finished']

let database: TestDatabase
let scope: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  scope = scopeOfPractice(await newUser('America/Mexico_City', true))
})
afterAll(() => database.close())

async function newUser(timezone: string, isCoach = false): Promise<UserId> {
  const id = uuidv7(now) as UserId
  const times = { created_at: at, updated_at: at }
  const person = { id, email: `${id}@correo.example`, name: 'Ana', last_name: 'López', country: 'Mexico' }
  await database.db
    .insertInto('users')
    .values({ ...person, timezone, ...times })
    .execute()
  if (isCoach)
    await database.db
      .insertInto('coaches')
      .values({ id, payment_status: 'none', ...times })
      .execute()
  return id
}

async function newClient(
  change: Partial<NewClient> & { userId?: UserId } = {},
  of = scope,
): Promise<ClientId> {
  const { userId, ...columns } = change
  const id = uuidv7(now) as ClientId
  const client: NewClient = {
    id,
    name: 'Luz',
    lastName: 'Vega',
    email: `${id}@correo.example`,
    role: 'client',
    timezone: 'America/Tijuana',
    status: 'notInvited',
    invitedAt: null,
    ...columns,
  }
  await database.db
    .transaction()
    .execute((tx) => insertClient(tx, of, { ...client, status: 'notInvited' }, now))
  await database.db
    .updateTable('clients')
    .set({
      status: client.status,
      user_id: userId ?? null,
      invited_at: client.invitedAt === null ? null : toTimestamp(client.invitedAt),
    })
    .where('id', '=', id)
    .execute()
  return id
}

const list = (filter: Partial<ClientFilter> = {}, page = first) => {
  const everybody = { statuses: every, roles }
  return listClients(database.db, scope, { ...everybody, ...filter }, page, now)
}
const namesOf = async (...args: Parameters<typeof list>) => (await list(...args)).rows.map(({ name }) => name)

describe('a page of clients', () => {
  test('is ordered by name ignoring accents and case, both ways', async () => {
    for (const name of ['zoe', 'Ángel', 'ana', 'Óscar', 'Ñusta', 'Noé'])
      await newClient({ name, lastName: 'X' })
    const sorted = ['ana', 'Ángel', 'Noé', 'Ñusta', 'Óscar', 'zoe']
    expect(await namesOf()).toEqual(sorted)
    expect(await namesOf({}, { ...first, direction: 'desc' })).toEqual(sorted.toReversed())
  })

  test('has the requested size and counts all clients, beyond the last page too', async () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await newClient({ name })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({}, { ...first, items: 2, page })))
    expect(pages.map(({ rows }) => rows.map(({ name }) => name))).toEqual([
      ['a1', 'a2'],
      ['a3', 'a4'],
      ['a5'],
      [],
    ])
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  })

  test('splits people of one name without losing or duplicating any', async () => {
    const ids = await Promise.all(Array.from({ length: 7 }, () => newClient()))
    const seen = []
    for (const page of [1, 2, 3]) {
      seen.push(...(await list({}, { ...first, items: 3, page })).rows.map(({ id }) => id))
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  test.each([
    ['jose', ['José']],
    ['JOSÉ', ['José']],
    ['nunez', ['José']],
    ['sé núñ', ['José']],
    ['pena@correo', ['Marta']],
    ['%', ['Cien%']],
    ['_', []],
    ["' or true --", []],
    ['', ['Cien%', 'José', 'Marta']],
  ])('finds by name and address: %s', async (search, names) => {
    await newClient({ name: 'José', lastName: 'Núñez' })
    await newClient({ name: 'Marta', lastName: 'Ruiz', email: 'marta.pena@correo.example' })
    await newClient({ name: 'Cien%', lastName: 'Ruiz' })
    expect(await namesOf({ words: search.split(' ').filter(Boolean) })).toEqual(names)
  })

  test('distinguishes an expired invitation from an open one', async () => {
    await newClient({ name: 'open', status: 'invited', invitedAt: ago(14 * DAY_MS - 1) })
    await newClient({ name: 'late', status: 'invited', invitedAt: ago(14 * DAY_MS) })
    await newClient({ name: 'never' })
    expect(await namesOf({ statuses: ['invited'] })).toEqual(['open'])
    expect(await namesOf({ statuses: ['expired'] })).toEqual(['late'])
    expect(await namesOf({ statuses: ['notInvited'] })).toEqual(['never'])
    expect(await namesOf({ statuses: ['archived'] })).toEqual([])
    expect(await namesOf()).toEqual(['late', 'never', 'open'])
  })

  test('never contains clients of another practice', async () => {
    const mine = await newClient({ name: 'mine' })
    const others = scopeOfPractice(await newUser('UTC', true))
    const theirs = await newClient({ name: 'theirs' }, others)
    expect(await namesOf()).toEqual(['mine'])
    expect(await findClient(database.db, scope, theirs, now)).toBeUndefined()
    expect((await findClient(database.db, scope, mine, now))?.name).toBe('mine')
    expect(await findClient(database.db, others, mine, now)).toBeUndefined()
  })
})

describe('the activity of a client', () => {
  async function newSession(
    clientId: ClientId,
    status: 'confirmed' | 'completed' | 'requested',
    startsAt: EpochMs,
  ) {
    await database.db
      .insertInto('sessions')
      .values({
        id: uuidv7(now) as SessionId,
        coach_id: scope.coachId,
        client_id: clientId,
        type: 'Client',
        title: 'Sesión',
        starts_at: toTimestamp(startsAt),
        ends_at: toTimestamp(epochMs(startsAt + HOUR_MS)),
        timezone: 'UTC',
        channel: 'meet',
        status,
        created_at: at,
        updated_at: at,
      })
      .execute()
  }

  async function newAction(clientId: ClientId, status: 'pending' | 'inProgress' | 'done' | 'wontDo') {
    await database.db
      .insertInto('actions')
      .values({
        id: uuidv7(now) as ActionId,
        coach_id: scope.coachId,
        client_id: clientId,
        created_by: 'coach',
        text: 'Leer',
        status,
        created_at: at,
        updated_at: at,
      })
      .execute()
  }

  test('is the next confirmed session, the last one held, and the open actions', async () => {
    const userId = await newUser('Asia/Tokyo')
    const busy = await newClient({ name: 'a', userId, status: 'active' })
    const other = await newClient({ name: 'b' })
    await newSession(busy, 'completed', ago(20 * DAY_MS))
    await newSession(busy, 'completed', ago(10 * DAY_MS))
    await newSession(busy, 'requested', epochMs(now + DAY_MS))
    await newSession(busy, 'confirmed', epochMs(now + 3 * DAY_MS))
    await newSession(busy, 'confirmed', epochMs(now + 2 * DAY_MS))
    await newSession(other, 'confirmed', ago(3 * DAY_MS))
    for (const status of ['pending', 'inProgress', 'done', 'wontDo'] as const) await newAction(busy, status)
    const { rows } = await list()
    expect(rows).toMatchObject([
      {
        id: busy,
        nextSessionAt: now + 2 * DAY_MS,
        lastSessionAt: ago(10 * DAY_MS),
        openActions: 2,
        // Their own zone, not the one the coach entered.
        timezone: 'Asia/Tokyo',
      },
      { id: other, nextSessionAt: null, lastSessionAt: null, openActions: 0, timezone: 'America/Tijuana' },
    ])
    expect(await findClient(database.db, scope, busy, now)).toMatchObject({ openActions: 2 })
  })

  test('a session in progress is still the next one', async () => {
    const id = await newClient()
    await newSession(id, 'confirmed', ago(HOUR_MS / 2))
    expect((await findClient(database.db, scope, id, now))?.nextSessionAt).toBe(ago(HOUR_MS / 2))
  })
})

describe('the database ensures', () => {
  test('one client per address and coach', async () => {
    const email = 'luz@correo.example'
    await newClient({ email })
    await expect(newClient({ email })).rejects.toEqual(new Refusal('client.email_taken'))
    const others = scopeOfPractice(await newUser('UTC', true))
    await newClient({ email }, others)
  })

  test('that an open invitation is found in every practice, until it expires; the newest first', async () => {
    const email = 'invited@correo.example'
    const open = (key: Parameters<typeof findOpenInvitation>[1], at = now) =>
      findOpenInvitation(database.db, key, at)
    expect(await open({ email })).toBeUndefined()
    const first = await newClient({ email, status: 'invited', invitedAt: now })
    expect(await open({ email })).toEqual({ clientId: first, email })
    expect(await open({ clientId: first })).toEqual({ clientId: first, email })
    expect(await open({ email }, epochMs(now + 14 * DAY_MS))).toBeUndefined()
    const others = scopeOfPractice(await newUser('UTC', true))
    const newer = await newClient({ email, status: 'invited', invitedAt: epochMs(now + 1) }, others)
    expect(await open({ email })).toEqual({ clientId: newer, email })
    const declined = await newClient({ email: 'declined@correo.example', status: 'declined', invitedAt: now })
    expect(await open({ clientId: declined })).toBeUndefined()
  })
})
