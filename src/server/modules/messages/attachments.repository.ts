import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import type { MessageId, ResourceFileId, RoomId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { roomsOf } from './rooms.repository.ts'

/** A file that is sent with a message. */
export type AttachmentRow = {
  id: ResourceFileId
  name: string
  byteSize: number
  mediaType: string
  width: number | null
  height: number | null
}

// Locked in this order wherever both are: the file itself, then its row here.

/** Ties an announced file to a room. */
export async function insertFile(
  tx: Transaction<DB>,
  { fileId, roomId }: { fileId: ResourceFileId; roomId: RoomId },
): Promise<void> {
  await tx.insertInto('message_files').values({ file_id: fileId, room_id: roomId }).execute()
}

/** How many files of the person are announced for messages and not sent, in all rooms. */
export async function countUnsent(db: Kysely<DB>, scope: Scope): Promise<number> {
  const { count } = await ownFiles(db, scope)
    .where('mf.message_id', 'is', null)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A file that the person announced for a room; `sent` once it is in a message. */
export function findOwn(db: Kysely<DB>, scope: Scope, roomId: RoomId, fileId: ResourceFileId) {
  return ownFiles(db, scope)
    .where('mf.room_id', '=', roomId)
    .where('f.id', '=', fileId)
    .select(FILE)
    .select(sql<boolean>`mf.message_id is not null`.as('sent'))
    .executeTakeFirst()
}

/** A file of a message in a room of the scope. */
export function findSent(db: Kysely<DB>, scope: Scope, roomId: RoomId, fileId: ResourceFileId) {
  return db
    .selectFrom('message_files as mf')
    .innerJoin('resource_files as f', 'f.id', 'mf.file_id')
    .where('mf.room_id', 'in', roomsOf(db, scope).where('r.id', '=', roomId).select('r.id'))
    .where('f.id', '=', fileId)
    .where('mf.message_id', 'is not', null)
    .select(FILE)
    .executeTakeFirst()
}

/**
 * The finished files of the person among these that were not sent yet, in this order, locked: until the transaction ends
 * the sweep of unused files leaves them alone. Those of a message are left alone: who deletes it holds its room, and
 * a sender would wait for that room.
 */
export async function lockOwn(
  tx: Transaction<DB>,
  scope: Scope,
  ids: readonly ResourceFileId[],
  now: EpochMs,
): Promise<{ name: string; mediaType: string }[]> {
  const rows = await tx
    .updateTable('resource_files')
    .set({ updated_at: toTimestamp(now) })
    .where('coach_id', '=', scope.coachId)
    .where('client_id', 'is not distinct from', clientOf(scope) ?? null)
    .where('id', 'in', ids)
    .where('ready_at', 'is not', null)
    .where('id', 'in', (query) =>
      query.selectFrom('message_files').where('message_id', 'is', null).select('file_id'),
    )
    .returning(['id', 'name', sql<string>`media_type`.as('mediaType')])
    .execute()
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** Ties files of a room to a message, each to one only; answers how many. */
export async function attach(
  tx: Transaction<DB>,
  roomId: RoomId,
  messageId: MessageId,
  ids: readonly ResourceFileId[],
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('message_files')
    .set({ message_id: messageId, place: sql`array_position(${sql.val([...ids])}::uuid[], file_id)` })
    .where('room_id', '=', roomId)
    .where('file_id', 'in', ids)
    .where('message_id', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Removes a file of the person that was not sent; answers the ids of its bytes, undefined if it does not exist. */
export async function removeUnsent(
  tx: Transaction<DB>,
  scope: Scope,
  roomId: RoomId,
  fileId: ResourceFileId,
): Promise<string[] | undefined> {
  const file = await tx
    .selectFrom('resource_files')
    .where('id', '=', fileId)
    .where('coach_id', '=', scope.coachId)
    .where('client_id', 'is not distinct from', clientOf(scope) ?? null)
    .select('parts')
    .forUpdate()
    .executeTakeFirst()
  if (!file) return undefined
  const { numDeletedRows } = await tx
    .deleteFrom('message_files')
    .where('file_id', '=', fileId)
    .where('room_id', '=', roomId)
    .where('message_id', 'is', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return undefined
  await tx.deleteFrom('resource_files').where('id', '=', fileId).execute()
  return file.parts
}

/** Removes the files of a message; answers the ids of their bytes. */
export async function removeOfMessage(tx: Transaction<DB>, messageId: MessageId): Promise<string[]> {
  const rows = await tx
    .deleteFrom('resource_files')
    .where('id', 'in', (query) =>
      query.selectFrom('message_files').where('message_id', '=', messageId).select('file_id'),
    )
    .returning('parts')
    .execute()
  return rows.flatMap(({ parts }) => parts)
}

/** The files of the message `m`, in their order; no other row is read for a message without any. */
export function attachmentsOf(): RawBuilder<AttachmentRow[]> {
  return sql<AttachmentRow[]>`case when m.attachment is null then '[]'::json else (
    select coalesce(json_agg(json_build_object(
      'id', f.id, 'name', f.name, 'byteSize', f.byte_size, 'mediaType', f.media_type,
      'width', f.preview_width, 'height', f.preview_height
    ) order by mf.place), '[]')
    from message_files mf join resource_files f on f.id = mf.file_id
    where mf.message_id = m.id
  ) end`
}

const FILE = [
  'f.id',
  'f.name',
  'f.byte_size as byteSize',
  'f.media_type as mediaType',
  'f.preview_width as width',
  'f.preview_height as height',
] as const

function ownFiles(db: Kysely<DB>, scope: Scope) {
  return db
    .selectFrom('message_files as mf')
    .innerJoin('resource_files as f', 'f.id', 'mf.file_id')
    .where('f.coach_id', '=', scope.coachId)
    .where('f.client_id', 'is not distinct from', clientOf(scope) ?? null)
}
