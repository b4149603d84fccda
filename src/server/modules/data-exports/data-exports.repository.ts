import { type Kysely, type Transaction, type UpdateObject, sql } from 'kysely'
import type { AuthSessionId, ExportId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

export type ExportRow = Awaited<ReturnType<ReturnType<typeof selectExports>['executeTakeFirstOrThrow']>>

function selectExports(db: Kysely<DB>) {
  return db
    .selectFrom('data_exports')
    .select([
      'id',
      'user_id as userId',
      'auth_session_id as authSessionId',
      'state',
      'progress',
      'missing_files as missingFiles',
      'file_id as fileId',
      'byte_size as byteSize',
      'asked_at as askedAt',
      'ready_at as readyAt',
      'expires_at as expiresAt',
    ])
}

/** The last export that a person asked for, whatever became of it. */
export function findLast(db: Kysely<DB>, userId: UserId): Promise<ExportRow | undefined> {
  return selectExports(db)
    .where('user_id', '=', userId)
    .orderBy('asked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function findExport(db: Kysely<DB>, id: ExportId): Promise<ExportRow | undefined> {
  return selectExports(db).where('id', '=', id).executeTakeFirst()
}

/** How many a person has asked for since then. */
export async function countSince(tx: Transaction<DB>, userId: UserId, since: EpochMs): Promise<number> {
  const { count } = await tx
    .selectFrom('data_exports')
    .where('user_id', '=', userId)
    .where('asked_at', '>', toTimestamp(since))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a new one. @returns false if one of the person is being written */
export async function insertExport(
  tx: Transaction<DB>,
  asked: { id: ExportId; userId: UserId; coachId: UserId; authSessionId: AuthSessionId },
  now: EpochMs,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('data_exports')
    .values({
      id: asked.id,
      user_id: asked.userId,
      coach_id: asked.coachId,
      auth_session_id: asked.authSessionId,
      state: 'waiting',
      asked_at: toTimestamp(now),
    })
    // As the index says it: PostgreSQL does not recognise it with parameters.
    .onConflict((one) =>
      one
        .column('user_id')
        .where(sql<boolean>`state in ('waiting', 'running')`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Begins the next attempt to write an export; undefined if it is not to be written any more. */
export function beginAttempt(db: Kysely<DB>, id: ExportId) {
  return db
    .updateTable('data_exports')
    .set((row) => ({ state: 'running', attempt: row('attempt', '+', 1), progress: 0 }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .returning(['user_id as userId', 'coach_id as coachId', 'attempt', 'asked_at as askedAt'])
    .executeTakeFirst()
}

/** The attempt that writes an export: another worker that began after it is the one that counts. */
export type Attempt = { id: ExportId; attempt: number }

/** Says how far it is. @returns false if the attempt does not count any more */
export function setProgress(db: Kysely<DB>, attempt: Attempt, progress: number): Promise<boolean> {
  return changeRunning(db, attempt, { progress })
}

/** Makes the archive available. @returns false if the attempt does not count any more */
export function setReady(
  tx: Transaction<DB>,
  attempt: Attempt,
  archive: { fileId: string; byteSize: number; missingFiles: number },
  { now, expiresAt }: { now: EpochMs; expiresAt: EpochMs },
): Promise<boolean> {
  return changeRunning(tx, attempt, {
    state: 'ready',
    progress: 100,
    file_id: archive.fileId,
    byte_size: archive.byteSize,
    missing_files: archive.missingFiles,
    ready_at: toTimestamp(now),
    expires_at: toTimestamp(expiresAt),
  })
}

/**
 * Ends the time of a person's other archives: a newer one replaces them. Their rows stay until then, because they count for
 * the limit of a day. @returns the ids of their bytes
 */
export async function endReplaced(
  tx: Transaction<DB>,
  { userId, by }: { userId: UserId; by: ExportId },
  now: EpochMs,
): Promise<string[]> {
  const rows = await tx
    .updateTable('data_exports')
    .set({ expires_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('state', '=', 'ready')
    .where('id', '<>', by)
    .where('expires_at', '>', toTimestamp(now))
    .returning('file_id as fileId')
    .execute()
  return rows.flatMap(({ fileId }) => fileId ?? [])
}

/** Gives up those that were asked for before then and are still not written, and forgets those that failed before. */
export async function endStale(db: Kysely<DB>, before: EpochMs): Promise<void> {
  await db
    .deleteFrom('data_exports')
    .where('state', '=', 'failed')
    .where('asked_at', '<', toTimestamp(before))
    .execute()
  await db
    .updateTable('data_exports')
    .set({ state: 'failed' })
    .where('state', 'in', ['waiting', 'running'])
    .where('asked_at', '<', toTimestamp(before))
    .execute()
}

/** Puts one back that is tried again later, with the number from which its attempts are counted. */
export function setWaiting(db: Kysely<DB>, attempt: Attempt, from: number): Promise<boolean> {
  return changeRunning(db, attempt, { state: 'waiting', progress: 0, attempt: from })
}

/** Gives it up. */
export function setFailed(db: Kysely<DB>, attempt: Attempt): Promise<boolean> {
  return changeRunning(db, attempt, { state: 'failed' })
}

async function changeRunning(
  db: Kysely<DB>,
  { id, attempt }: Attempt,
  change: UpdateObject<DB, 'data_exports'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_exports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Forgets an archive whose time is over. @returns the id of its bytes */
export async function removeExpired(
  tx: Transaction<DB>,
  id: ExportId,
  now: EpochMs,
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('data_exports')
    .where('id', '=', id)
    .where('expires_at', '<=', toTimestamp(now))
    .returning('file_id as fileId')
    .executeTakeFirst()
  return row?.fileId ?? undefined
}

/** Which of these ids of bytes belong to no archive. */
export async function listUnknown(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('data_exports')
    .where('file_id', 'in', [...ids])
    .select('file_id as fileId')
    .execute()
  const known = new Set(rows.map(({ fileId }) => fileId))
  return ids.filter((id) => !known.has(id))
}
