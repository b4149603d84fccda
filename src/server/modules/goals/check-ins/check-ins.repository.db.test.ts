import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  CheckInId,
  CheckInKey,
  ClientId,
  DateOn,
  GoalId,
  MilestoneId,
  SessionId,
  UserId,
} from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { DAY_MS, type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type ClientScope, scopeOfPractice } from '#server/policy/scope.ts'
import * as checkIns from './check-ins.repository.ts'
import { replaceMilestones } from '../goal-parts.repository.ts'
import { insertGoal } from '../goals.repository.ts'
import { listOfSession } from '../session-goals.repository.ts'

const TODAY = '2027-02-02' as DateOn

let database: TestDatabase
let coachId: UserId
let clientId: ClientId
beforeAll(async () => {
  database = await openTestDatabase()
})
beforeEach(async () => {
  ;({ coachId } = await coachRow(database))
  ;({ clientId } = await clientRow(database, coachId))
})
afterAll(() => database.close())

async function goal(of: ClientId = clientId): Promise<GoalId> {
  const id = newId<GoalId>()
  const fields = { title: 'Meta', starts_on: TODAY, moved_on: TODAY, baseline: 0, target: 100 }
  const row = {
    id,
    coachId,
    owner: { clientId: of },
    measure: 'percent' as const,
    createdBy: 'coach' as const,
    fields,
  }
  await database.db.transaction().execute((tx) => insertGoal(tx, row, ROWS_AT))
  return id
}

type Change = Partial<checkIns.StoredCheckIn> & { at?: EpochMs; takenBackAt?: EpochMs }

async function noted(
  goalId: GoalId,
  { at = ROWS_AT, takenBackAt, ...change }: Change = {},
): Promise<CheckInId> {
  const id = newId<CheckInId>()
  const row: checkIns.StoredCheckIn = {
    id,
    clientId: null,
    sessionId: null,
    clientKey: null,
    date: TODAY,
    value: null,
    comment: null,
    progress: null,
    milestones: null,
    ...change,
  }
  await database.db.transaction().execute(async (tx) => {
    await checkIns.insertCheckIn(tx, { coachId, goalId }, row, at)
    if (takenBackAt !== undefined) await checkIns.markTakenBack(tx, { coachId, goalId }, id, takenBackAt)
  })
  return id
}

async function session(of: ClientId = clientId, startsAt: EpochMs = ROWS_AT): Promise<SessionId> {
  const id = newId<SessionId>()
  await database.db
    .insertInto('sessions')
    .values({
      id,
      coach_id: coachId,
      client_id: of,
      type: 'Client',
      title: 'Sesión',
      starts_at: toTimestamp(startsAt),
      ends_at: toTimestamp(epochMs(startsAt + HOUR_MS)),
      timezone: 'UTC',
      channel: 'meet',
      status: 'completed',
      created_at: toTimestamp(ROWS_AT),
      updated_at: toTimestamp(ROWS_AT),
    })
    .execute()
  return id
}

// @spec P.141
describe('what was taken back', () => {
  test('is not listed, and is removed with the purge, alone', async () => {
    const goalId = await goal()
    const kept = await noted(goalId, { value: 10 })
    const recent = await noted(goalId, { value: 20, takenBackAt: epochMs(ROWS_AT + DAY_MS) })
    await noted(goalId, { value: 30, takenBackAt: ROWS_AT })
    const listed = await checkIns.listCheckIns(database.db, { coachId, goalId })
    expect(listed.map(({ id }) => id)).toEqual([kept])
    const forgotten = await database.db
      .transaction()
      .execute((tx) => checkIns.forgetCheckIns(tx, epochMs(ROWS_AT + DAY_MS), 10))
    expect(forgotten).toBe(1)
    const rows = await database.db
      .selectFrom('goal_check_ins')
      .where('goal_id', '=', goalId)
      .select('id')
      .execute()
    expect(rows.map(({ id }) => id).toSorted()).toEqual([kept, recent].toSorted())
  })
})

// @spec P.142
test('a key is stored once of each goal', async () => {
  const [one, other] = [await goal(), await goal()]
  const clientKey = newId<CheckInKey>()
  await noted(one, { value: 10, clientKey })
  await noted(other, { value: 10, clientKey })
  await expect(noted(one, { value: 10, clientKey })).rejects.toMatchObject({
    constraint: 'goal_check_ins_key_unique',
  })
})

