import { type ExpressionBuilder, type Kysely, type Transaction, type Updateable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ClientStatus } from '#contract/clients.ts'
import type { GoalMeasure } from '#contract/goals/goal-measures.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { ClientId, DateOn, GoalId, GroupId, PageQuery, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import type { OwnerKey } from './goal-owners.repository.ts'
import { OPEN_STATUSES } from './goals.domain.ts'

/** A goal with its milestones, what was noted of it, and its owner's process and zone. */
export type GoalRow = NonNullable<Awaited<ReturnType<typeof findGoal>>>

/** The columns that people write. */
export type GoalFields = Pick<
  Updateable<DB['goals']>,
  | 'title'
  | 'why'
  | 'area'
  | 'baseline'
  | 'target'
  | 'unit'
  | 'starts_on'
  | 'target_on'
  | 'status'
  | 'moved_on'
  | 'reflection'
  | 'score'
  | 'client_worded'
>

export type NewGoalRow = {
  id: GoalId
  coachId: UserId
  owner: OwnerKey
  measure: GoalMeasure
  createdBy: 'coach' | 'client'
  fields: GoalFields & { title: string; starts_on: DateOn; moved_on: DateOn }
}

export async function insertGoal(
  tx: Transaction<DB>,
  { id, coachId, owner, measure, createdBy, fields }: NewGoalRow,
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('goals')
    .values({
      ...fields,
      id,
      coach_id: coachId,
      client_id: 'clientId' in owner ? owner.clientId : null,
      group_id: 'groupId' in owner ? owner.groupId : null,
      measure,
      status: 'active',
      created_by: createdBy,
      client_worded: createdBy === 'client',
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .execute()
}

/** Changes a goal that the caller has locked. */
export async function updateGoal(
  tx: Transaction<DB>,
  scope: Scope,
  id: GoalId,
  { closedAt, ...fields }: GoalFields & { closedAt?: EpochMs },
  now: EpochMs,
): Promise<void> {
  await tx
    .updateTable('goals')
    .set({
      ...fields,
      ...(closedAt !== undefined && { closed_at: toTimestamp(closedAt) }),
      updated_at: toTimestamp(now),
    })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a goal, or brings it back with null. */
export async function markDeleted(
  tx: Transaction<DB>,
  scope: Scope,
  id: GoalId,
  deletedAt: EpochMs | null,
): Promise<void> {
  await tx
    .updateTable('goals')
    .set({ deleted_at: deletedAt === null ? null : toTimestamp(deletedAt) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', id)
    .execute()
}

/** Removes at most `most` goals that were deleted before an instant, with all that belongs to them. @returns how many */
export async function forgetGoals(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('goals')
    .where('id', 'in', (query) =>
      query.selectFrom('goals').where('deleted_at', '<', toTimestamp(before)).select('id').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export function findGoal(db: Kysely<DB>, scope: Scope, id: GoalId) {
  return selectGoals(db, scope).where('g.id', '=', id).where('g.deleted_at', 'is', null).executeTakeFirst()
}

/**
 * The goal, locked until the transaction ends; `deleted` one that was deleted. Read by another statement once it is
 * locked: one that waits for the lock reads other tables, such as that of milestones, as they were before.
 */
export async function lockGoal(tx: Transaction<DB>, scope: Scope, id: GoalId, deleted = false) {
  const locked = await goalsOf(tx, scope)
    .where('g.id', '=', id)
    .where('g.deleted_at', deleted ? 'is not' : 'is', null)
    .select('g.id')
    .forUpdate('g')
    .executeTakeFirst()
  return locked && selectGoals(tx, scope).where('g.id', '=', id).executeTakeFirst()
}

/** A page of an owner's goals and how many there are: a person's with those of the groups they are in. */
export async function listGoals(
  db: Kysely<DB>,
  scope: Scope,
  owner: OwnerKey,
  status: 'open' | 'closed' | undefined,
  { direction, items, page }: PageQuery,
): Promise<{ rows: GoalRow[]; total: number }> {
  const matching = goalsOf(db, scope)
    .where('g.deleted_at', 'is', null)
    .where((goal) =>
      'groupId' in owner
        ? goal('g.group_id', '=', owner.groupId)
        : goal.or([goal('g.client_id', '=', owner.clientId), goal.exists(memberOf(goal, owner.clientId))]),
    )
    .$if(status === 'open', (some) => some.where('g.status', 'in', OPEN_STATUSES))
    .$if(status === 'closed', (some) => some.where('g.status', 'not in', OPEN_STATUSES))
  const [rows, { total }] = await Promise.all([
    inOrder(withDetails(matching, scope), direction)
      .limit(items)
      .offset((page - 1) * items)
      .execute(),
    matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}

/** The open goals of some people, or of a group, in the order of the list. */
export function listOpenOf(
  db: Kysely<DB>,
  scope: Scope,
  { people, groupId }: { people: readonly ClientId[]; groupId: GroupId | null },
): Promise<GoalRow[]> {
  if (groupId === null && people.length === 0) return Promise.resolve([])
  const open = selectGoals(db, scope)
    .where('g.deleted_at', 'is', null)
    .where('g.status', 'in', OPEN_STATUSES)
    .where((goal) =>
      groupId === null ? goal('g.client_id', 'in', people) : goal('g.group_id', '=', groupId),
    )
  return inOrder(open, 'asc').execute()
}

/** Open ones first, active before paused, each part by target date, undated ones last. */
export function inOrder<Query extends ReturnType<typeof selectGoals>>(
  query: Query,
  direction: 'asc' | 'desc',
) {
  return query
    .orderBy(sql`array_position(array['active', 'paused'], g.status)`, (order) => order.asc().nullsLast())
    .orderBy('g.target_on', (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('g.id', direction)
}

/** All that is read of a goal. */
export function selectGoals(db: Kysely<DB>, scope: Scope) {
  return withDetails(goalsOf(db, scope), scope)
}

// The base of every query of goals: a practice, or a client's own goals and those of the groups they are in.
function goalsOf(db: Kysely<DB>, scope: Scope) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('goals as g')
    .where('g.coach_id', '=', scope.coachId)
    .$if(clientId !== undefined, (own) =>
      own.where((goal) =>
        goal.or([goal('g.client_id', '=', clientId!), goal.exists(memberOf(goal, clientId!))]),
      ),
    )
}

function memberOf(eb: ExpressionBuilder<DB & { g: DB['goals'] }, 'g'>, clientId: ClientId) {
  return eb
    .selectFrom('group_members as own')
    .whereRef('own.group_id', '=', 'g.group_id')
    .where('own.client_id', '=', clientId)
    .where('own.status', '=', 'active')
    .select('own.id')
}

function withDetails(goals: ReturnType<typeof goalsOf>, scope: Scope) {
  const clientId = clientOf(scope)
  return goals
    .leftJoin('clients as client', 'client.id', 'g.client_id')
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .leftJoin('groups as of_group', 'of_group.id', 'g.group_id')
    .innerJoin('users as coach', 'coach.id', 'g.coach_id')
    .select([
      'g.id',
      'g.coach_id as coachId',
      'g.client_id as clientId',
      'g.group_id as groupId',
      'of_group.name as groupName',
      'g.title',
      'g.why',
      'g.area',
      'g.measure',
      'g.baseline',
      'g.target',
      'g.unit',
      'g.starts_on as startsOn',
      'g.target_on as targetOn',
      'g.status',
      'g.moved_on as movedOn',
      'g.reflection',
      'g.score',
      'g.closed_at as closedAt',
      'g.created_by as createdBy',
      'g.created_at as createdAt',
      'g.updated_at as updatedAt',
    ])
    .select((eb) => [
      eb.fn
        .coalesce('client.status', 'of_group.status')
        .$castTo<Exclude<ClientStatus, 'expired'> | GroupStatus>()
        .as('process'),
      eb.fn.coalesce('person.timezone', 'client.timezone', 'coach.timezone').$notNull().as('timezone'),
      jsonArrayFrom(
        eb
          .selectFrom('goal_milestones as m')
          .whereRef('m.goal_id', '=', 'g.id')
          .orderBy('m.position')
          .orderBy('m.id')
          .select(['m.id', 'm.text', 'm.due_on as date', 'm.done_on as doneOn']),
      ).as('milestones'),
      // The last values, oldest first; the last of a day counts.
      jsonArrayFrom(
        eb
          .selectFrom(
            eb
              .selectFrom('goal_check_ins as c')
              .whereRef('c.goal_id', '=', 'g.id')
              .where('c.value', 'is not', null)
              .where('c.deleted_at', 'is', null)
              .orderBy('c.noted_on', 'desc')
              .orderBy('c.created_at', 'desc')
              .orderBy('c.id', 'desc')
              .limit(MOST_POINTS)
              .select(['c.noted_on as date', 'c.value', 'c.created_at', 'c.id'])
              .as('noted'),
          )
          .orderBy('noted.date')
          .orderBy('noted.created_at')
          .orderBy('noted.id')
          .select(['noted.date', 'noted.value']),
      ).as('noted'),
      eb
        .selectFrom('actions as a')
        .whereRef('a.goal_id', '=', 'g.id')
        .where('a.deleted_at', 'is', null)
        .where('a.status', 'in', ['pending', 'inProgress'])
        .$if(clientId !== undefined, (own) => own.where('a.client_id', '=', clientId!))
        .select(sql<number>`count(*)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('openActions'),
    ])
}

/** Values that a list knows of each goal: enough for its present one and the line of its last weeks. */
const MOST_POINTS = 60
