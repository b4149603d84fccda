import { type Kysely, type Transaction, sql } from 'kysely'
import type { RoomRead, ThreadQuery } from '#contract/thread.ts'
import type { ClientId, GroupId, MessageId, RoomId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Scope } from '../../policy/scope.ts'
import { attachmentsOf } from './attachments.repository.ts'
import { roomsOf } from './rooms.repository.ts'

/** A message with who wrote it and what it answers. */
export type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['executeTakeFirstOrThrow']>>

/** How much of an answered message is shown with the answer, in characters. */
export const QUOTED = 160

/** The counters of a room in the scope, locked until the transaction ends: what changes in it gets its number in turn. */
export function lockRoom(tx: Transaction<DB>, scope: Scope, roomId: RoomId) {
  return roomsOf(tx, scope)
    .where('r.id', '=', roomId)
    .select(['r.last_seq as lastSeq', 'r.revision'])
    .forUpdate('r')
    .executeTakeFirst()
}

/** Messages by their ids, in no order. */
export function findMessages(db: Kysely<DB>, ids: readonly MessageId[]): Promise<MessageRow[]> {
  return selectMessages(db)
    .where('m.id', '=', sql<MessageId>`any(${sql.val([...ids])}::uuid[])`)
    .execute()
}

/** Changes a message of a locked room, or takes its text and what is said of its files away. */
export async function changeMessage(
  tx: Transaction<DB>,
  { roomId, id }: { roomId: RoomId; id: MessageId },
  { revision }: { revision: number },
  change: { text: string; editedAt: EpochMs } | { deletedAt: EpochMs },
): Promise<void> {
  await tx
    .updateTable('message_rooms')
    .set({ revision: revision + 1 })
    .where('id', '=', roomId)
    .execute()
  await tx
    .updateTable('messages')
    .set({
      revision: revision + 1,
      ...('text' in change
        ? { body: change.text, edited_at: toTimestamp(change.editedAt) }
        : { body: '', attachment: null, file_names: '', deleted_at: toTimestamp(change.deletedAt) }),
    })
    .where('id', '=', id)
    .execute()
}

/** A message in a room of the scope. */
export function findMessage(db: Kysely<DB>, scope: Scope, id: MessageId): Promise<MessageRow | undefined> {
  return selectMessages(db)
    .where('m.id', '=', id)
    .where('m.room_id', 'in', roomsOf(db, scope).select('r.id'))
    .executeTakeFirst()
}

/** The counters of a room in the scope. */
export function findRoom(db: Kysely<DB>, scope: Scope, roomId: RoomId) {
  return roomsOf(db, scope)
    .where('r.id', '=', roomId)
    .select(['r.last_seq as lastSeq', 'r.revision'])
    .executeTakeFirst()
}

/** Messages of a room by their place, or with `since` by their changes; one more than asked for if there are more. */
export async function listThread(
  db: Kysely<DB>,
  roomId: RoomId,
  { before, after, since, items }: ThreadQuery,
): Promise<{ rows: MessageRow[]; more: boolean }> {
  const all = selectMessages(db)
    .where('m.room_id', '=', roomId)
    .$if(before !== undefined, (some) => some.where('m.seq', '<', before!))
    .$if(after !== undefined, (some) => some.where('m.seq', '>', after!))
    .$if(since !== undefined, (some) => some.where('m.revision', '>', since!))
    .limit(items + 1)
  const onwards = after !== undefined || since !== undefined
  const found = await all
    .orderBy(since === undefined ? 'm.seq' : 'm.revision', onwards ? 'asc' : 'desc')
    .execute()
  const rows = found.slice(0, items)
  return { rows: onwards ? rows : rows.toReversed(), more: found.length > items }
}

/** How far each person has a room. */
export function listReads(db: Kysely<DB>, roomId: RoomId): Promise<RoomRead[]> {
  return db
    .selectFrom('message_reads')
    .where('room_id', '=', roomId)
    .select(['user_id as userId', 'delivered_seq as deliveredSeq', 'seq as readSeq'])
    .orderBy('user_id')
    .execute()
}

