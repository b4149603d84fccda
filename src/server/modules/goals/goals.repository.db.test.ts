import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  ActionId,
  CheckInId,
  ClientId,
  DateOn,
  GoalId,
  GroupId,
  MemberId,
  SessionId,
  UserId,
} from '#contract/values.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { ROWS_AT, clientRow, coachRow, newId } from '#test/support/rows.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type ClientScope, type CoachScope, scopeOfPractice } from '../../policy/scope.ts'
import { listSessions } from './goal-parts.repository.ts'
import { type OwnerKey, findOwner } from './goal-owners.repository.ts'
import * as goals from './goals.repository.ts'

const TODAY = '2027-02-02' as DateOn
const page = { direction: 'asc', items: 10, page: 1 } as const
const times = { created_at: toTimestamp(ROWS_AT), updated_at: toTimestamp(ROWS_AT) }

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

async function goal(
  owner: OwnerKey,
  { of = coachId, ...fields }: Partial<goals.NewGoalRow['fields']> & { of?: UserId } = {},
): Promise<GoalId> {
  const id = newId<GoalId>()
  const row = {
    id,
    coachId: of,
    owner,
    measure: 'percent' as const,
    createdBy: 'coach' as const,
    fields: { title: 'Meta', starts_on: TODAY, moved_on: TODAY, baseline: 0, target: 100, ...fields },
  }
  await database.db.transaction().execute((tx) => goals.insertGoal(tx, row, ROWS_AT))
  return id
}

async function group(...members: ClientId[]): Promise<GroupId> {
  const id = newId<GroupId>()
  const row = {
    id,
    coach_id: coachId,
    name: id,
    capacity: 9,
    status: 'running' as const,
    ...times,
  }
  await database.db.insertInto('groups').values(row).execute()
  for (const client_id of members) {
    const at = toTimestamp(ROWS_AT)
    const member = {
      id: newId<MemberId>(),
      coach_id: coachId,
      group_id: id,
      client_id,
      joined_at: at,
      ...times,
    }
    await database.db
      .insertInto('group_members')
      .values({ ...member, status: 'active' })
      .execute()
  }
  return id
}

const own = (clientId: ClientId) => ({ coachId, clientId }) as ClientScope
const found = async (of: CoachScope | ClientScope, owner: OwnerKey) => {
  const { rows } = await goals.listGoals(database.db, of, owner, undefined, page)
  return rows.map(({ id }) => id)
}

// @spec P.93
describe('the goals of a scope', () => {
  test('are a practice’s, and for a client their own and those of their groups', async () => {
    const [{ clientId }, { clientId: other }] = [
      await clientRow(database, coachId),
      await clientRow(database, coachId),
    ]
    const shared = await group(clientId)
    const [mine, ours, theirs] = [
      await goal({ clientId }),
      await goal({ groupId: shared }),
      await goal({ clientId: other }),
    ]
    expect(await found(scope, { clientId })).toEqual([mine, ours])
    expect(await found(own(clientId), { clientId })).toEqual([mine, ours])
    expect(await found(own(clientId), { groupId: shared })).toEqual([ours])
    expect(await found(own(other), { groupId: shared })).toEqual([])
    expect(await goals.findGoal(database.db, own(clientId), theirs)).toBeUndefined()
    const foreign = scopeOfPractice((await coachRow(database)).coachId)
    expect(await found(foreign, { clientId })).toEqual([])
    expect(await goals.findGoal(database.db, foreign, mine)).toBeUndefined()
    expect(await findOwner(database.db, foreign, { clientId })).toBeUndefined()
    expect(await findOwner(database.db, own(other), { groupId: shared })).toBeUndefined()
    expect(await findOwner(database.db, scope, { clientId })).toMatchObject({ active: 1 })
  })

  test('come active ones first, by target date, undated ones last', async () => {
    const { clientId } = await clientRow(database, coachId)
    const undated = await goal({ clientId })
    const later = await goal({ clientId }, { target_on: '2027-06-01' as DateOn })
    const sooner = await goal({ clientId }, { target_on: '2027-03-01' as DateOn })
    await database.db
      .transaction()
      .execute((tx) => goals.updateGoal(tx, scope, sooner, { status: 'paused' }, ROWS_AT))
    expect(await found(scope, { clientId })).toEqual([later, undated, sooner])
  })
})

