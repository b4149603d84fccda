import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SessionStatus } from '#contract/sessions/sessions.ts'
import type { AuthSessionId, BlockId, ClientId, DateOn, SessionId, UserId } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, addMinutes, epochMs, type EpochMs } from '#time/clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Actor } from '#server/policy/actor.ts'
import { type CoachScope, scopeOf, scopeOfPractice } from '#server/policy/scope.ts'
import { replaceOverrides } from '../overrides.repository.ts'
import { findCalendarAndTaken, findTaken } from './taken-time.repository.ts'

let database: TestDatabase
let coachId: UserId
let clientId: ClientId
let scope: CoachScope
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  ;({ coachId } = await coachRow(database))
  ;({ clientId } = await clientRow(database, coachId))
  scope = scopeOfPractice(coachId)
})
afterAll(() => database.close())

const START = epochMs(ROWS_AT + 48 * HOUR_MS)
const range = { from: START, to: epochMs(START + MINUTE_MS) }
const at = toTimestamp(ROWS_AT)

type Held = { status?: SessionStatus; move?: EpochMs }

async function session(startsAt: EpochMs, { status = 'confirmed', move }: Held = {}): Promise<SessionId> {
  const id = newId<SessionId>()
  await database.db
    .insertInto('sessions')
    .values({
      id,
      coach_id: coachId,
      type: 'Client',
      client_id: clientId,
      title: 'Con Mariana',
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(addMinutes(startsAt, 60)),
      timezone: 'America/Mexico_City',
      channel: 'meet',
      status,
      created_at: at,
      updated_at: at,
      ...(move !== undefined && {
        move_starts_at: toTimestamp(move),
        move_ends_at: toTimestamp(addMinutes(move, 60)),
        move_asked_at: at,
      }),
    })
    .execute()
  return id
}

async function block(startsAt: EpochMs, endsAt: EpochMs): Promise<void> {
  await database.db
    .insertInto('time_blocks')
    .values({
      id: newId<BlockId>(),
      coach_id: coachId,
      title: 'Dentista',
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(endsAt),
      created_at: at,
      updated_at: at,
    })
    .execute()
}

async function external(startsAt: EpochMs, endsAt: EpochMs): Promise<void> {
  const times = { created_at: at, updated_at: at }
  await database.db
    .insertInto('external_calendars')
    .values({ coach_id: coachId, url: 'https://calendario.example/a.ics', ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await database.db
    .insertInto('external_busy')
    .values({
      coach_id: coachId,
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(endsAt),
      title: 'Clase',
    })
    .execute()
}

const close = (from: string, to: string) =>
  database.db
    .transaction()
    .execute((tx) => replaceOverrides(tx, scope, { from: from as DateOn, to: to as DateOn }, [], ROWS_AT))

test('contains everything that takes time, with the coach’s title', async () => {
  const id = await session(START, { move: addMinutes(START, 120) })
  await block(addMinutes(START, 180), addMinutes(START, 240))
  await external(addMinutes(START, 300), addMinutes(START, 360))
  await close('2027-02-05', '2027-02-05')
  const taken = await findTaken(database.db, scope, range)
  const times = taken.times.toSorted((a, b) => a.startsAt - b.startsAt)
  const hour = (after: number) => ({
    startsAt: addMinutes(START, after),
    endsAt: addMinutes(START, after + 60),
  })
  expect(times).toEqual([
    { kind: 'session', sessionId: id, title: 'Con Mariana', untitled: null, status: 'confirmed', ...hour(0) },
    { kind: 'move', sessionId: id, title: 'Con Mariana', untitled: null, status: null, ...hour(120) },
    { kind: 'block', sessionId: null, title: 'Dentista', untitled: null, status: null, ...hour(180) },
    { kind: 'external', sessionId: null, title: 'Clase', untitled: null, status: null, ...hour(300) },
  ])
  expect(taken.overrides).toEqual([{ date: '2027-02-05', windows: [] }])
  const both = await findCalendarAndTaken(database.db, scope, range)
  expect(both!.taken).toEqual(taken)
  expect(both!.calendar).toMatchObject({ timezone: 'America/Mexico_City', stepMin: 30 })
})

test('a session without a title has its client and its number', async () => {
  await session(START)
  const id = await session(addMinutes(START, 120))
  await database.db.updateTable('sessions').set({ title: null }).where('id', '=', id).execute()
  const { times } = await findTaken(database.db, scope, range)
  expect(times.find(({ sessionId }) => sessionId === id)).toMatchObject({
    title: null,
    untitled: { name: 'Mariana', number: 2 },
  })
})

test('a client only gets times, and another practice nothing', async () => {
  await session(START, { move: addMinutes(START, 120) })
  await block(START, addMinutes(START, 60))
  await external(START, addMinutes(START, 60))
  const sibling = await clientRow(database, coachId)
  const actor = {
    userType: 'client',
    coachId,
    clientId: sibling.clientId,
    authSessionId: '' as AuthSessionId,
  }
  const seen = await findTaken(database.db, scopeOf(actor as Actor), range)
  expect(seen.times.map(({ kind }) => kind).toSorted()).toEqual(['block', 'external', 'move', 'session'])
  expect(new Set(seen.times.map(({ title }) => title))).toEqual(new Set([null]))
  const other = await coachRow(database)
  expect(await findTaken(database.db, scopeOfPractice(other.coachId), range)).toEqual({
    overrides: [],
    times: [],
  })
})

test('sessions count by state over whole weeks, other taken time as far as it reaches', async () => {
  for (const [index, status] of SessionStatus.options.entries()) {
    await session(epochMs(START + (index - 5) * DAY_MS), { status })
  }
  const counted = await findTaken(database.db, scope, range)
  expect(new Set(counted.times.map(({ status }) => status))).toEqual(
    new Set(['completed', 'confirmed', 'noShowClient', 'noShowCoach', 'requested']),
  )
  expect(counted.times).toHaveLength(5)
  // A holiday of three weeks that began long before, one that ended two days ago.
  await block(epochMs(START - 20 * DAY_MS), epochMs(START + DAY_MS))
  await external(epochMs(START - 20 * DAY_MS), epochMs(START + DAY_MS))
  await block(epochMs(START - 20 * DAY_MS), epochMs(START - 2 * DAY_MS))
  const long = await findTaken(database.db, scope, range)
  expect(long.times.filter(({ status }) => status === null).map(({ kind }) => kind)).toEqual([
    'block',
    'external',
  ])
})

test('contains the overrides of every date that the range has in any zone', async () => {
  await close('2027-01-20', '2027-02-20')
  const { overrides } = await findTaken(database.db, scope, range)
  expect(overrides.map(({ date }) => date)).toEqual([
    '2027-02-01',
    '2027-02-02',
    '2027-02-03',
    '2027-02-04',
    '2027-02-05',
    '2027-02-06',
    '2027-02-07',
  ])
})
