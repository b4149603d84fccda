import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '#server/policy/scope.ts'

/** These clients of the coach, with what the rules need. */
export function listStates(db: Kysely<DB>, scope: CoachScope, ids: readonly ClientId[]) {
  return ofThese(db, scope, ids).execute()
}

/** The same, locked in the order of their ids until the transaction ends. */
export function lockStates(tx: Transaction<DB>, scope: CoachScope, ids: readonly ClientId[]) {
  return ofThese(tx, scope, ids).orderBy('id').forNoKeyUpdate().execute()
}

/**
 * The tags of locked clients. `same` are those that the list's filter takes for this tag: accents and case do not count.
 * A separate statement: PostgreSQL's process ends where it compares again after waiting for the lock of a row.
 */
export function listTags(tx: Transaction<DB>, scope: CoachScope, ids: readonly ClientId[], tag: string) {
  return tx
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', anyOf(ids))
    .select(['id', 'tags', 'account_ended_at as accountEndedAt'])
    .select(sql<string[]>`array(select t from unnest(tags) as t where fold(t) = fold(${tag}))`.as('same'))
    .execute()
}

function ofThese(db: Kysely<DB>, scope: CoachScope, ids: readonly ClientId[]) {
  return db
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', anyOf(ids))
    .select([
      'id',
      'email',
      'status',
      'archived_from as archivedFrom',
      'account_ended_at as accountEndedAt',
      'invited_at as invitedAt',
      'tags',
    ])
}

/** Opens the invitations of locked clients. */
export async function openInvitations(
  tx: Transaction<DB>,
  scope: CoachScope,
  ids: readonly ClientId[],
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('clients')
    .set({ status: 'invited', invited_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', anyOf(ids))
    .execute()
}

/** Writes the tags of locked clients. */
export async function updateTags(
  tx: Transaction<DB>,
  scope: CoachScope,
  changes: readonly { id: ClientId; tags: readonly string[] }[],
  at: EpochMs,
): Promise<void> {
  await sql`
    update clients set tags = change.tags, updated_at = ${toTimestamp(at)}
    from json_to_recordset(${JSON.stringify(changes)}::json) as change (id uuid, tags text[])
    where clients.coach_id = ${scope.coachId} and clients.id = change.id`.execute(tx)
}

function anyOf(ids: readonly ClientId[]) {
  return sql<ClientId>`any(${sql.val([...ids])}::uuid[])`
}