// @spec P.94
test('a goal that was deleted long ago is removed, and its actions stay', async () => {
  const { clientId } = await clientRow(database, coachId)
  const [old, recent] = [await goal({ clientId }), await goal({ clientId })]
  const action = newId<ActionId>()
  await database.db
    .insertInto('actions')
    .values({
      id: action,
      coach_id: coachId,
      client_id: clientId,
      goal_id: old,
      text: 'Caminar',
      status: 'pending',
      reminds: true,
      created_by: 'coach',
      ...times,
    })
    .execute()
  const forgotten = await database.db.transaction().execute(async (tx) => {
    await goals.markDeleted(tx, scope, old, ROWS_AT)
    await goals.markDeleted(tx, scope, recent, epochMs(ROWS_AT + DAY_MS))
    return goals.forgetGoals(tx, epochMs(ROWS_AT + DAY_MS), 10)
  })
  expect(forgotten).toBe(1)
  const kept = await database.db
    .selectFrom('actions')
    .select(['id', 'goal_id', 'coach_id'])
    .where('id', '=', action)
    .executeTakeFirst()
  expect(kept).toEqual({ id: action, goal_id: null, coach_id: coachId })
  expect(await goals.findGoal(database.db, scope, recent)).toBeUndefined()
})

test('the sessions of a goal are those of what was noted and agreed, not of what was deleted', async () => {
  const { clientId } = await clientRow(database, coachId)
  const goalId = await goal({ clientId })
  const session = async (days: number) => {
    const id = newId<SessionId>()
    const at = (ms: number) => toTimestamp(epochMs(ROWS_AT + days * DAY_MS + ms))
    const row = { id, coach_id: coachId, client_id: clientId, type: 'Client', title: 'Sesión' } as const
    const held = { timezone: 'UTC', channel: 'meet', status: 'completed', ...times } as const
    const values = { ...row, ...held, starts_at: at(0), ends_at: at(DAY_MS / 24) }
    await database.db.insertInto('sessions').values(values).execute()
    return id
  }
  const agreed = async (session_id: SessionId, deleted: boolean) => {
    const action = {
      id: newId<ActionId>(),
      coach_id: coachId,
      client_id: clientId,
      goal_id: goalId,
      session_id,
    }
    const fields = {
      text: 'Caminar',
      status: 'pending',
      reminds: true,
      created_by: 'coach',
      ...times,
    } as const
    const deleted_at = deleted ? toTimestamp(ROWS_AT) : null
    await database.db
      .insertInto('actions')
      .values({ ...action, ...fields, deleted_at })
      .execute()
  }
  const [first, second, third] = [await session(0), await session(1), await session(2)]
  await agreed(first, false)
  await agreed(second, true)
  const checkIn = { id: newId<CheckInId>(), goal_id: goalId, coach_id: coachId, session_id: third }
  await database.db
    .insertInto('goal_check_ins')
    .values({ ...checkIn, noted_on: TODAY, comment: 'Va', created_at: toTimestamp(ROWS_AT) })
    .execute()
  for (const who of [scope, own(clientId)]) {
    const listed = await listSessions(database.db, who, goalId)
    expect(listed.map(({ id }) => id)).toEqual([third, first])
  }
})

describe('the database keeps', () => {
  test.each([
    ['exactly one owner', { client_id: null }, 'goals_one_owner'],
    ['numbers of their measure', { target: null }, 'goals_numbers'],
    ['a target that is not the baseline', { target: 0 }, 'goals_numbers'],
    ['dates in their order', { target_on: '2027-01-01' as DateOn }, 'goals_dates'],
    ['an end with its instant', { status: 'achieved' as const }, 'goals_closed'],
    ['a score with an end', { score: 4 }, 'goals_closing_words'],
  ])('%s', async (_, fields, constraint) => {
    const { clientId } = await clientRow(database, coachId)
    const id = await goal({ clientId })
    const change = database.db.updateTable('goals').set(fields).where('id', '=', id).execute()
    await expect(change).rejects.toMatchObject({ constraint })
  })

  test('goals of people and groups of the same practice', async () => {
    const { coachId: other } = await coachRow(database)
    const { clientId } = await clientRow(database, coachId)
    await expect(goal({ clientId }, { of: other })).rejects.toMatchObject({
      constraint: 'goals_client_of_coach',
    })
  })
})
