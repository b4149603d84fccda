import { type Kysely, sql } from 'kysely'
import type { MembershipId, RoomId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'

/** Somebody who is in a room now, by the membership that their sockets have. */
export type RoomPerson = { roomId: RoomId; membershipId: MembershipId; userId: UserId }

/**
 * Who is in these rooms: the coach, and the client or the active members of the group. Whether anybody wrote there does
 * not matter. The caller compares: a person who asks is among them, or has no right to know.
 */
export async function listRoomPeople(db: Kysely<DB>, roomIds: readonly RoomId[]): Promise<RoomPerson[]> {
  if (roomIds.length === 0) return []
  return db.selectFrom(peopleOfRooms(roomIds).as('p')).selectAll().execute()
}

/** The same as a table of a query. */
export function peopleOfRooms(roomIds: readonly RoomId[]) {
  const ids = sql`(${sql.join(roomIds)})`
  return sql<RoomPerson>`(
    select o.id as "roomId", m.id as "membershipId", m.user_id as "userId" from (
      select id, coach_id from clients where id in ${ids}
      union all
      select id, coach_id from groups where id in ${ids}
    ) as o join memberships m on m.user_id = o.coach_id and m.coach_id = o.coach_id and m.user_type = 'coach'
    union all
    select c.room_id, m.id, m.user_id from (
      select id as room_id, id, user_id, coach_id from clients where id in ${ids}
      union all
      select g.group_id, c.id, c.user_id, c.coach_id from group_members g join clients c on c.id = g.client_id
      where g.group_id in ${ids} and g.status = 'active'
    ) as c join memberships m on m.user_id = c.user_id and m.coach_id = c.coach_id and m.client_id = c.id
  )`
}

/** The people in a row of `message_rooms`, as a query inside another one; `room` is its name there. */
export function peopleOf(room: string) {
  const of = (column: string) => sql.ref(`${room}.${column}`)
  const memberships = sql`memberships m on m.user_id = c.user_id and m.coach_id = c.coach_id and m.client_id = c.id`
  return sql`
    select id as "membershipId", user_id as "userId" from memberships
    where user_id = ${of('coach_id')} and coach_id = ${of('coach_id')} and user_type = 'coach'
    union all
    select m.id, m.user_id from clients c join ${memberships} where c.id = ${of('client_id')}
    union all
    select m.id, m.user_id from group_members g join clients c on c.id = g.client_id join ${memberships}
    where g.group_id = ${of('group_id')} and g.status = 'active'`
}
