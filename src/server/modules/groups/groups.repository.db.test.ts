import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ClientId, GroupId, MemberId, UserId } from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type ClientScope, type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { Refusal } from '../../refusal.ts'
import * as groups from './groups.repository.ts'
import * as members from './members.repository.ts'

const page = { direction: 'asc', items: 10, page: 1 } as const
const EVERY = ['draft', 'open', 'running', 'finished', 'archived'] as const

let database: TestDatabase
let coachId: UserId
let scope: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  ;({ coachId } = await coachRow(database))
  scope = scopeOfPractice(coachId)
})
afterAll(() => database.close())

async function group(name: string, { of = scope, capacity = 5 } = {}): Promise<GroupId> {
  const id = newId<GroupId>()
  await database.db
    .transaction()
    .execute((tx) => groups.insertGroup(tx, of, { id, name, capacity, status: 'open' }, ROWS_AT))
  return id
}

const put = (groupId: GroupId, clientId: ClientId, status: 'active' | 'invited', at = ROWS_AT) =>
  database.db
    .transaction()
    .execute((tx) => members.putMember(tx, scope, { id: newId<MemberId>(), groupId, clientId, status }, at))

async function person(invitedAt?: number, name?: string): Promise<ClientId> {
  const { clientId } = await clientRow(database, coachId, {
    invited: invitedAt !== undefined,
    ...(name && { name }),
  })
  if (invitedAt !== undefined) {
    const at = toTimestamp(epochMs(invitedAt))
    await database.db.updateTable('clients').set({ invited_at: at }).where('id', '=', clientId).execute()
  }
  return clientId
}

const ownScope = (clientId: ClientId) => ({ coachId, clientId }) as ClientScope
const seats = (id: GroupId) => groups.countSeats(database.db, id, ROWS_AT)

test('names are unique within a practice, ignoring accents and case', async () => {
  const first = await group('Ánimo')
  await expect(group('ANIMO')).rejects.toEqual(new Refusal('group.name_taken'))
  const other = await coachRow(database)
  await group('animo', { of: scopeOfPractice(other.coachId) })
  const second = await group('Otro')
  const rename = (id: GroupId, name: string) =>
    database.db.transaction().execute((tx) => groups.updateGroup(tx, scope, id, { name }, ROWS_AT))
  await expect(rename(second, 'ánimo')).rejects.toEqual(new Refusal('group.name_taken'))
  await rename(first, 'animo')
})

// @spec P.32
describe('seats', () => {
  test('are taken by members and open invitations only', async () => {
    const id = await group('Uno')
    await put(id, await person(), 'active')
    await put(id, await person(ROWS_AT), 'invited')
    await put(id, await person(ROWS_AT - 14 * DAY_MS), 'invited')
    // Invited, but the record's invitation has ended.
    await put(id, await person(), 'invited')
    const gone = await person()
    await put(id, gone, 'active')
    const [former] = await members.listMembersOf(database.db, id, [gone])
    await database.db.transaction().execute((tx) => members.endMember(tx, former!.id, 'left', ROWS_AT))
    expect(await seats(id)).toEqual({ active: 1, open: 1, taken: 2 })
    expect(await groups.findGroup(database.db, scope, id, ROWS_AT)).toMatchObject({ active: 1, open: 1 })
  })

  test('are counted again by a caller who waited for the lock', async () => {
    const id = await group('Uno')
    const clientId = await person()
    const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
    const first = database.db.transaction().execute(async (tx) => {
      await groups.lockGroup(tx, scope, id)
      isLocked()
      await members.putMember(tx, scope, { id: newId(), groupId: id, clientId, status: 'active' }, ROWS_AT)
    })
    await locked
    const second = database.db.transaction().execute(async (tx) => {
      await groups.lockGroup(tx, scope, id)
      return groups.countSeats(tx, id, ROWS_AT)
    })
    await first
    expect((await second).active).toBe(1)
  })

  test('a person has one membership of a group, whatever happened before', async () => {
    const [id, clientId] = [await group('Uno'), await person()]
    await put(id, clientId, 'invited')
    const [first] = await members.listMembersOf(database.db, id, [clientId])
    await put(id, clientId, 'active', epochMs(ROWS_AT + 1))
    expect(await members.listMembersOf(database.db, id, [clientId])).toEqual([{ ...first, status: 'active' }])
  })
})

