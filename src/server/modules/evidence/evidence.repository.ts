import { type Kysely, type Transaction, sql } from 'kysely'
import type { ActionId, ResourceFileId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Scope } from '../../policy/scope.ts'

/** How many files an action has, those in progress included. */
export async function countFiles(db: Kysely<DB>, scope: Scope, actionId: ActionId): Promise<number> {
  const { count } = await selectFiles(db, scope, actionId)
    .where('e.deleted_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ties an announced file to an action of the same practice. */
export async function insertFile(
  tx: Transaction<DB>,
  { fileId, actionId }: { fileId: ResourceFileId; actionId: ActionId },
  now: EpochMs,
): Promise<void> {
  await tx
    .insertInto('action_files')
    .values({ file_id: fileId, action_id: actionId, created_at: toTimestamp(now) })
    .execute()
}

/** The finished files of an action, the oldest first. */
export function listFiles(db: Kysely<DB>, scope: Scope, actionId: ActionId) {
  return selectFiles(db, scope, actionId)
    .where('e.deleted_at', 'is', null)
    .where('f.ready_at', 'is not', null)
    .select(['f.id', 'f.name', 'f.media_type as mediaType', 'f.byte_size as byteSize'])
    .orderBy('e.created_at')
    .orderBy('f.id')
    .execute()
}

/** One file of an action, deleted or not, finished or not; undefined for a file of another action. */
export function findFile(db: Kysely<DB>, scope: Scope, actionId: ActionId, fileId: ResourceFileId) {
  return selectFiles(db, scope, actionId)
    .where('f.id', '=', fileId)
    .select(['f.id as fileId', 'f.media_type as mediaType', 'e.deleted_at as deletedAt'])
    .executeTakeFirst()
}

/** Deletes a file until it is restored, or restores it. */
export async function setDeleted(
  tx: Transaction<DB>,
  fileId: ResourceFileId,
  at: EpochMs | null,
): Promise<void> {
  await tx
    .updateTable('action_files')
    .set({ deleted_at: at === null ? null : toTimestamp(at) })
    .where('file_id', '=', fileId)
    .execute()
}

/** Unties at most `most` files that were deleted before an instant: the sweep then forgets them. @returns how many */
export async function removeDeleted(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('action_files')
    .where('file_id', 'in', (query) =>
      query
        .selectFrom('action_files')
        .where('deleted_at', '<', toTimestamp(before))
        .select('file_id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function selectFiles(db: Kysely<DB>, { coachId }: Scope, actionId: ActionId) {
  return db
    .selectFrom('action_files as e')
    .innerJoin('resource_files as f', 'f.id', 'e.file_id')
    .where('f.coach_id', '=', coachId)
    .where('e.action_id', '=', actionId)
}
