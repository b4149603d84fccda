import { type RawBuilder, type Transaction, sql } from 'kysely'
import type { AttachmentKind } from '#contract/messages/attachments.ts'
import type { MessageId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS, epochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { constraintOf } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { type RoomPerson, peopleOf } from './room-people.repository.ts'
import { groupsOf, isClosedRoom } from './rooms.repository.ts'
import { type MessageRow, QUOTED } from './thread.repository.ts'

export type NewMessage = {
  scope: Scope
  id: MessageId
  roomId: RoomId
  senderUserId: UserId
  /** Whether the coach of the room has paid (product §1 D6). */
  isPaid: boolean
  text: string
  /** The sender's own key: the same key again changes nothing (product §16). */
  clientKey: MessageKey
  replyTo: MessageId | null
  /** What the first of its files is, and the names of all. */
  attachment: AttachmentKind | null
  fileNames: string
}

/** A statement for those rows that meet a condition. */
type Statement = (condition: RawBuilder<unknown>) => RawBuilder<unknown>

type Listener = Omit<RoomPerson, 'roomId'>

/** Why a message is not written. */
type Refused =
  | 'message.room_not_found'
  | 'message.closed'
  | 'coach.unpaid'
  | 'message.too_many'
  | 'message.reply_not_found'

/** What became of a message: it was written, had been written before, or is refused. */
export type Outcome =
  | { verdict: Refused }
  | {
      verdict: 'written' | 'known'
      /** Of the message that was or had been written. */
      id: MessageId
      /** The message if it was written now, without its files. */
      row: MessageRow | undefined
      /** Whose sockets learn of it. */
      listeners: Listener[]
    }

// A number that no other advisory lock of the product uses.
const SENDER_LOCK = 76_043

/** Whether a message was not written because it was written through another server at the same moment. */
export const isKeyTaken = (error: unknown): boolean => constraintOf(error) === 'messages_key_unique'

/**
 * Writes messages of several people in several rooms by one statement: of each room and of each sender one, so that no
 * message needs another's number or count. Each gets the next number of its room: no gaps, no duplicates.
 *
 * Senders and rooms are locked in this order, and sorted, so that servers cannot deadlock. A room is read as it is once it
 * is locked; what else is checked is read as it was before the wait. So somebody who writes through several servers at once
 * may exceed their limit by a message for each, and the same key through two servers is refused by its constraint (`isKeyTaken`).
 * @param tellLater a statement that starts the timers of the rooms, of those that meet a condition on `command`
 * @param perMinute how many a person may write in a minute, in all rooms
 */
export async function writeMessages(
  tx: Transaction<DB>,
  messages: readonly NewMessage[],
  { perMinute, now, tellLater }: { perMinute: number; now: EpochMs; tellLater: Statement },
): Promise<Outcome[]> {
  const at = toTimestamp(now)
  const column = <Key extends keyof NewMessage>(key: Key) => sql.val(messages.map((message) => message[key]))
  // Else PostgreSQL plans all of this each time, which takes longer than doing it (1.2 ms): it expects fewer rows of lists
  // whose length it sees.
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  const { rows } = await sql<Judged>`
    with asked as (
      select * from unnest(
        ${column('id')}::uuid[], ${column('roomId')}::uuid[], ${column('senderUserId')}::uuid[],
        ${sql.val(messages.map(({ scope }) => scope.coachId))}::uuid[],
        ${sql.val(messages.map(({ scope }) => clientOf(scope) ?? null))}::uuid[],
        ${column('clientKey')}::uuid[], ${column('text')}::text[], ${column('replyTo')}::uuid[],
        ${column('attachment')}::text[], ${column('fileNames')}::text[], ${column('isPaid')}::boolean[]
      ) with ordinality as asked
        (id, room_id, sender, of_coach, of_client, client_key, body, reply_to, attachment, file_names, is_paid, position)
    ), senders as materialized (
      select pg_advisory_xact_lock(${SENDER_LOCK}, person)
      from (select distinct hashtext(sender::text) as person from asked order by 1) as people
    ), rooms as materialized (
      select r.id, r.type, r.coach_id, r.client_id, r.group_id, r.last_seq + 1 as seq, r.revision + 1 as revision
      from message_rooms r
      where (select count(*) from senders) > 0 and r.id in (select room_id from asked) and exists (
        select from asked where asked.room_id = r.id and asked.of_coach = r.coach_id and (asked.of_client is null
          or asked.of_client = r.client_id or r.group_id in (${groupsOf(sql`asked.of_client`)})))
      order by r.id
      for update
    ), judged as (
      select asked.*, rooms.type, rooms.coach_id, rooms.client_id, rooms.group_id, rooms.seq, rooms.revision,
        coalesce(old.id, asked.id) as message_id,
        case
          when rooms.id is null then 'message.room_not_found'
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
      from asked left join rooms on rooms.id = asked.room_id
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
    ), timed as (${tellLater(sql`where command->>'roomId' in (select room_id::text from judged where verdict = 'written')`)})
    select judged.verdict, judged.message_id as id, judged.type, judged.seq, judged.revision,
      (select coalesce(json_agg(listener), '[]') from (${peopleOf('judged')}) as listener) as listeners,
      s.name as "senderName", s.last_name as "senderLastName", s.photo_id as "senderPhotoId",
      a.id as "answeredId", a.seq as "answeredSeq", w.id as "answeredSenderId", left(a.body, ${sql.lit(QUOTED)}) as "answeredText",
      a.attachment as "answeredAttachment", w.name as "answeredName", w.last_name as "answeredLastName"
    from judged join users s on s.id = judged.sender
    left join messages a on a.id = judged.reply_to left join users w on w.id = a.sender_user_id
    order by judged.position`.execute(tx)
  return rows.map((row, index) => outcomeOf(row, messages[index]!, now))
}

type Shown = Omit<
  MessageRow,
  'roomId' | 'text' | 'attachments' | 'clientKey' | 'createdAt' | 'editedAt' | 'deletedAt' | 'senderId'
>
type Judged = Shown & { verdict: Refused | 'written' | 'known'; listeners: Listener[] }

function outcomeOf({ verdict, listeners, ...shown }: Judged, message: NewMessage, now: EpochMs): Outcome {
  if (verdict === 'known') return { verdict, id: shown.id, row: undefined, listeners }
  if (verdict !== 'written') return { verdict }
  const { roomId, text, clientKey, senderUserId: senderId } = message
  const times = { createdAt: now, editedAt: null, deletedAt: null }
  const row = { ...shown, roomId, text, clientKey, senderId, attachments: [], ...times }
  return { verdict, id: shown.id, row, listeners }
}