describe('the groups of a scope', () => {
  test('are those of its practice, and for a client those they are a member of', async () => {
    const [mine, other] = [await group('Uno'), await group('Dos')]
    const [inside, invited] = [await person(), await person(ROWS_AT)]
    await put(mine, inside, 'active')
    await put(mine, invited, 'invited')
    const found = async (of: CoachScope | ClientScope) => {
      const { rows } = await groups.listGroups(database.db, of, { statuses: EVERY }, page, ROWS_AT)
      return rows.map(({ name }) => name)
    }
    expect(await found(scope)).toEqual(['Dos', 'Uno'])
    expect(await found(ownScope(inside))).toEqual(['Uno'])
    expect(await found(ownScope(invited))).toEqual([])
    expect(await groups.findGroup(database.db, ownScope(inside), other, ROWS_AT)).toBeUndefined()
    const foreign = scopeOfPractice((await coachRow(database)).coachId)
    expect(await found(foreign)).toEqual([])
    expect(await groups.findGroup(database.db, foreign, mine, ROWS_AT)).toBeUndefined()
    expect(await members.listMembers(database.db, foreign, mine)).toEqual([])
    expect(await members.hasClient(database.db, foreign, inside)).toBe(false)
  })

  test('have the first names of their members, by name', async () => {
    const id = await group('Uno')
    for (const name of ['Zoé', 'Álvaro', 'beto']) await put(id, await person(undefined, name), 'active')
    await put(id, await person(ROWS_AT, 'Nadie'), 'invited')
    const row = await groups.findGroup(database.db, scope, id, ROWS_AT)
    expect(row!.firstNames).toEqual(['Álvaro', 'beto', 'Zoé'])
  })

  test('tell a member the first names of the others, including one equal to their own', async () => {
    const id = await group('Uno')
    const [reader, other] = [await person(undefined, 'Zoé'), await person(undefined, 'Zoé')]
    for (const each of [reader, other]) await put(id, each, 'active')
    const row = await groups.findGroup(database.db, ownScope(reader), id, ROWS_AT)
    expect(row!.firstNames).toEqual(['Zoé'])
  })

  test('are counted in full on every page', async () => {
    for (const name of ['A', 'B', 'C']) await group(`Grupo ${name}`)
    const at = (number: number) =>
      groups.listGroups(
        database.db,
        scope,
        { statuses: EVERY, search: 'GRUPO' },
        { ...page, items: 2, page: number },
        ROWS_AT,
      )
    expect(await at(2)).toMatchObject({ rows: [{ name: 'Grupo C' }], total: 3 })
    expect(await at(3)).toEqual({ rows: [], total: 3 })
  })
})

test('a group’s members are notified once each, in this practice', async () => {
  const id = await group('Uno')
  const { clientId, membershipId } = await clientRow(database, coachId)
  await put(id, clientId, 'active')
  await put(id, await person(ROWS_AT), 'invited')
  await clientRow(database, coachId)
  expect(await members.listGroupMemberships(database.db, id)).toEqual([membershipId])
})

test('an invitation leads into the group it was last made for, while that accepts people', async () => {
  const [first, second] = [await group('Uno'), await group('Dos')]
  const clientId = await person(ROWS_AT)
  const found = async () => (await members.findGroupOfInvitation(database.db, clientId))?.name
  expect(await found()).toBeUndefined()
  await put(first, clientId, 'invited')
  await put(second, clientId, 'invited', epochMs(ROWS_AT + 1))
  expect(await found()).toBe('Dos')
  await database.db
    .transaction()
    .execute((tx) => groups.updateGroup(tx, scope, second, { status: 'finished' }, ROWS_AT))
  expect(await found()).toBe('Uno')
})
