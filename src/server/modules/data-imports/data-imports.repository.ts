import { type Kysely, type Transaction, type UpdateObject, sql } from 'kysely'
import type { ImportRefusal } from '#contract/account/data-imports.ts'
import type { DataImportId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Place } from './data-imports.domain.ts'

export type ImportRow = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

function selectImports(db: Kysely<DB>) {
  return db
    .selectFrom('data_imports')
    .select([
      'id',
      'user_id as userId',
      'state',
      'progress',
      'byte_size as byteSize',
      'received',
      'restarts',
      'refusal',
      'refused_table as refusedTable',
      'refused_row as refusedRow',
      'refused_file as refusedFile',
      'clients',
      'sessions',
      'messages',
      'files',
      'created_at as createdAt',
      'finished_at as finishedAt',
      'expires_at as expiresAt',
    ])
}

/** The last import of a person, whatever became of it, unless they cancelled it. */
export function findLast(db: Kysely<DB>, userId: UserId): Promise<ImportRow | undefined> {
  return selectImports(db)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** An import of this person that they did not cancel. */
export function findImport(
  db: Kysely<DB>,
  { userId, id }: { userId: UserId; id: DataImportId },
): Promise<ImportRow | undefined> {
  return selectImports(db)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()
}

/** How many a person has begun since then, also of those that they cancelled. */
export async function countSince(tx: Transaction<DB>, userId: UserId, since: EpochMs): Promise<number> {
  const { count } = await tx
    .selectFrom('data_imports')
    .where('user_id', '=', userId)
    .where('created_at', '>', toTimestamp(since))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a new one. @returns false if one of the person is under way */
export async function insertImport(
  tx: Transaction<DB>,
  begun: { id: DataImportId; userId: UserId; byteSize: number },
  { now, expiresAt }: { now: EpochMs; expiresAt: EpochMs },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('data_imports')
    .values({
      id: begun.id,
      user_id: begun.userId,
      byte_size: begun.byteSize,
      created_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    // As the index says it: PostgreSQL does not recognise it with parameters.
    .onConflict((one) =>
      one
        .column('user_id')
        .where(sql<boolean>`state in ('uploading', 'waiting', 'running') and cancelled_at is null`)
        .doNothing(),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Adds a part that begins where the received ones end; false if another one came first. */
export async function addPart(
  db: Kysely<DB>,
  { userId, id }: { userId: UserId; id: DataImportId },
  part: { id: string; offset: number; byteSize: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_imports')
    .set({ received: part.offset + part.byteSize, parts: sql`array_append(parts, ${part.id}::uuid)` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', '=', 'uploading')
    .where('cancelled_at', 'is', null)
    .where('received', '=', part.offset)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Has it wait for a worker; false if it does already, or is not whole. A failed one begins again, so often. The practice is
 * locked, and no other import of the person is under way.
 */
export async function setWaiting(
  tx: Transaction<DB>,
  id: DataImportId,
  mostRestarts: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('data_imports')
    .set((row) => ({
      state: 'waiting',
      attempt: 0,
      progress: 0,
      finished_at: null,
      restarts: sql<number>`${row.ref('restarts')} + (${row.ref('state')} = 'failed')::int`,
    }))
    .where('id', '=', id)
    .where('cancelled_at', 'is', null)
    .where((row) =>
      row.or([
        row('state', '=', 'uploading'),
        row.and([row('state', '=', 'failed'), row('restarts', '<', mostRestarts)]),
      ]),
    )
    .whereRef('received', '=', 'byte_size')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a person has another import that is under way. */
export async function hasOtherUnderWay(
  tx: Transaction<DB>,
  { userId, id }: { userId: UserId; id: DataImportId },
): Promise<boolean> {
  const row = await tx
    .selectFrom('data_imports')
    .where('user_id', '=', userId)
    .where('id', '!=', id)
    .where('state', 'in', ['uploading', 'waiting', 'running'])
    .where('cancelled_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Begins the next attempt to read an archive; undefined if it is not to be read any more. */
export function beginAttempt(db: Kysely<DB>, id: DataImportId) {
  return db
    .updateTable('data_imports')
    .set((row) => ({ state: 'running', attempt: row('attempt', '+', 1), progress: 0 }))
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .where('cancelled_at', 'is', null)
    .returning(['user_id as userId', 'attempt', 'parts', 'byte_size as byteSize', 'created_at as createdAt'])
    .executeTakeFirst()
}

/** The attempt that reads an archive: another worker that began after it is the one that counts. */
export type Attempt = { id: DataImportId; attempt: number }

/** Says how far it is. @returns false if the attempt does not count any more */
export function setProgress(db: Kysely<DB>, attempt: Attempt, progress: number): Promise<boolean> {
  return changeRunning(db, attempt, { progress })
}

/** Locks it until the transaction ends. @returns false if the attempt does not count any more */
export async function lockAttempt(tx: Transaction<DB>, { id, attempt }: Attempt): Promise<boolean> {
  const row = await tx
    .selectFrom('data_imports')
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempt', '=', attempt)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** What an import brought. */
export type Counts = { clients: number; sessions: number; messages: number; files: number }

export function setDone(
  tx: Transaction<DB>,
  attempt: Attempt,
  counts: Counts,
  now: EpochMs,
): Promise<boolean> {
  return changeRunning(tx, attempt, {
    state: 'done',
    progress: 100,
    parts: [],
    finished_at: toTimestamp(now),
    ...counts,
  })
}

export function setRefused(
  db: Kysely<DB>,
  attempt: Attempt,
  { code, place }: { code: ImportRefusal; place: Place },
  now: EpochMs,
): Promise<boolean> {
  return changeRunning(db, attempt, {
    state: 'refused',
    parts: [],
    refusal: code,
    refused_table: place.table ?? null,
    refused_row: place.row ?? null,
    refused_file: place.file ?? null,
    finished_at: toTimestamp(now),
  })
}

/** Gives it up for now: its bytes stay for another try until its time is over. */
export function setFailed(db: Kysely<DB>, attempt: Attempt, now: EpochMs): Promise<boolean> {
  return changeRunning(db, attempt, { state: 'failed', finished_at: toTimestamp(now) })
}

async function changeRunning(
  db: Kysely<DB>,
  { id, attempt }: Attempt,
  change: UpdateObject<DB, 'data_imports'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_imports')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Gives up an import that nobody reads; its row stays until its time is over, because it is counted. @returns the ids of its
 * bytes; undefined if it is being read, or not there
 */
export async function cancelIdle(
  db: Kysely<DB>,
  { userId, id }: { userId: UserId; id: DataImportId },
  now: EpochMs,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ parts: string[] }>`
    update data_imports i set cancelled_at = ${toTimestamp(now)}, parts = '{}'
    from (select id, parts from data_imports where id = ${id} and user_id = ${userId} and cancelled_at is null
      and state not in ('running', 'done') for update) before
    where i.id = before.id returning before.parts`.execute(db)
  return rows[0]?.parts
}

/** Forgets an import whose time is over before it was done or refused, or that was cancelled. */
export async function removeExpired(tx: Transaction<DB>, id: DataImportId, now: EpochMs): Promise<void> {
  await tx
    .deleteFrom('data_imports')
    .where('id', '=', id)
    .where('expires_at', '<=', toTimestamp(now))
    .where((row) =>
      row.or([row('state', 'not in', ['done', 'refused']), row('cancelled_at', 'is not', null)]),
    )
    .execute()
}

/** Which of these ids of bytes belong to no import. */
export async function listUnknown(db: Kysely<DB>, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select stored.id from unnest(${sql.val([...ids])}::uuid[]) as stored (id)
    where not exists (select from data_imports i where i.parts @> array[stored.id])`.execute(db)
  return rows.map(({ id }) => id)
}
