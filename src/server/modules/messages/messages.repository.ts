import { type ExpressionBuilder, type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId, MessageId, MessageKey, PageQuery, RoomId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'

/** A room with its newest message and how many messages of others one person has not read. */
export type RoomRow = Awaited<ReturnType<typeof listRooms>>['rows'][number]
export type UnreadRow = Awaited<ReturnType<typeof listUnread>>['rows'][number]

export type NewMessage = {
  id: MessageId
  senderUserId: UserId
  body: string
  /** The sender's own key: the same key again changes nothing (product §16). */
  clientKey: MessageKey
}

export type MessageRow = { id: MessageId; seq: number; body: string; createdAt: EpochMs }

/**
 * Opens the room of a client if it does not exist, and returns its id, which is the client's (product §1 D10).
 * Undefined if the client is not in the scope.
 */
export async function ensureRoom(
  tx: Transaction<DB>,
  scope: Scope,
  clientId: ClientId,
  at: EpochMs,
): Promise<RoomId | undefined> {
  const own = clientOf(scope)
  if (own !== undefined && own !== clientId) return undefined
  const client = await tx
    .selectFrom('clients')
    .where('coach_id', '=', scope.coachId)
    .where('id', '=', clientId)
    .select('id')
    .executeTakeFirst()
  if (!client) return undefined
  const id = roomOf(clientId)
  await tx
    .insertInto('message_rooms')
    .values({
      id,
      coach_id: scope.coachId,
      type: 'Client',
      client_id: clientId,
      created_at: toTimestamp(at),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

/**
 * Writes a message under the room's lock, which gives it the next number: no gaps, no duplicates, however many write
 * concurrently. A key the sender has used before returns the message of then. Undefined if the room is not in the
 * scope.
 */
export async function insertMessage(
  tx: Transaction<DB>,
  scope: Scope,
  roomId: RoomId,
  message: NewMessage,
  at: EpochMs,
): Promise<MessageRow | undefined> {
  const room = await roomsOf(tx, scope)
    .where('r.id', '=', roomId)
    .select('r.last_seq as lastSeq')
    .forUpdate('r')
    .executeTakeFirst()
  if (!room) return undefined
  const columns = ['id', 'seq', 'body', 'created_at as createdAt'] as const
  const written = await tx
    .selectFrom('messages')
    .where('room_id', '=', roomId)
    .where('sender_user_id', '=', message.senderUserId)
    .where('client_key', '=', message.clientKey)
    .select(columns)
    .executeTakeFirst()
  if (written) return written
  const seq = room.lastSeq + 1
  await tx.updateTable('message_rooms').set({ last_seq: seq }).where('id', '=', roomId).execute()
  return tx
    .insertInto('messages')
    .values({
      id: message.id,
      room_id: roomId,
      seq,
      sender_user_id: message.senderUserId,
      body: message.body,
      client_key: message.clientKey,
      created_at: toTimestamp(at),
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Stores how far a person has read a room; never back, and never beyond the last message. False if the room is not in
 * the scope.
 */
export async function markRead(
  db: Kysely<DB>,
  scope: Scope,
  roomId: RoomId,
  reader: { userId: UserId; seq: number },
  at: EpochMs,
): Promise<boolean> {
  const room = await roomsOf(db, scope)
    .where('r.id', '=', roomId)
    .select('r.last_seq as lastSeq')
    .executeTakeFirst()
  if (!room) return false
  const seq = Math.min(reader.seq, room.lastSeq)
  await db
    .insertInto('message_reads')
    .values({ room_id: roomId, user_id: reader.userId, seq, read_at: toTimestamp(at) })
    .onConflict((conflict) =>
      conflict
        .columns(['room_id', 'user_id'])
        .doUpdateSet({ seq, read_at: toTimestamp(at) })
        .where('message_reads.seq', '<', seq),
    )
    .execute()
  return true
}

/** A page of a person's rooms, by the age of their newest message, and how many there are in all. */
export async function listRooms(
  db: Kysely<DB>,
  scope: Scope,
  reader: UserId,
  { direction, items, page }: PageQuery,
) {
  const all = roomsOf(db, scope)
  // Ascending ages mean descending times.
  const order = direction === 'asc' ? 'desc' : 'asc'
  const rows = await all
    .innerJoin('clients as c', 'c.id', 'r.client_id')
    .innerJoin('users as coach', 'coach.id', 'r.coach_id')
    .leftJoin('users as person', 'person.id', 'c.user_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as m')
          .innerJoin('users as s', 's.id', 'm.sender_user_id')
          .whereRef('m.room_id', '=', 'r.id')
          .where('m.deleted_at', 'is', null)
          .orderBy('m.seq', 'desc')
          .limit(1)
          .select([
            'm.seq as lastSeq',
            'm.body as lastText',
            'm.created_at as lastAt',
            's.id as senderId',
            's.name as senderName',
            's.last_name as senderLastName',
            's.photo_id as senderPhotoId',
          ])
          .as('last'),
      (join) => join.onTrue(),
    )
    .select((row) => [
      'r.id as roomId',
      'r.type',
      'c.name as clientName',
      'c.last_name as clientLastName',
      'coach.name as coachName',
      'coach.last_name as coachLastName',
      'coach.photo_id as coachPhotoId',
      'person.photo_id as clientPhotoId',
      'last.lastSeq',
      'last.lastText',
      'last.lastAt',
      'last.senderId',
      'last.senderName',
      'last.senderLastName',
      'last.senderPhotoId',
      unreadBy(row, reader)
        .where('u.room_id', '=', sql.ref<RoomId>('r.id'))
        .select(sql<number>`count(*)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('unread'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .orderBy(sql`coalesce(${sql.ref('last.lastAt')}, ${sql.ref('r.created_at')})`, order)
    .orderBy('r.id', order)
    .limit(items)
    .offset((page - 1) * items)
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  // A page beyond the last has no row with the count.
  const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

/** A page of the messages of others that a person has not read, by age, and how many there are in all. */
export async function listUnread(
  db: Kysely<DB>,
  scope: Scope,
  reader: UserId,
  { direction, items, page }: PageQuery,
) {
  const all = roomsOf(db, scope)
    .innerJoin('messages as m', 'm.room_id', 'r.id')
    .where((row) =>
      row.exists(unreadBy(row, reader).where('u.id', '=', sql.ref<MessageId>('m.id')).select('u.id')),
    )
  const rows = await all
    .innerJoin('users as s', 's.id', 'm.sender_user_id')
    .select([
      'r.id as roomId',
      'r.type',
      'm.created_at as createdAt',
      's.name as senderName',
      's.last_name as senderLastName',
      's.photo_id as senderPhotoId',
      sql<number>`count(*) over ()`.as('total'),
    ])
    .orderBy('m.created_at', direction)
    .orderBy('m.id', direction)
    .limit(items)
    .offset((page - 1) * items)
    .execute()
  if (rows.length > 0 || page === 1) return { rows, total: rows[0]?.total ?? 0 }
  const { total } = await all.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return { rows, total }
}

const roomOf = (clientId: ClientId) => clientId as string as RoomId

/** The rooms of a scope: all of a practice, or a client's own. */
function roomsOf(db: Kysely<DB>, scope: Scope) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('message_rooms as r')
    .where('r.coach_id', '=', scope.coachId)
    .$if(clientId !== undefined, (rooms) => rooms.where('r.id', '=', roomOf(clientId!)))
}

/** Messages of others, `u`, after the number a person has read in the room. */
function unreadBy(within: Pick<ExpressionBuilder<DB, never>, 'selectFrom'>, reader: UserId) {
  return within
    .selectFrom('messages as u')
    .leftJoin('message_reads as read', (join) =>
      join.onRef('read.room_id', '=', 'u.room_id').on('read.user_id', '=', reader),
    )
    .where('u.sender_user_id', '<>', reader)
    .where('u.deleted_at', 'is', null)
    .where(sql<boolean>`u.seq > coalesce(read.seq, 0)`)
}
