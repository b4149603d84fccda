import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId, DateOn, GroupId, PageQuery, SessionId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import type { CoachScope } from '../../policy/scope.ts'
import { OPEN_STATUSES } from './actions.domain.ts'
import { isRepeated, selectActions } from './actions.repository.ts'

/** A page of what a group was asked for, the latest first, and how many there are. */
export async function listAssignments(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  groupId: GroupId,
  { items, page, direction }: PageQuery,
): Promise<{ ids: string[]; total: number }> {
  const given = db
    .selectFrom('actions')
    .where('coach_id', '=', coachId)
    .where('group_id', '=', groupId)
    .where('assignment_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .groupBy('assignment_id')
    .select('assignment_id as id')
  const [rows, { total }] = await Promise.all([
    given
      .orderBy((eb) => eb.fn.min('created_at'), direction === 'asc' ? 'desc' : 'asc')
      .orderBy('assignment_id', direction)
      .limit(items)
      .offset((page - 1) * items)
      .execute(),
    db
      .selectFrom(given.as('given'))
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id!), total }
}

/** The actions of some assignments, with their people, in the order they were added. */
export function listAssigned(db: Kysely<DB>, scope: CoachScope, ids: readonly string[]) {
  return selectActions(db, scope)
    .where('a.deleted_at', 'is', null)
    .where('a.assignment_id', '=', sql<string>`any(${sql.val([...ids])}::uuid[])`)
    .select(['a.assignment_id as assignmentId', 'client.name', 'client.last_name as lastName'])
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
}

/** The assignment of the same session, or of none, with the same words and date that a group was given since then, if any. */
export function findRepeated(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  wanted: { groupId: GroupId; sessionId: SessionId | null; text: string; dueOn: DateOn | null },
  since: EpochMs,
) {
  return tx
    .selectFrom('actions')
    .where('coach_id', '=', coachId)
    .where('group_id', '=', wanted.groupId)
    .where('deleted_at', 'is', null)
    .where(isRepeated(wanted, since))
    .where('assignment_id', 'is not', null)
    .select('assignment_id as id')
    .limit(1)
    .executeTakeFirst()
}

/** The most open actions that one of some people has. */
export async function mostOpenOf(tx: Transaction<DB>, people: readonly ClientId[]): Promise<number> {
  const row = await tx
    .selectFrom('actions')
    .where('client_id', 'in', people)
    .where('deleted_at', 'is', null)
    .where('status', 'in', OPEN_STATUSES)
    .groupBy('client_id')
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .orderBy('open', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.open ?? 0
}
