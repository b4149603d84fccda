import { type Kysely, type Transaction, sql } from 'kysely'
import type { ActionStatus } from '#contract/actions.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type {
  ActionId,
  ClientId,
  DateOn,
  GoalId,
  GroupId,
  PageQuery,
  SessionId,
  UserId,
} from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type CoachScope, type Scope, clientOf } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'

/** An action with its owner's zone. */
export type ActionRow = Awaited<ReturnType<typeof findAction>> & {}

/** The actions of some people; for a group only those agreed in its sessions. */
export type Work = { people: readonly ClientId[]; groupId: GroupId | null }

/** An action as stored. */
export type StoredAction = {
  id: ActionId
  coachId: UserId
  clientId: ClientId
  /** Null for one that was added outside of a session. */
  sessionId: SessionId | null
  goalId: GoalId | null
  text: string
  dueOn: DateOn | null
}

export async function insertActions(
  tx: Transaction<DB>,
  actions: readonly StoredAction[],
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('actions')
    .values(
      actions.map((action) => ({
        id: action.id,
        coach_id: action.coachId,
        client_id: action.clientId,
        session_id: action.sessionId,
        goal_id: action.goalId,
        text: action.text,
        due_on: action.dueOn,
        status: 'pending' as const,
        created_at: toTimestamp(now),
        updated_at: toTimestamp(now),
      })),
    )
    .execute()
}

/**
 * The client who gets a new action, with their zone. Locked against a change of their process and against another
 * addition; what refers to them goes on.
 */
export function lockOwner(tx: Transaction<DB>, scope: Scope, clientId: ClientId) {
  const own = clientOf(scope)
  return tx
    .selectFrom('clients as client')
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .where('client.coach_id', '=', scope.coachId)
    .where('client.id', '=', clientId)
    .$if(own !== undefined, (only) => only.where('client.id', '=', own!))
    .select('client.status as process')
    .select((eb) => eb.fn.coalesce('person.timezone', 'client.timezone').as('timezone'))
    .forNoKeyUpdate('client')
    .executeTakeFirst()
}

/** How many actions of a client are open, and an equal one outside of a session that was added since then, if any. */
export function countOpen(
  tx: Transaction<DB>,
  { clientId, text, dueOn }: Pick<StoredAction, 'clientId' | 'text' | 'dueOn'>,
  since: EpochMs,
) {
  const isRepeated = sql`session_id is null and text = ${text} and due_on is not distinct from ${dueOn}::date
    and created_at > ${toTimestamp(since)}`
  return tx
    .selectFrom('actions')
    .where('client_id', '=', clientId)
    .where('status', 'in', OPEN_STATUSES)
    .select([
      sql<number>`count(*)`.as('open'),
      sql<ActionId | null>`(array_agg(id) filter (where ${isRepeated}))[1]`.as('repeated'),
    ])
    .executeTakeFirstOrThrow()
}

export function findAction(db: Kysely<DB>, scope: Scope, id: ActionId) {
  return selectActions(db, scope).where('a.id', '=', id).executeTakeFirst()
}

/** The action, locked until the transaction ends. */
export function lockAction(tx: Transaction<DB>, scope: Scope, id: ActionId) {
  return selectActions(tx, scope).where('a.id', '=', id).forUpdate('a').executeTakeFirst()
}

/** The actions agreed in a session, by due date. */
export function listOfSession(db: Kysely<DB>, scope: Scope, sessionId: SessionId): Promise<ActionRow[]> {
  return byDueDate(selectActions(db, scope).where('a.session_id', '=', sessionId), 'asc').execute()
}

/** The open actions that lead to a goal, by due date. */
export function listOpenOfGoal(db: Kysely<DB>, scope: Scope, goalId: GoalId): Promise<ActionRow[]> {
  const open = selectActions(db, scope).where('a.goal_id', '=', goalId).where('a.status', 'in', OPEN_STATUSES)
  return byDueDate(open, 'asc').limit(MOST_OF_GOAL).execute()
}

/** Actions that the page of a goal shows. */
const MOST_OF_GOAL = 100

/** Whether an action of a client may lead to a goal: their own, or one of a group they are in. */
export async function isGoalOf(
  db: Kysely<DB>,
  { coachId }: Scope,
  { goalId, clientId }: { goalId: GoalId; clientId: ClientId },
): Promise<boolean> {
  const found = await db
    .selectFrom('goals as g')
    .leftJoin('group_members as m', (join) =>
      join
        .onRef('m.group_id', '=', 'g.group_id')
        .on('m.client_id', '=', clientId)
        .on('m.status', '=', 'active'),
    )
    .where('g.coach_id', '=', coachId)
    .where('g.id', '=', goalId)
    .where('g.deleted_at', 'is', null)
    .where((goal) => goal.or([goal('g.client_id', '=', clientId), goal('m.id', 'is not', null)]))
    .select('g.id')
    .executeTakeFirst()
  return found !== undefined
}