// @spec P.140
describe('the goals of a session', () => {
  const closedAt = epochMs(ROWS_AT + HOUR_MS)
  const of = async (sessionId: SessionId, who: ClientId | 'coach' = 'coach') => {
    const scope = who === 'coach' ? scopeOfPractice(coachId) : ({ coachId, clientId: who } as ClientScope)
    const closed = { id: sessionId, clientId, groupId: null, closedAt, timezone: 'America/Mexico_City' }
    return listOfSession(database.db, scope, closed)
  }

  test('count what was noted until its closing, the last of a day, and nothing that was taken back', async () => {
    const sessionId = await session()
    const goalId = await goal()
    await noted(goalId, { value: 10, progress: 10, date: '2027-02-01' as DateOn, at: ROWS_AT })
    await noted(goalId, { value: 30, progress: 30, at: epochMs(ROWS_AT + 1) })
    // Noted later for an earlier day.
    await noted(goalId, { value: 5, progress: 5, date: '2027-01-30' as DateOn, at: epochMs(ROWS_AT + 2) })
    await noted(goalId, { value: 90, progress: 90, at: epochMs(ROWS_AT + 3), takenBackAt: closedAt })
    const before = await of(sessionId)
    expect(before).toEqual([])
    // The closing's own instant may be a moment before that of what it notes.
    const inSession = await noted(goalId, { comment: 'Sigue', sessionId, at: epochMs(closedAt + 5) })
    await noted(goalId, { value: 95, progress: 95, at: epochMs(closedAt + 6) })
    const noteOfIt = { id: inSession, value: null, comment: 'Sigue', milestones: null }
    for (const who of ['coach', clientId] as const) {
      expect(await of(sessionId, who)).toMatchObject([
        { id: goalId, value: 30, progress: 30, before: 30, noted: [noteOfIt] },
      ])
    }
  })

  test('with milestones that were ticked before ticks were stored are as far as their days tell', async () => {
    const sessionId = await session()
    const { goalId, ids } = await milestones('2027-02-01', '2027-02-02', '2027-02-03', null)
    await noted(goalId, { comment: 'Sigue', sessionId, at: closedAt })
    expect(await of(sessionId)).toMatchObject([{ id: goalId, progress: 50, before: 50 }])
    // The first tick after the session says what was before it, whatever day it was noted for.
    const [first, ...others] = ids
    const steps = [
      { id: first!, was: null, tick: { done: true, text: 'Paso' } },
      ...others.map((id) => ({ id, was: null })),
    ]
    const date = '2027-02-01' as DateOn
    await noted(goalId, { milestones: steps, progress: 25, date, at: epochMs(closedAt + 9) })
    expect(await of(sessionId)).toMatchObject([{ id: goalId, progress: 0, before: 0 }])
  })

  async function milestones(...days: (string | null)[]) {
    const goalId = newId<GoalId>()
    const ids = days.map(() => newId<MilestoneId>())
    const fields = { title: 'Meta', starts_on: TODAY, moved_on: TODAY }
    const row = {
      id: goalId,
      coachId,
      owner: { clientId },
      measure: 'milestones',
      createdBy: 'coach',
    } as const
    await database.db.transaction().execute(async (tx) => {
      await insertGoal(tx, { ...row, fields }, ROWS_AT)
      const rows = days.map((day, at) => ({
        id: ids[at]!,
        text: 'Paso',
        date: null,
        doneOn: day as DateOn | null,
      }))
      await replaceMilestones(tx, { coachId, goalId }, rows)
    })
    return { goalId, ids }
  }

  test('are of its client, and found in no other scope', async () => {
    const sessionId = await session()
    const { clientId: other } = await clientRow(database, coachId)
    const [own, theirs] = [await goal(), await goal(other)]
    for (const goalId of [own, theirs]) await noted(goalId, { value: 10, progress: 10, sessionId })
    expect((await of(sessionId)).map(({ id }) => id)).toEqual([own])
    expect(await of(sessionId, other)).toEqual([])
    const foreign = scopeOfPractice((await coachRow(database)).coachId)
    const closed = { id: sessionId, clientId, groupId: null, closedAt, timezone: 'America/Mexico_City' }
    expect(await listOfSession(database.db, foreign, closed)).toEqual([])
  })
})

// @spec P.143
test('what clients note is found by index, of one client and of a whole practice', async () => {
  const goalId = await goal()
  await sql`insert into goal_check_ins (id, coach_id, goal_id, client_id, noted_on, created_at)
    select gen_random_uuid(), ${coachId}, ${goalId}, case when n % 2 = 0 then ${clientId}::uuid end, ${TODAY},
      now() - n * interval '1 hour' from generate_series(1, 4000) as n`.execute(database.db)
  await sql`analyze goal_check_ins`.execute(database.db)
  const plan = async (query: ReturnType<typeof sql>) => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(database.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const one = sql`select max(created_at) from goal_check_ins where client_id = ${clientId} and deleted_at is null`
  expect(await plan(one)).toContain('goal_check_ins_by_client_move')
  const practice = sql`select client_id from goal_check_ins where coach_id = ${coachId} and client_id is not null
    and deleted_at is null and created_at > now() - interval '1 day'`
  expect(await plan(practice)).toContain('goal_check_ins_by_own_move')
})
