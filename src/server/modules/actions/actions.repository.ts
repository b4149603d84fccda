import { type Expression, type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import type { ActionStatus } from '#contract/actions/actions.ts'
import type { ActionId, ClientId, DateOn, GoalId, GroupId, SessionId, UserId } from '#contract/values.ts'
import { type EpochMs, HOUR_MS, epochMs, toIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Slots, literals } from '#server/platform/postgres/compiled-query.ts'
import { type Reading, readingOf } from '#server/platform/postgres/reading.ts'
import { type ClientScope, type CoachScope, type Scope, clientOf, clientSlots } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'

/** An action with its owner's zone. */
export type ActionRow = Awaited<ReturnType<typeof findAction>> & {}

/** The actions of some people; for a group only those that were given to it. */
export type Work = { people: readonly ClientId[]; groupId: GroupId | null }

/** An action as stored. */
export type StoredAction = {
  id: ActionId
  coachId: UserId
  clientId: ClientId
  /** Null for one that was added outside of a session. */
  sessionId: SessionId | null
  goalId: GoalId | null
  /** Set if it was given to a group: the same assignment for each of its people. */
  groupId: GroupId | null
  assignmentId: string | null
  text: string
  detail: string | null
  dueOn: DateOn | null
  reminds: boolean
  createdBy: 'coach' | 'client'
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
        group_id: action.groupId,
        assignment_id: action.assignmentId,
        text: action.text,
        detail: action.detail,
        due_on: action.dueOn,
        reminds: action.reminds,
        created_by: action.createdBy,
        client_worded: action.createdBy === 'client',
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
export function lockOwner(tx: Transaction<DB>, scope: Scope, clientId: ClientId | Expression<ClientId>) {
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

/** The same of the client who has an action. Locked before the action is, which is the order of an addition. */
export function lockOwnerOf(tx: Transaction<DB>, scope: Scope, id: ActionId) {
  return lockOwner(tx, scope, sql<ClientId>`(select client_id from actions where id = ${id})`)
}

/** Whether one of `actions` was added by itself since then, for this session or outside of any, with these words and date. */
export function isRepeated(
  { sessionId, text, dueOn }: Pick<StoredAction, 'sessionId' | 'text' | 'dueOn'>,
  since: EpochMs,
) {
  return sql<boolean>`(actions.session_id is not distinct from ${sessionId}::uuid and actions.text = ${text}
    and actions.due_on is not distinct from ${dueOn}::date and actions.created_at > ${toTimestamp(since)}
    and not exists (
      select from session_closings closing
      where closing.session_id = actions.session_id and closing.closed_at <= actions.created_at))`
}

/** How many actions of a client are open, and an equal one that was added since then, if any. */
export function countOpen(
  tx: Transaction<DB>,
  wanted: Pick<StoredAction, 'clientId' | 'sessionId' | 'text' | 'dueOn'>,
  since: EpochMs,
) {
  const isSame = sql`group_id is null and ${isRepeated(wanted, since)}`
  return tx
    .selectFrom('actions')
    .where('client_id', '=', wanted.clientId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', OPEN_STATUSES)
    .select([
      sql<number>`count(*)`.as('open'),
      sql<ActionId | null>`(array_agg(id) filter (where ${isSame}))[1]`.as('repeated'),
    ])
    .executeTakeFirstOrThrow()
}

export function findAction(db: Kysely<DB>, scope: Scope, id: ActionId) {
  return selectActions(db, scope).where('a.id', '=', id).where('a.deleted_at', 'is', null).executeTakeFirst()
}

/** The action, also a deleted one, locked until the transaction ends. */
export function lockAction(tx: Transaction<DB>, scope: Scope, id: ActionId) {
  return selectActions(tx, scope).where('a.id', '=', id).forUpdate('a').executeTakeFirst()
}

/**
 * Whether a session is one with this client, alone or in a group they are in, or with this group; with `heldAt` also whether
 * it is held then: confirmed, not closed yet, and not more than an hour away.
 */
export async function isSessionWith(
  db: Kysely<DB>,
  scope: Scope,
  whom: { clientId: ClientId } | { groupId: GroupId },
  sessionId: SessionId,
  heldAt?: EpochMs,
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions as s')
    .leftJoin('group_members as m', (join) =>
      join
        .onRef('m.group_id', '=', 's.group_id')
        .on('m.status', '=', 'active')
        .on('m.client_id', '=', 'clientId' in whom ? whom.clientId : null),
    )
    .where('s.coach_id', '=', scope.coachId)
    .where('s.id', '=', sessionId)
    .where((eb) =>
      'groupId' in whom
        ? eb('s.group_id', '=', whom.groupId)
        : eb.or([eb('s.client_id', '=', whom.clientId), eb('m.client_id', 'is not', null)]),
    )
    .$if(heldAt !== undefined, (some) =>
      some
        .where('s.status', '=', 'confirmed')
        .where('s.starts_at', '<=', toTimestamp(epochMs(heldAt! + HOUR_MS))),
    )
    .select('s.id')
    .executeTakeFirst()
  return session !== undefined
}

/** The actions agreed in a session, by due date. */
export function listOfSession(db: Kysely<DB>, scope: Scope, sessionId: SessionId): Promise<ActionRow[]> {
  return ofSession(db, scope, sessionId).execute()
}

/** The same of a session of the scope that a query finds. */
export function readingOfSession(
  session: (db: Kysely<DB>, scope: ClientScope) => Expression<{ id: SessionId }>,
): (scope: ClientScope) => Reading<ActionRow[]> {
  const agreed = readingOf((db, slots: Slots<OfClient>) => {
    const scope = clientSlots(slots)
    return ofSession(db, scope, sql<SessionId>`${session(db, scope)}`)
  })
  return ({ coachId, clientId }) => agreed({ coachId, clientId })
}

/** A client's scope, as the values of a query. */
export type OfClient = { coachId: UserId; clientId: ClientId }

function ofSession(db: Kysely<DB>, scope: Scope, sessionId: SessionId | Expression<SessionId>) {
  const agreed = selectActions(db, scope)
    .where('a.session_id', '=', sessionId)
    .where('a.deleted_at', 'is', null)
  return agreed.orderBy(dueOrder('asc'))
}

/** The open actions of some people, for a group only those that were given to it; oldest first. */
export function listOpenOf(db: Kysely<DB>, scope: Scope, { people, groupId }: Work): Promise<ActionRow[]> {
  if (people.length === 0) return Promise.resolve([])
  return selectActions(db, scope)
    .where('a.client_id', 'in', people)
    .where('a.deleted_at', 'is', null)
    .where('a.status', 'in', OPEN_STATUSES)
    .$if(groupId !== null, (some) => some.where('a.group_id', '=', groupId))
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
}

/** How many actions of the practice were done in each of some intervals, in their order. */
export function readDone(
  { coachId }: CoachScope,
  ranges: readonly { from: EpochMs; to: EpochMs }[],
): Reading<number[]> {
  const values = {
    coachId,
    from: ranges.map(({ from }) => toIso(from)),
    to: ranges.map(({ to }) => toIso(to)),
  }
  return done(values).map((rows) => rows.map((row) => row.done))
}

const done = readingOf(
  (_, { coachId, from, to }: Slots<{ coachId: UserId; from: string[]; to: string[] }>) => sql<{
    done: number
  }>`
    select (
      select count(*) from actions where coach_id = ${coachId} and status = 'done' and deleted_at is null
        and completed_at >= w.from_at and completed_at < w.to_at
    ) as done
    from unnest(${from}::timestamptz[], ${to}::timestamptz[]) with ordinality as w (from_at, to_at, at) order by w.at`,
)

/** Changes the status of an action from the one that was read; false if it has changed meanwhile. */
export async function transitionAction(
  tx: Transaction<DB>,
  id: ActionId,
  from: ActionStatus,
  to: ActionStatus,
  { by, reason }: { by: 'coach' | 'client'; reason: string | null },
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('actions')
    .set({
      status: to,
      completed_at: to === 'done' ? toTimestamp(now) : null,
      changed_by: by,
      reason: to === 'wontDo' ? reason : null,
      updated_at: toTimestamp(now),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Actions of a scope, deleted ones too. `sessionsSince` counts the sessions its person came to since it was agreed; the one in
 * which that was does not count, although it is closed later.
 */
export function selectActions(db: Kysely<DB>, scope: Scope) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('actions as a')
    .innerJoin('clients as client', 'client.id', 'a.client_id')
    .leftJoin('users as person', 'person.id', 'client.user_id')
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
      'a.group_id as groupId',
      'a.text',
      'a.detail',
      'a.comment',
      'a.reason',
      'a.due_on as dueOn',
      'a.reminds',
      'a.created_by as createdBy',
      'a.deleted_at as deletedAt',
      'a.status',
      'a.completed_at as completedAt',
      'a.changed_by as changedBy',
      'a.created_at as createdAt',
      'a.updated_at as updatedAt',
      'client.status as process',
    ])
    .select((eb) => [
      eb.fn.coalesce('person.timezone', 'client.timezone').as('timezone'),
      eb
        .selectFrom('session_attendances as came')
        .innerJoin('session_closings as closing', 'closing.session_id', 'came.session_id')
        .innerJoin('sessions as held', 'held.id', 'came.session_id')
        .whereRef('came.client_id', '=', 'a.client_id')
        .where('came.state', 'in', ['present', 'late'])
        .where('held.status', '=', 'completed')
        .where(sql<boolean>`held.id is distinct from a.session_id`)
        .whereRef('closing.closed_at', '>', 'a.created_at')
        .select((held) => held.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('sessionsSince'),
    ])
}

/** The order of the actions `a`: open ones first, each part by due date, with undated ones last. */
export function dueOrder(direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const way = sql.raw(direction)
  return sql`a.status in (${literals(OPEN_STATUSES)}) desc, a.due_on ${way} nulls last, a.id ${way}`
}

/** The fields of an action that people write. */
export type ActionPatch = {
  text?: string
  detail?: string | null
  dueOn?: DateOn | null
  goalId?: GoalId | null
  reminds?: boolean
  comment?: string | null
  /** Its client has a part in its words, which is never taken back. */
  clientWorded?: true
}

/** Changes the given fields of an action. `updated_at` stays: it is when its status changed last. */
export async function updateAction(tx: Transaction<DB>, id: ActionId, patch: ActionPatch): Promise<void> {
  const { dueOn, goalId, clientWorded, ...same } = patch
  await tx
    .updateTable('actions')
    .set({
      ...same,
      ...(dueOn !== undefined && { due_on: dueOn }),
      ...(goalId !== undefined && { goal_id: goalId }),
      ...(clientWorded && { client_worded: true }),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Deletes an action, or restores it. Its place in the lists does not change. */
export async function setDeleted(
  tx: Transaction<DB>,
  id: ActionId,
  deletedAt: EpochMs | null,
): Promise<void> {
  await tx
    .updateTable('actions')
    .set({ deleted_at: deletedAt === null ? null : toTimestamp(deletedAt) })
    .where('id', '=', id)
    .execute()
}

/** Removes at most `most` actions that were deleted before an instant. @returns how many */
export async function removeDeleted(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('actions')
    .where('id', 'in', (query) =>
      query.selectFrom('actions').where('deleted_at', '<', toTimestamp(before)).select('id').limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
