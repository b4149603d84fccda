import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ClientId, GroupId, PageQuery, RoomId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { peopleOfRooms } from './room-people.repository.ts'

/** A room with its newest message and how many messages of others one person has not read. */
export type RoomRow = Awaited<ReturnType<typeof listRooms>>['rows'][number]
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number]
export type UnreadRow = Awaited<ReturnType<typeof listUnread>>['rows'][number]

/** Whether the scope has a client or a group whose room this is or would be: its id is theirs (product §1 D10). */
export async function hasOwner(db: Kysely<DB>, scope: Scope, roomId: RoomId): Promise<boolean> {
  const { rows } = await sql`select from (${ownersOf(scope, roomId)}) as owner`.execute(db)
  return rows.length > 0
}

/** Opens a room of the scope if it does not exist. */
export async function openRoom(db: Kysely<DB>, scope: Scope, roomId: RoomId, at: EpochMs): Promise<void> {
  await sql`
    insert into message_rooms (id, coach_id, type, client_id, group_id, created_at)
    select id, coach_id, type, client_id, group_id, ${toTimestamp(at)} from (${ownersOf(scope, roomId)}) as owner
    on conflict do nothing`.execute(db)
}

/** Whether the process of a room's client or group has ended: it can be read, and nobody writes (product §6). */
export async function isClosed(db: Kysely<DB>, roomId: RoomId): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`select ${isClosedRoom(sql.val(roomId))} as closed`.execute(
    db,
  )
  return rows[0]!.closed
}

/** The same as a condition. */
export const isClosedRoom = (roomId: RawBuilder<unknown>) =>
  sql<boolean>`(
    exists (select from clients where id = ${roomId} and status in ('declined', 'finished', 'archived'))
    or exists (select from groups where id = ${roomId} and status in ('finished', 'archived')))`

function ownersOf(scope: Scope, roomId: RoomId) {
  const own = clientOf(scope)
  const within = sql`where coach_id = ${scope.coachId} and id = ${roomId}`
  return sql`
    select id, coach_id, 'Client' as type, id as client_id, null::uuid as group_id from clients ${within}
      ${own === undefined ? sql`` : sql`and id = ${own}`}
    union all
    select id, coach_id, 'Group', null, id from groups ${within}
      ${own === undefined ? sql`` : sql`and id in (${groupsOf(own)})`}`
}

/** The people of a room, written in or not: its coach first, then its client or the active members of its group. */
export async function listPeople(db: Kysely<DB>, { coachId }: Scope, roomId: RoomId) {
  const rows = await db
    .selectFrom(peopleOfRooms([roomId]).as('p'))
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['u.id as userId', 'u.name', 'u.last_name as lastName', 'u.photo_id as photoId'])
    .orderBy(sql`u.id <> ${coachId}`)
    .orderBy('u.name')
    .orderBy('u.id')
    .execute()
  return rows
}

/** A room `r` with what it is called by, of its client `c`, group `g`, `coach` and `person`. */
export const ROOM_AND_NAMES = [
  'r.id as roomId',
  'r.type',
  'c.name as clientName',
  'c.last_name as clientLastName',
  'g.name as groupName',
  'g.photo_id as groupPhotoId',
  'coach.name as coachName',
  'coach.last_name as coachLastName',
  'coach.photo_id as coachPhotoId',
  'person.photo_id as clientPhotoId',
] as const

