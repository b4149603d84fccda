import { type Kysely, sql } from 'kysely'
import type { MessageId, RoomId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Scope } from '../../policy/scope.ts'
import { ROOM_AND_NAMES, roomsOf } from './rooms.repository.ts'

/** Most rooms that are searched at once: those that were written in last. */
const MOST_ROOMS = 1_000

/** The rooms of the scope that a search looks through; all of them, or one. */
export async function listSearched(
  db: Kysely<DB>,
  scope: Scope,
  roomId: RoomId | undefined,
): Promise<RoomId[]> {
  const rows = await roomsOf(db, scope)
    .$if(roomId !== undefined, (rooms) => rooms.where('r.id', '=', roomId!))
    .select('r.id')
    .orderBy(sql`r.last_at desc nulls last`)
    .limit(MOST_ROOMS)
    .execute()
  return rows.map(({ id }) => id)
}

export type FoundRow = Awaited<ReturnType<typeof searchMessages>>['rows'][number]

/**
 * A page of the messages that the index finds in rooms of the scope, newest first, and how many there are. A deleted
 * message has no words.
 */
export async function searchMessages(
  db: Kysely<DB>,
  scope: Scope,
  /** What the index is asked for in each room. */
  asked: readonly string[],
  { items, page }: { items: number; page: number },
) {
  // Chosen first: who wrote them and where is read for the page alone. Room by room, and with nothing else to choose by:
  // the planner takes one query for many rooms for one that finds nearly everything, and reads the whole table; and with
  // the room's id it walks through the room in its order.
  const { rows: chosen } = await sql<{ id: MessageId; total: number }>`
    with found as materialized (
      select m.* from unnest(${sql.val([...asked])}::text[]) as asked (query)
      cross join lateral (
        select id, room_id, created_at, seq from messages where search_words @@ asked.query::tsquery offset 0
      ) as m
    )
    select f.id, count(*) over ()::int as total from found f
    where f.room_id in (${roomsOf(db, scope).select('r.id')})
    order by f.created_at desc, f.seq desc, f.id
    limit ${items} offset ${(page - 1) * items}`.execute(db)
  if (chosen.length === 0) return { rows: [], total: 0 }
  const ids = chosen.map(({ id }) => id)
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('message_rooms as r', 'r.id', 'm.room_id')
    .leftJoin('clients as c', 'c.id', 'r.client_id')
    .leftJoin('groups as g', 'g.id', 'r.group_id')
    .innerJoin('users as coach', 'coach.id', 'r.coach_id')
    .leftJoin('users as person', 'person.id', 'c.user_id')
    .innerJoin('users as s', 's.id', 'm.sender_user_id')
    .where('m.id', '=', sql<MessageId>`any(${sql.val(ids)}::uuid[])`)
    .where('m.deleted_at', 'is', null)
    .select([
      'm.id',
      'm.seq',
      'm.body as text',
      'm.file_names as fileNames',
      'm.created_at as createdAt',
      ...ROOM_AND_NAMES,
      's.id as senderId',
      's.name as senderName',
      's.last_name as senderLastName',
      's.photo_id as senderPhotoId',
      'm.attachment',
    ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.seq', 'desc')
    .orderBy('m.id')
    .execute()
  return { rows, total: chosen[0]!.total }
}
