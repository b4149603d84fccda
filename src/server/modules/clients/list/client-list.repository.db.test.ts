import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ActionStatus } from '#contract/actions/actions.ts'
import { ClientSort, ClientStatus } from '#contract/clients.ts'
import type { ActionId, CheckInId, ClientId, DateOn, GoalId, SessionId, UserId } from '#contract/values.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import { DAY_MS, HOUR_MS, type EpochMs, epochMs } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, scopeOfPractice } from '#server/policy/scope.ts'
import {
  type ClientFilter,
  type ClientOrder,
  countClientsInNeed,
  listClients,
} from './client-list.repository.ts'
import { type StoredClientStatus, statusAt } from '../clients.domain.ts'
import { attentionAt, rhythmAt } from './rhythm.domain.ts'

const now = ROWS_AT
const ago = (days: number): EpochMs => epochMs(now - days * DAY_MS)

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

type Change = Partial<{
  name: string
  last_name: string
  email: string
  company_name: string
  tags: string[]
  role: 'client' | 'member' | 'collaborator'
  status: StoredClientStatus
  invitedAt: EpochMs
  acceptedAt: EpochMs
  createdAt: EpochMs
  timezone: string
}>

async function client(change: Change = {}): Promise<ClientId> {
  const { invitedAt, acceptedAt, createdAt, status = 'active', timezone, ...columns } = change
  const hasUser = status === 'active' || status === 'paused' || status === 'finished'
  const { clientId } = await clientRow(database, coachId, {
    invited: !hasUser,
    ...(timezone && { timezone }),
  })
  await database.db
    .updateTable('clients')
    .set({
      ...columns,
      status,
      archived_from: status === 'archived' ? 'notInvited' : null,
      ...(invitedAt && { invited_at: toTimestamp(invitedAt) }),
      ...(acceptedAt && { accepted_at: toTimestamp(acceptedAt) }),
      ...(createdAt && { created_at: toTimestamp(createdAt) }),
    })
    .where('id', '=', clientId)
    .execute()
  return clientId
}