/** A page of a person's rooms, by the age of their newest message, and how many there are in all. */
export async function listRooms(
  db: Kysely<DB>,
  scope: Scope,
  reader: UserId,
  {
    direction,
    items,
    page,
    search,
    unread = false,
  }: PageQuery & { search?: string | undefined; unread?: boolean | undefined },
) {
  const all = roomsOf(db, scope)
    .$if(Boolean(search), (rooms) =>
      rooms.where(sql<boolean>`position(fold(${search ?? ''}) in fold(${nameOf(scope)})) > 0`),
    )
    .$if(unread, (rooms) => rooms.where(hasUnread(reader)))
  // Ascending ages mean descending times.
  const order = direction === 'asc' ? 'desc' : 'asc'
  // The page first: only of its rooms are messages read.
  const listed = all
    .select(['r.id', 'r.type', 'r.coach_id', 'r.client_id', 'r.group_id'])
    .select(sql<EpochMs>`coalesce(r.last_at, r.created_at)`.as('age'))
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('age', order)
    .orderBy('r.id', order)
    .limit(items)
    .offset((page - 1) * items)
  const rows = await db
    .selectFrom(listed.as('r'))
    .leftJoin('clients as c', 'c.id', 'r.client_id')
    .leftJoin('groups as g', 'g.id', 'r.group_id')
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
            'm.attachment as lastAttachment',
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
      ...ROOM_AND_NAMES,
      'last.lastSeq',
      'last.lastText',
      'last.lastAttachment',
      'last.lastAt',
      'last.senderId',
      'last.senderName',
      'last.senderLastName',
      'last.senderPhotoId',
      row
        .selectFrom('messages as u')
        .where('u.room_id', '=', sql.ref<RoomId>('r.id'))
        .where(isUnread(reader, readSeqOf(reader)))
        .select(sql<number>`count(*)`.as('count'))
        .$asScalar()
        .$notNull()
        .as('unread'),
      'r.total',
    ])
    .orderBy('r.age', order)
    .orderBy('r.id', order)
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
    .leftJoin('message_reads as read', (join) =>
      join.onRef('read.room_id', '=', 'r.id').on('read.user_id', '=', reader),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('messages as u')
          .whereRef('u.room_id', '=', 'r.id')
          .where(isUnread(reader, sql`read.seq`))
          .select(['u.id', 'u.created_at', 'u.sender_user_id'])
          // Keeps the planner from reading all messages at once, to join them afterwards.
          .offset(0)
          .as('m'),
      (join) => join.onTrue(),
    )
  const rows = await all
    .innerJoin('users as s', 's.id', 'm.sender_user_id')
    .select([
      'r.id as roomId',
      'r.type',
      'm.created_at as createdAt',
      's.id as senderId',
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

/** The rooms of a scope: all of a practice; a client's own and those of the groups they are in now. */
export function roomsOf(db: Kysely<DB>, scope: Scope) {
  const clientId = clientOf(scope)
  return db
    .selectFrom('message_rooms as r')
    .where('r.coach_id', '=', scope.coachId)
    .$if(clientId !== undefined, (rooms) =>
      rooms.where(sql<boolean>`(r.client_id = ${clientId!} or r.group_id in (${groupsOf(clientId!)}))`),
    )
}

/**
 * Whether messages of others wait unread for a person in a room `r`. One that is read to its end is known without a look at
 * its messages; of another the first that is unread is looked for.
 */
export function hasUnread(reader: UserId) {
  const read = readSeqOf(reader)
  // The offset keeps the planner from reading all messages at once, to join them afterwards.
  return sql<boolean>`(r.last_seq > coalesce(${read}, 0)
    and exists (select from messages u where u.room_id = r.id and ${isUnread(reader, read)} offset 0))`
}

/** Up to where a person has read a room `r`. */
const readSeqOf = (reader: UserId) =>
  sql`(select seq from message_reads where room_id = r.id and user_id = ${reader})`

/** The name of a room `r` as the scope's person reads it. */
const nameOf = (scope: Scope) => sql`case
  when r.group_id is not null then (select name from groups where id = r.group_id)
  ${
    clientOf(scope) === undefined
      ? sql`else (select name || ' ' || last_name from clients where id = r.client_id)`
      : sql`else (select name || ' ' || last_name from users where id = r.coach_id)`
  } end`

/** The groups that a client is in now. */
export const groupsOf = (clientId: ClientId | RawBuilder<unknown>) =>
  sql<GroupId>`select group_id from group_members where client_id = ${clientId} and status = 'active'`

/**
 * Whether a message `u` is of somebody else and after the number that a person has read in its room. That number is
 * known before the messages are looked at, so an index begins there.
 */
function isUnread(reader: UserId, readSeq: RawBuilder<unknown>) {
  return sql<boolean>`u.seq > coalesce(${readSeq}, 0) and u.sender_user_id <> ${reader} and u.deleted_at is null`
}
