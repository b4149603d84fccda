import { type Kysely, type Transaction, sql } from 'kysely'
import type { UserType } from '#contract/account/auth.ts'
import type { ClientId, CoacheeType, GroupId, RoomId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { peopleOfRooms } from './room-people.repository.ts'
import { knowsLastName } from './room-names.domain.ts'

/** Holds a room until the transaction ends; false if somebody is writing in it, undefined if it is gone. */
export async function holdRoom(tx: Transaction<DB>, id: RoomId): Promise<boolean | undefined> {
  const held = await tx
    .selectFrom('message_rooms')
    .where('id', '=', id)
    .select('id')
    .forKeyShare()
    .skipLocked()
    .executeTakeFirst()
  if (held) return true
  const exists = await tx.selectFrom('message_rooms').where('id', '=', id).select('id').executeTakeFirst()
  return exists ? false : undefined
}

export type WaitingRow = {
  userId: UserId
  userType: UserType
  coachId: UserId
  /** Of the reader; in a room of one client, of that client for the coach too. */
  clientId: ClientId | null
  groupId: GroupId | null
  lastSeq: number
  since: EpochMs
  isReceived: boolean
}

/** For whom messages of a room wait that they were not told of since they read last. */
export async function listWaiting(tx: Transaction<DB>, roomId: RoomId): Promise<WaitingRow[]> {
  const rows = await readersOf(tx, roomId)
    .leftJoin('message_tellings as t', (join) =>
      join.onRef('t.room_id', '=', 'r.id').onRef('t.user_id', '=', 'm.user_id'),
    )
    .where(sql<boolean>`coalesce(t.seq, 0) <= coalesce(read.seq, 0)`)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as u')
          .whereRef('u.room_id', '=', 'r.id')
          .where(sql<boolean>`u.seq > coalesce(read.seq, 0) and u.sender_user_id <> m.user_id`)
          .where('u.deleted_at', 'is', null)
          .orderBy('u.seq')
          .limit(1)
          .select(['u.seq', 'u.created_at'])
          .as('first'),
      (join) => join.onTrue(),
    )
    .select([
      'm.user_id as userId',
      'm.user_type as userType',
      'r.coach_id as coachId',
      sql<ClientId | null>`coalesce(m.client_id, r.client_id)`.as('clientId'),
      sql<GroupId | null>`r.group_id`.as('groupId'),
      'r.last_seq as lastSeq',
      'first.created_at as since',
      sql<boolean>`coalesce(read.delivered_seq, 0) >= first.seq`.as('isReceived'),
    ])
    .orderBy('m.user_id')
    .execute()
  return rows
}

/** Stores up to where people were told of a room. */
export async function putTold(
  tx: Transaction<DB>,
  roomId: RoomId,
  people: readonly Pick<WaitingRow, 'userId' | 'lastSeq'>[],
  at: EpochMs,
): Promise<void> {
  await tx
    .insertInto('message_tellings')
    .values(
      people.map(({ userId, lastSeq }) => ({
        room_id: roomId,
        user_id: userId,
        seq: lastSeq,
        told_at: toTimestamp(at),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['room_id', 'user_id']).doUpdateSet((eb) => ({
        seq: eb.ref('excluded.seq'),
        told_at: eb.ref('excluded.told_at'),
      })),
    )
    .execute()
}

/** Most unread messages that are counted: the text for more is the same. */
const MOST_COUNTED = 100

/** What waits in a room for one of its people: how many messages, and who wrote. */
export type WaitingMessages = {
  type: CoacheeType
  count: number
  senders: readonly string[]
  senderIds: readonly UserId[]
}

/** What waits for somebody in a room; undefined if they have read it, or are not in it any more. */
export async function findWaiting(
  db: Kysely<DB>,
  roomId: RoomId,
  reader: UserId,
): Promise<WaitingMessages | undefined> {
  const room = await readersOf(db, roomId)
    .where('m.user_id', '=', reader)
    .select(['r.type', 'r.coach_id as coachId', sql<number>`coalesce(read.seq, 0)`.as('readSeq')])
    .executeTakeFirst()
  if (!room) return undefined
  const unread = await db
    .selectFrom('messages as u')
    .innerJoin('users as s', 's.id', 'u.sender_user_id')
    .where('u.room_id', '=', roomId)
    .where('u.seq', '>', room.readSeq)
    .where('u.sender_user_id', '!=', reader)
    .where('u.deleted_at', 'is', null)
    .orderBy('u.seq')
    .limit(MOST_COUNTED)
    .select(['s.id as userId', 's.name', 's.last_name as lastName'])
    .execute()
  if (unread.length === 0) return undefined
  const viewer = { userId: reader, coachId: room.coachId }
  // By their ids: of two people with the same first name, both wrote.
  const wrote = new Map(unread.map((sender) => [sender.userId, sender]))
  const senders = [...wrote.values()].map(({ userId, name, lastName }) =>
    knowsLastName(viewer, userId) ? `${name} ${lastName}`.trim() : name,
  )
  return { type: room.type, count: unread.length, senders, senderIds: [...wrote.keys()] }
}

/** The people of a room as it is now, each with how far they have read. */
function readersOf(db: Kysely<DB>, roomId: RoomId) {
  return db
    .selectFrom('message_rooms as r')
    .innerJoin(peopleOfRooms([roomId]).as('p'), 'p.roomId', 'r.id')
    .innerJoin('memberships as m', 'm.id', 'p.membershipId')
    .where('r.id', '=', roomId)
    .leftJoin('message_reads as read', (join) =>
      join.onRef('read.room_id', '=', 'r.id').onRef('read.user_id', '=', 'm.user_id'),
    )
}
