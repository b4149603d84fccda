import { type Transaction, sql } from 'kysely'
import type { MessageId, RoomId, UserId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { type RoomPerson, peopleOf } from './room-people.repository.ts'
import { groupsOf, isClosedRoom } from './rooms.repository.ts'
import type { NewMessage } from './thread.repository.ts'

// Messages of several people in several rooms, written with a few statements. Of each room and of each sender at most
// one at a time, so that no message needs another's number or count.

export type Writing = { scope: Scope; senderUserId: UserId; roomId: RoomId }

// A number that no other advisory lock of the product uses.
const SENDER_LOCK = 76_043

/**
 * Locks senders and rooms until the transaction ends: what changes in a room gets its number in turn, and concurrent
 * messages of one person would all see the same count of the last minute. In one order, senders before rooms, to avoid a
 * deadlock. @returns for each writing whether its room exists for the sender
 */
export async function lockRooms(tx: Transaction<DB>, writings: readonly Writing[]): Promise<boolean[]> {
  const { rows } = await sql<{ position: number }>`
    with asked as (
      select * from unnest(
        ${sql.val(writings.map(({ roomId }) => roomId))}::uuid[],
        ${sql.val(writings.map(({ scope }) => scope.coachId))}::uuid[],
        ${sql.val(writings.map(({ scope }) => clientOf(scope) ?? null))}::uuid[]
      ) with ordinality as asked (room_id, coach_id, client_id, position)
    ), senders as materialized (
      select pg_advisory_xact_lock(${SENDER_LOCK}, person) from (
        select distinct hashtext(id) as person
        from unnest(${sql.val(writings.map(({ senderUserId }) => senderUserId))}::text[]) as id order by 1
      ) as people
    )
    select asked.position::int as position
    from asked join message_rooms r on r.id = asked.room_id and r.coach_id = asked.coach_id
    where (select count(*) from senders) > 0 and (asked.client_id is null or r.client_id = asked.client_id
      or r.group_id in (${groupsOf(sql`asked.client_id`)}))
    order by r.id
    for update of r`.execute(tx)
  const found = new Set(rows.map(({ position }) => position))
  return writings.map((_, index) => found.has(index + 1))
}

type Refused = 'message.closed' | 'coach.unpaid' | 'message.too_many' | 'message.reply_not_found'

/** What became of a message: it was written, had been written before, or is refused. */
export type Outcome = {
  verdict: 'written' | 'known' | Refused
  /** Of the message that was or had been written. */
  id: MessageId
  /** Whose sockets learn of it. */
  listeners: Omit<RoomPerson, 'roomId'>[]
}

/**
 * Writes messages into locked rooms, each with the next number of its room: no gaps, no duplicates, however many write
 * at once. @param perMinute how many a person may write in a minute, in all rooms
 */
export async function writeMessages(
  tx: Transaction<DB>,
  messages: readonly NewMessage[],
  { perMinute, now }: { perMinute: number; now: EpochMs },
): Promise<Outcome[]> {
  const column = <Key extends keyof NewMessage>(key: Key) => sql.val(messages.map((message) => message[key]))
  const at = toTimestamp(now)
  const { rows } = await sql<Outcome>`
    with asked as (
      select * from unnest(
        ${column('id')}::uuid[], ${column('roomId')}::uuid[], ${column('senderUserId')}::uuid[],
        ${column('clientKey')}::uuid[], ${column('text')}::text[], ${column('replyTo')}::uuid[],
        ${column('attachment')}::text[], ${column('fileNames')}::text[], ${column('isPaid')}::boolean[]
      ) with ordinality
        as asked (id, room_id, sender, client_key, body, reply_to, attachment, file_names, is_paid, position)
    ), judged as (
      select asked.*, r.coach_id, r.client_id, r.group_id, r.last_seq + 1 as seq, r.revision + 1 as revision,
        coalesce(old.id, asked.id) as message_id,
        case
          when old.id is not null then 'known'
          when ${isClosedRoom(sql`asked.room_id`)} then 'message.closed'
          when not asked.is_paid then 'coach.unpaid'
          when (
            select count(*) from messages m where m.sender_user_id = asked.sender
              and m.created_at > ${toTimestamp(epochMs(now - MINUTE_MS))}
          ) >= ${perMinute} then 'message.too_many'
          when asked.reply_to is not null and not exists (
            select from messages m where m.room_id = asked.room_id and m.id = asked.reply_to and m.deleted_at is null
          ) then 'message.reply_not_found'
          else 'written'
        end as verdict
      from asked join message_rooms r on r.id = asked.room_id
      left join messages old on old.room_id = asked.room_id and old.sender_user_id = asked.sender
        and old.client_key = asked.client_key
    ), counted as (
      update message_rooms r set last_seq = judged.seq, revision = judged.revision, last_at = ${at}
      from judged where r.id = judged.room_id and judged.verdict = 'written'
    ), written as (
      insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, reply_to, attachment,
        file_names, created_at)
      select id, room_id, seq, revision, sender, body, client_key, reply_to, attachment, file_names, ${at}
      from judged where verdict = 'written'
    )
    select judged.verdict, judged.message_id as id, (
      select coalesce(json_agg(listener), '[]') from (${peopleOf('judged')}) as listener
    ) as listeners
    from judged order by position`.execute(tx)
  return rows
}