/** How far a person has a room. */
export async function findRead(db: Kysely<DB>, roomId: RoomId, userId: UserId): Promise<RoomRead> {
  const read = await db
    .selectFrom('message_reads')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .select(['delivered_seq as deliveredSeq', 'seq as readSeq'])
    .executeTakeFirst()
  return { userId, deliveredSeq: 0, readSeq: 0, ...read }
}

/**
 * Stores how far a person has a room; never back. What is read has been delivered. Undefined if they had as much before.
 */
export async function putRead(
  db: Kysely<DB>,
  roomId: RoomId,
  userId: UserId,
  { deliveredSeq, readSeq }: Omit<RoomRead, 'userId'>,
  at: EpochMs,
): Promise<RoomRead | undefined> {
  if (deliveredSeq === 0 && readSeq === 0) return undefined
  return db
    .insertInto('message_reads')
    .values({
      room_id: roomId,
      user_id: userId,
      seq: readSeq,
      delivered_seq: Math.max(deliveredSeq, readSeq),
      read_at: toTimestamp(at),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'user_id'])
        .doUpdateSet({
          seq: sql`greatest(message_reads.seq, excluded.seq)`,
          delivered_seq: sql`greatest(message_reads.delivered_seq, excluded.delivered_seq)`,
          read_at: sql`case when excluded.seq > message_reads.seq then excluded.read_at else message_reads.read_at end`,
        })
        .where(
          sql<boolean>`excluded.seq > message_reads.seq or excluded.delivered_seq > message_reads.delivered_seq`,
        ),
    )
    .returning(['user_id as userId', 'delivered_seq as deliveredSeq', 'seq as readSeq'])
    .executeTakeFirst()
}

/**
 * Lets these clients begin to read a group's room where it is now: what was written before they came, or while they were
 * away, is not unread to them.
 */
export async function putReadersAtEnd(
  tx: Transaction<DB>,
  groupId: GroupId,
  clientIds: readonly ClientId[],
  at: EpochMs,
): Promise<void> {
  await sql`
    insert into message_reads (room_id, user_id, seq, delivered_seq, read_at)
    select r.id, c.user_id, r.last_seq, r.last_seq, ${toTimestamp(at)}
    from message_rooms r join clients c on c.coach_id = r.coach_id
    where r.group_id = ${groupId} and r.last_seq > 0 and c.id in (${sql.join(clientIds)}) and c.user_id is not null
    on conflict (room_id, user_id) do update set seq = greatest(message_reads.seq, excluded.seq),
      delivered_seq = greatest(message_reads.delivered_seq, excluded.delivered_seq)`.execute(tx)
}

function selectMessages(db: Kysely<DB>) {
  return db
    .selectFrom('messages as m')
    .innerJoin('message_rooms as r', 'r.id', 'm.room_id')
    .innerJoin('users as s', 's.id', 'm.sender_user_id')
    .leftJoin('messages as a', 'a.id', 'm.reply_to')
    .leftJoin('users as w', 'w.id', 'a.sender_user_id')
    .select([
      'm.id',
      'm.room_id as roomId',
      'r.type',
      'm.seq',
      'm.revision',
      'm.body as text',
      attachmentsOf().as('attachments'),
      'm.client_key as clientKey',
      'm.created_at as createdAt',
      'm.edited_at as editedAt',
      'm.deleted_at as deletedAt',
      's.id as senderId',
      's.name as senderName',
      's.last_name as senderLastName',
      's.photo_id as senderPhotoId',
      'a.id as answeredId',
      'a.seq as answeredSeq',
      'w.id as answeredSenderId',
      sql<string | null>`left(a.body, ${sql.lit(QUOTED)})`.as('answeredText'),
      'a.attachment as answeredAttachment',
      'w.name as answeredName',
      'w.last_name as answeredLastName',
    ])
}