let hour = 0
async function session(
  clientId: ClientId,
  status: 'confirmed' | 'completed',
  days: number,
): Promise<EpochMs> {
  // A different hour of its day for each, so that no two overlap.
  hour = (hour + 1) % 20
  const startsAt = epochMs(now + days * DAY_MS + hour * HOUR_MS)
  await database.db
    .insertInto('sessions')
    .values({
      id: newId<SessionId>(),
      coach_id: coachId,
      client_id: clientId,
      type: 'Client',
      title: 'Sesión',
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(epochMs(startsAt + HOUR_MS)),
      timezone: 'UTC',
      channel: 'meet',
      status,
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .execute()
  return startsAt
}

async function action(
  clientId: ClientId,
  change: { status?: ActionStatus; dueOn?: DateOn; movedAt?: EpochMs; by?: 'coach' | 'client' } = {},
) {
  const { status = 'pending', dueOn, movedAt = ago(300), by } = change
  await database.db
    .insertInto('actions')
    .values({
      id: newId<ActionId>(),
      coach_id: coachId,
      client_id: clientId,
      created_by: 'coach',
      text: 'Leer',
      status,
      due_on: dueOn ?? null,
      changed_by: by ?? null,
      created_at: toTimestamp(ago(300)),
      updated_at: toTimestamp(movedAt),
    })
    .execute()
}

/** Progress of a goal, noted by its client or by the coach. */
async function progress(
  clientId: ClientId,
  { by, at, takenBack = false }: { by: 'coach' | 'client'; at: EpochMs; takenBack?: boolean },
) {
  const whose = { coach_id: coachId, client_id: clientId }
  const goalId = newId<GoalId>()
  const day = dateOf(at, 'UTC')
  await database.db
    .insertInto('goals')
    .values({
      ...whose,
      id: goalId,
      title: 'Meta',
      measure: 'yesNo',
      starts_on: day,
      moved_on: day,
      status: 'active',
      created_by: 'coach',
      created_at: toTimestamp(ago(300)),
      updated_at: toTimestamp(ago(300)),
    })
    .execute()
  await database.db
    .insertInto('goal_check_ins')
    .values({
      id: newId<CheckInId>(),
      coach_id: coachId,
      goal_id: goalId,
      client_id: by === 'client' ? clientId : null,
      noted_on: day,
      value: 1,
      created_at: toTimestamp(at),
      deleted_at: takenBack ? toTimestamp(now) : null,
    })
    .execute()
}

const EVERYBODY = { statuses: ClientStatus.options, roles: ['client', 'collaborator'] } as const
const order = (change: Partial<ClientOrder> = {}): ClientOrder => ({
  sort: 'name',
  direction: 'asc',
  items: 100,
  page: 1,
  ...change,
})
const list = (filter: Partial<ClientFilter> = {}, by: Partial<ClientOrder> = {}) =>
  listClients(database.db, scope, { ...EVERYBODY, ...filter }, order(by), now)
const inNeed = () => countClientsInNeed(database.db, scope, EVERYBODY.roles, now)
const names = async (...args: Parameters<typeof list>) => (await list(...args)).rows.map(({ name }) => name)

describe('a search of clients (product §6)', () => {
  beforeEach(async () => {
    await client({ name: 'José', last_name: 'Núñez', company_name: 'Café Ámbar', tags: ['Dirección', 'vip'] })
    await client({ name: 'Marta', last_name: 'Ruiz', email: 'marta.pena@correo.example', tags: ['vip'] })
  })

  test.each([
    [['nunez'], ['José']],
    [['NÚÑEZ', 'jose'], ['José']],
    [['jose', 'ruiz'], []],
    [['ambar'], ['José']],
    [['direccion', 'cafe', 'é'], ['José']],
    [['pena@correo'], ['Marta']],
    [['vip', 'ma'], ['Marta']],
    [['%'], []],
    [['_'], []],
    [[], ['José', 'Marta']],
  ])('for %o', async (words, found) => {
    expect((await names({ words })).toSorted()).toEqual(found.toSorted())
  })

  test('a tag is compared as a whole, ignoring accents and case', async () => {
    expect(await names({ tag: 'DIRECCION' })).toEqual(['José'])
    expect(await names({ tag: 'vip' })).toEqual(['José', 'Marta'])
    expect(await names({ tag: 'vi' })).toEqual([])
  })
})

describe('the clients of a list', () => {
  test('are filtered by role and state, also together', async () => {
    await client({ name: 'a' })
    await client({ name: 'b', role: 'collaborator', status: 'paused' })
    await client({ name: 'c', role: 'member' })
    await client({ name: 'd', status: 'archived' })
    expect(await names()).toEqual(['a', 'b', 'd'])
    expect(await names({ roles: ['member'] })).toEqual(['c'])
    expect(await names({ roles: ['collaborator'], statuses: ['paused'] })).toEqual(['b'])
    expect(await names({ roles: ['collaborator'], statuses: ['active'] })).toEqual([])
  })
})

test('the page a screen opens with is not planned again at each call', async () => {
  await sql`insert into clients (id, coach_id, name, last_name, email, status, timezone, created_at, updated_at)
    select gen_random_uuid(), ${coachId}, 'Ana', 'Ruiz', n || '@correo.example', 'notInvited', 'UTC', now(), now()
    from generate_series(1, 2000) as n`.execute(database.db)
  await sql`analyze`.execute(database.db)
  await database.db.connection().execute(async (one) => {
    // PostgreSQL decides after the fifth call of a connection.
    for (let call = 0; call < 6; call += 1) {
      await listClients(one, scope, EVERYBODY, order({ items: 10 }), now)
    }
    const { rows } = await sql<{ kept: boolean }>`select generic_plans > 0 as kept from pg_prepared_statements
      where statement like ${'%limit 10)%'}`.execute(one)
    expect(rows).toEqual([{ kept: true }])
  })
})

describe('the order of a list', () => {
  beforeEach(async () => {
    const calm = await client({ name: 'calm', createdAt: ago(90), acceptedAt: ago(80) })
    await session(calm, 'completed', -40)
    await session(calm, 'completed', -5)
    await session(calm, 'confirmed', 9)
    await action(calm)
    const busy = await client({ name: 'Búho', createdAt: ago(50), acceptedAt: ago(45) })
    await session(busy, 'completed', -20)
    await session(busy, 'confirmed', 3)
    await session(busy, 'confirmed', 30)
    await action(busy)
    await action(busy, { status: 'inProgress' })
    await action(busy, { status: 'done', by: 'client', movedAt: ago(16) })
    await client({ name: 'away', status: 'paused', createdAt: ago(70) })
    await client({ name: 'early', status: 'invited', invitedAt: ago(20), createdAt: ago(60) })
  })

  test.each<[ClientSort, string[], string[]]>([
    ['name', ['away', 'Búho', 'calm', 'early'], ['early', 'calm', 'Búho', 'away']],
    ['createdAt', ['calm', 'away', 'early', 'Búho'], ['Búho', 'early', 'away', 'calm']],
    ['status', ['Búho', 'calm', 'early', 'away'], ['away', 'early', 'Búho', 'calm']],
    ['nextSession', ['Búho', 'calm', 'away', 'early'], ['calm', 'Búho', 'away', 'early']],
    ['lastSession', ['Búho', 'calm', 'away', 'early'], ['calm', 'Búho', 'away', 'early']],
    ['openActions', ['away', 'early', 'calm', 'Búho'], ['Búho', 'calm', 'away', 'early']],
    ['rhythm', ['calm', 'Búho', 'away', 'early'], ['Búho', 'calm', 'away', 'early']],
    ['recent', ['away', 'early', 'Búho', 'calm'], ['Búho', 'calm', 'early', 'away']],
  ])('by %s, clients without a value last, equal ones by name', async (sort, asc, desc) => {
    expect(await names({}, { sort })).toEqual(asc)
    expect(await names({}, { sort, direction: 'desc' })).toEqual(desc)
  })

  test.each(ClientSort.options)('by %s splits into pages without losing or duplicating any', async (sort) => {
    for (let index = 0; index < 6; index += 1) await client({ name: 'same', status: 'notInvited' })
    for (const direction of ['asc', 'desc'] as const) {
      const whole = (await list({}, { sort, direction })).rows.map(({ id }) => id)
      const pages = []
      for (const page of [1, 2, 3, 4, 5]) {
        const part = await list({}, { sort, direction, items: 3, page })
        expect(part.total).toBe(10)
        pages.push(...part.rows.map(({ id }) => id))
      }
      expect(pages).toEqual(whole)
    }
  })
})

// @spec P.143
describe('progress of a goal', () => {
  test.each([
    ['that the client noted', { by: 'client' as const, at: ago(3) }, 3, []],
    ['that the coach noted', { by: 'coach' as const, at: ago(3) }, 40, ['Ana']],
    ['that was taken back', { by: 'client' as const, at: ago(3), takenBack: true }, 40, ['Ana']],
    ['of long ago', { by: 'client' as const, at: ago(20) }, 20, ['Ana']],
  ])('%s', async (_, noted, days, needing) => {
    const id = await client({ name: 'Ana', createdAt: ago(50), acceptedAt: ago(40) })
    await progress(id, noted)
    const [row] = (await list({}, { sort: 'rhythm' })).rows
    expect(rhythmAt({ ...row!, status: statusAt(row!, now) }, now)?.days).toBe(days)
    expect(Number(row!.sortKey)).toBe(days)
    expect(await names({ attention: true })).toEqual(needing)
    expect(await inNeed()).toBe(needing.length)
  })
})

describe('the clients who need attention', () => {
  test('are counted in the whole practice, whatever the filters of the page', async () => {
    await client({ name: 'declined', status: 'declined' })
    await client({ name: 'expired', status: 'invited', invitedAt: ago(14) })
    await client({ name: 'open', status: 'invited', invitedAt: ago(13) })
    await client({ name: 'member', status: 'declined', role: 'member' })
    await client({ name: 'quiet', createdAt: ago(40) })
    expect(await names({ attention: true })).toEqual(['declined', 'expired', 'quiet'])
    expect(await list({ words: ['nobody'] })).toEqual({ rows: [], total: 0 })
    expect(await list({ attention: true }, { page: 7 })).toEqual({ rows: [], total: 3 })
    expect(await inNeed()).toBe(3)
  })

  test('include those with actions overdue in their zone', async () => {
    // 15:00 UTC of the 2nd is the 3rd already on Kiritimati, and still the 2nd in Mexico.
    const today = dateOf(now, 'UTC')
    const there = await client({ name: 'there', timezone: 'Pacific/Kiritimati', acceptedAt: ago(1) })
    const here = await client({ name: 'here', timezone: 'America/Mexico_City', acceptedAt: ago(1) })
    for (const id of [there, here]) await action(id, { dueOn: today })
    expect(await names({ attention: true })).toEqual(['there'])
    await action(here, { dueOn: addDays(dateOf(now, 'UTC'), -1) })
    expect((await list()).rows.map(({ name, overdueActions }) => [name, overdueActions])).toEqual([
      ['here', 1],
      ['there', 1],
    ])
    expect(await inNeed()).toBe(2)
  })

  test('are those of the rules, and the order by rhythm is that of the days', async () => {
    const days = fc.integer({ min: 0, max: 45 })
    const person = fc.record({
      status: fc.constantFrom<StoredClientStatus>(
        'active',
        'active',
        'active',
        'paused',
        'invited',
        'declined',
      ),
      acceptedDays: days,
      invitedDays: days,
      sessionDays: fc.option(days),
      stepDays: fc.option(days),
      notedDays: fc.option(days),
      notedBy: fc.constantFrom('coach', 'client', 'client'),
      takenBack: fc.constantFrom(false, false, true),
      overdue: fc.integer({ min: -3, max: 3 }),
      timezone: fc.constantFrom('Pacific/Kiritimati', 'America/Tijuana', 'UTC'),
    })
    const people = fc.sample(person, { numRuns: 60, seed: 7 })
    for (const one of people) {
      const id = await client({
        status: one.status,
        acceptedAt: ago(one.acceptedDays),
        invitedAt: ago(one.invitedDays),
        timezone: one.timezone,
      })
      if (one.stepDays !== null) {
        await action(id, { status: 'done', by: 'client', movedAt: ago(one.stepDays) })
      }
      if (one.notedDays !== null) {
        const { notedBy: by, takenBack } = one
        await progress(id, { by, at: ago(one.notedDays), takenBack })
      }
      const dueOn = addDays(dateOf(now, 'UTC'), one.overdue)
      await action(id, { dueOn, status: 'inProgress', by: 'coach', movedAt: now })
    }
    const { rows } = await list()
    expect(rows).toHaveLength(60)
    const needing = rows.filter((row) => attentionAt({ ...row, status: statusAt(row, now) }, now).length > 0)
    expect(needing.length).toBeGreaterThan(10)
    expect(needing.length).toBeLessThan(60)
    expect(await inNeed()).toBe(needing.length)
    const asked = await list({ attention: true })
    expect(asked.rows.map(({ id }) => id)).toEqual(needing.map(({ id }) => id))
    const paces = (await list({}, { sort: 'rhythm' })).rows.map(
      (row) => rhythmAt({ ...row, status: statusAt(row, now) }, now)?.days ?? Infinity,
    )
    expect(paces).toEqual(paces.toSorted((a, b) => a - b))
  })
})