/** The open actions of some people, for a group only those agreed in its sessions; oldest first. */
export function listOpenOf(db: Kysely<DB>, scope: Scope, { people, groupId }: Work): Promise<ActionRow[]> {
  if (people.length === 0) return Promise.resolve([])
  return selectActions(db, scope)
    .where('a.client_id', 'in', people)
    .where('a.status', 'in', OPEN_STATUSES)
    .$if(groupId !== null, (some) => some.where('agreed.group_id', '=', groupId))
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
}

/**
 * A page of a client's actions, open ones first, each part by due date with undated ones last, and the numbers of open,
 * done and all actions, with the state of the process. Undefined if the client is not in the scope.
 */
export async function listOfClient(
  db: Kysely<DB>,
  scope: Scope,
  clientId: ClientId,
  status: 'open' | 'closed' | undefined,
  { direction, items, page }: PageQuery,
): Promise<
  { rows: ActionRow[]; open: number; done: number; all: number; process: ClientStatus } | undefined
> {
  const rows = byDueDate(
    selectActions(db, scope)
      .where('a.client_id', '=', clientId)
      .$if(status === 'open', (some) => some.where('a.status', 'in', OPEN_STATUSES))
      .$if(status === 'closed', (some) => some.where('a.status', 'not in', OPEN_STATUSES)),
    direction,
  )
    .limit(items)
    .offset((page - 1) * items)
    .execute()
  const counts = db
    .selectFrom('clients')
    .leftJoin('actions', 'actions.client_id', 'clients.id')
    .select([
      'clients.status as process',
      sql<number>`count(actions.id) filter (where actions.status in (${sql.join(OPEN_STATUSES)}))`.as('open'),
      sql<number>`count(actions.id) filter (where actions.status = 'done')`.as('done'),
      sql<number>`count(actions.id)`.as('all'),
    ])
    .where('clients.coach_id', '=', scope.coachId)
    .where('clients.id', '=', clientId)
    .$if(clientOf(scope) !== undefined, (own) => own.where('clients.id', '=', clientOf(scope)!))
    .groupBy('clients.id')
    .executeTakeFirst()
  const [found, count] = await Promise.all([rows, counts])
  return count && { rows: found, ...count }
}

/** How many actions of the practice were done in each of some intervals, in their order. */
export async function listDone(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  ranges: readonly { from: EpochMs; to: EpochMs }[],
): Promise<number[]> {
  const values = sql.join(
    ranges.map(({ from, to }, at) => sql`(${at}::int, ${toTimestamp(from)}, ${toTimestamp(to)})`),
  )
  const { rows } = await sql<{ done: number }>`
    select (
      select count(*) from actions where coach_id = ${coachId} and status = 'done'
        and completed_at >= w.from_at and completed_at < w.to_at
    ) as done from (values ${values}) as w (at, from_at, to_at) order by w.at`.execute(db)
  return rows.map(({ done }) => done)
}

/** Changes the status of an action from the one that was read; false if it has changed meanwhile. */
export async function transitionAction(
  tx: Transaction<DB>,
  id: ActionId,
  from: ActionStatus,
  to: ActionStatus,
  by: 'coach' | 'client',
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('actions')
    .set({
      status: to,
      completed_at: to === 'done' ? toTimestamp(now) : null,
      changed_by: by,
      updated_at: toTimestamp(now),
    })
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function selectActions(db: Kysely<DB>, scope: Scope) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('actions as a')
    .innerJoin('clients as client', 'client.id', 'a.client_id')
    .leftJoin('users as person', 'person.id', 'client.user_id')
    .leftJoin('sessions as agreed', 'agreed.id', 'a.session_id')
    .leftJoin('goals as goal', (join) =>
      join.onRef('goal.id', '=', 'a.goal_id').on('goal.deleted_at', 'is', null),
    )
    .where('a.coach_id', '=', scope.coachId)
    .$if(clientId !== undefined, (own) => own.where('a.client_id', '=', clientId!))
    .select([
      'a.id',
      'a.coach_id as coachId',
      'a.client_id as clientId',
      'a.session_id as sessionId',
      'goal.id as goalId',
      'a.text',
      'a.due_on as dueOn',
      'a.status',
      'a.completed_at as completedAt',
      'a.changed_by as changedBy',
      'a.created_at as createdAt',
      'a.updated_at as updatedAt',
      'client.status as process',
      'agreed.group_id as groupId',
    ])
    .select((eb) => eb.fn.coalesce('person.timezone', 'client.timezone').as('timezone'))
}

function byDueDate<Query extends ReturnType<typeof selectActions>>(query: Query, direction: 'asc' | 'desc') {
  return query
    .orderBy((eb) => eb('a.status', 'in', OPEN_STATUSES), 'desc')
    .orderBy('a.due_on', (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
    .orderBy('a.id', direction)
}
