import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { AttachmentKind } from '#contract/messages/attachments.ts'
import type { AuthSessionId, MembershipId, MessageId, MessageKey, RoomId, UserId } from '#contract/values.ts'
import { type EpochMs, MINUTE_MS, epochMs, toIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { type Slots, compiledQuery, onePlan, onePlanFor } from '#server/platform/postgres/compiled-query.ts'
import { beginningOf, publishing } from '#server/platform/postgres/publishing.ts'
import { constraintOf } from '#server/platform/postgres/postgres-constraints.ts'
import { type Scope, clientOf } from '../../policy/scope.ts'
import { type RoomPerson, peopleOf } from './room-people.repository.ts'
import { groupsOf, isClosedRoom } from './rooms.repository.ts'
import { type MessageRow, QUOTED } from './thread.repository.ts'

export type NewMessage = {
  scope: Scope
  id: MessageId
  roomId: RoomId
  sender: Sender
  text: string
  /** The sender's own key: the same key again changes nothing (product §16). */
  clientKey: MessageKey
  replyTo: MessageId | null
  /** What the first of its files is, and the names of all. */
  attachment: AttachmentKind | null
  fileNames: string
  /** What the statement itself publishes for the other servers, before what it finds; null if it does not. */
  told: { topic: string; said: object } | null
}

/** Who writes, as they were known when the request began: the statement compares. */
export type Sender = {
  userId: UserId
  authSessionId: AuthSessionId
  membershipId: MembershipId
  /** Of the coach of the room, as stored. */
  stored: { paymentStatus: PaymentStatus; periodEndsAt: EpochMs | null }
  /** Whether that is paid now (product §1 D6). */
  isPaid: boolean
}

/** What starts the timers of the rooms that were written in: of a room, and of the message there. */
export type Timers = {
  /** Part of the statement. `timers` are those to be started: of rooms whose rows it holds, so that no two statements set the same ones. */
  insert: (timers: RawBuilder<unknown>) => RawBuilder<unknown>
  rows: readonly { key: string; due: string; command: object }[]
}

type Limits = {
  /** How many a person may write in a minute, in all rooms. */
  perMinute: number
  now: EpochMs
  timers: Timers
  /** Sign-ins that were not used or began before these have ended. */
  openSince: { usedAfter: EpochMs; signedInAfter: EpochMs }
  /** The name under which this process publishes; null if the bus is not part of the database. */
  origin: string | null
}

type Listener = Omit<RoomPerson, 'roomId'>

/** Why a message is not written. */
type Refused =
  | 'message.room_not_found'
  | 'message.closed'
  | 'coach.unpaid'
  | 'message.too_many'
  | 'message.reply_not_found'

/** What became of a message: it was written, had been written before, or is refused; or its sender is not who they were. */
export type Outcome =
  | { verdict: Refused | 'senderChanged' }
  | {
      verdict: 'written' | 'known'
      /** Of the message that was or had been written. */
      id: MessageId
      /** The message if it was written now, without its files. */
      row: MessageRow | undefined
      /** Whose sockets learn of it. */
      listeners: Listener[]
    }

/** Whether a message was not written because it was written through another server at the same moment. */
export const isKeyTaken = (error: unknown): boolean => constraintOf(error) === 'messages_key_unique'

/**
 * Writes messages of several people in several rooms by one statement: of each room and of each sender one, so that no
 * message needs another's number or count. Each gets the next number of its room: no gaps, no duplicates. The statement
 * needs no transaction around it.
 *
 * Rooms are locked sorted, so that servers cannot deadlock. A room is read as it is once it is locked; what else is checked
 * is read as it was before the wait. So somebody who writes through several servers at once may exceed their limit by a
 * message for each, and the same key through two servers is refused by its constraint (`isKeyTaken`).
 */
export async function writeMessages(
  db: Kysely<DB>,
  messages: readonly NewMessage[],
  { perMinute, now, timers, openSince, origin }: Limits,
): Promise<Outcome[]> {
  let statement = statements.get(timers.insert)
  if (!statement) statements.set(timers.insert, (statement = statementOf(timers.insert)))
  const rows = await statement(db, {
    ids: messages.map(({ id }) => id),
    rooms: messages.map(({ roomId }) => roomId),
    senders: messages.map(({ sender }) => sender.userId),
    signIns: messages.map(({ sender }) => sender.authSessionId),
    memberships: messages.map(({ sender }) => sender.membershipId),
    payments: messages.map(({ sender }) => sender.stored.paymentStatus),
    periodEnds: messages.map(({ sender: { stored } }) =>
      stored.periodEndsAt === null ? null : toIso(stored.periodEndsAt),
    ),
    arePaid: messages.map(({ sender }) => sender.isPaid),
    coaches: messages.map(({ scope }) => scope.coachId),
    clients: messages.map(({ scope }) => clientOf(scope) ?? null),
    keys: messages.map(({ clientKey }) => clientKey),
    texts: messages.map(({ text }) => text),
    answered: messages.map(({ replyTo }) => replyTo),
    attachments: messages.map(({ attachment }) => attachment),
    fileNames: messages.map(({ fileNames }) => fileNames),
    told: messages.map(({ told }) => told && beginningOf(told.topic, told.said)),
    usedAfter: toIso(openSince.usedAfter),
    signedInAfter: toIso(openSince.signedInAfter),
    aMinuteAgo: toIso(epochMs(now - MINUTE_MS)),
    perMinute,
    at: toIso(now),
    timerKeys: timers.rows.map(({ key }) => key),
    timerDues: timers.rows.map(({ due }) => due),
    timerCommands: timers.rows.map(({ command }) => JSON.stringify(command)),
    origin,
    plan: onePlanFor,
  })
  const outcomes = messages.map((): Outcome => ({ verdict: 'message.room_not_found' }))
  for (const { place, verdict, id, found } of rows) {
    if (verdict !== 'written' && verdict !== 'known') outcomes[place] = { verdict }
    else
      outcomes[place] = outcomeOf(verdict, id, JSON.parse(found) as Found, { message: messages[place]!, now })
  }
  return outcomes
}

type Values = Record<
  | 'ids'
  | 'rooms'
  | 'senders'
  | 'signIns'
  | 'memberships'
  | 'payments'
  | 'periodEnds'
  | 'arePaid'
  | 'coaches'
  | 'clients'
  | 'keys'
  | 'texts'
  | 'answered'
  | 'attachments'
  | 'fileNames'
  | 'told'
  | 'timerKeys'
  | 'timerDues'
  | 'timerCommands',
  readonly unknown[]
> &
  Record<'usedAfter' | 'signedInAfter' | 'aMinuteAgo' | 'at', string> & {
    perMinute: number
    origin: string | null
    plan: number
  }

/** A message whose room was found, by its place among those that were asked for. */
type Judged = {
  place: number
  verdict: Refused | 'senderChanged' | 'written' | 'known'
  id: MessageId
  found: string
}

type Answered = Pick<
  MessageRow,
  | 'answeredId'
  | 'answeredSeq'
  | 'answeredSenderId'
  | 'answeredText'
  | 'answeredAttachment'
  | 'answeredName'
  | 'answeredLastName'
>

/** What the statement finds of a message, beside what its sender says. */
export type Found = Pick<
  MessageRow,
  'type' | 'seq' | 'revision' | 'senderName' | 'senderLastName' | 'senderPhotoId'
> & { answered: Answered | null; listeners: Listener[] }

/** One for each way to set timers: the product has one, tests others. */
const statements = new WeakMap<Timers['insert'], ReturnType<typeof statementOf>>()

const statementOf = (insertTimers: Timers['insert']) =>
  compiledQuery<Values, Judged>((db, slots) => ({ compile: () => textOf(slots, insertTimers).compile(db) }))

const textOf = (slots: Slots<Values>, insertTimers: Timers['insert']) => sql<Judged>`
  with judged as materialized (
    select rooms.*, coalesce(old.id, rooms.id) as message_id, case
        when not exists (
          select from auth_sessions s join coaches c on c.id = rooms.coach_id
          where s.id = rooms.sign_in and s.membership_id = rooms.membership and s.revoked_at is null
            and s.last_used_at > ${slots.usedAfter}::timestamptz and s.created_at > ${slots.signedInAfter}::timestamptz
            and c.payment_status = rooms.payment_status and date_trunc('milliseconds', c.period_ends_at) is not distinct from rooms.period_ends_at
        ) then 'senderChanged'
        when old.id is not null then 'known'
        when ${isClosedRoom(sql`rooms.room_id`)} then 'message.closed'
        when not rooms.is_paid then 'coach.unpaid'
        when (
          select count(*) from messages m
          where m.sender_user_id = rooms.sender and m.created_at > ${slots.aMinuteAgo}::timestamptz
        ) >= ${slots.perMinute}::int then 'message.too_many'
        when rooms.reply_to is not null and not exists (
          select from messages m where m.room_id = rooms.room_id and m.id = rooms.reply_to and m.deleted_at is null
        ) then 'message.reply_not_found'
        else 'written'
      end as verdict
    from (
      select r.id as room_id, r.type, r.coach_id, r.client_id, r.group_id, r.last_seq + 1 as seq, r.revision + 1 as revision,
        asked.*
      from unnest(
        ${slots.ids}::uuid[], ${slots.rooms}::uuid[], ${slots.senders}::uuid[], ${slots.signIns}::uuid[],
        ${slots.memberships}::uuid[], ${slots.payments}::text[], ${slots.periodEnds}::timestamptz[],
        ${slots.arePaid}::boolean[], ${slots.coaches}::uuid[], ${slots.clients}::uuid[], ${slots.keys}::uuid[],
        ${slots.texts}::text[], ${slots.answered}::uuid[], ${slots.attachments}::text[], ${slots.fileNames}::text[],
        ${slots.told}::text[], ${slots.timerKeys}::text[], ${slots.timerDues}::timestamptz[], ${slots.timerCommands}::jsonb[]
      ) with ordinality as asked (id, of_room, sender, sign_in, membership, payment_status, period_ends_at, is_paid, of_coach,
        of_client, client_key, body, reply_to, attachment, file_names, told, timer_key, due, command, position)
      join message_rooms r on r.id = asked.of_room and r.coach_id = asked.of_coach and (asked.of_client is null
        or asked.of_client = r.client_id or r.group_id in (${groupsOf(sql`asked.of_client`)}))
      order by r.id
      for update of r
    ) as rooms
    left join messages old on old.room_id = rooms.room_id and old.sender_user_id = rooms.sender
      and old.client_key = rooms.client_key
  ), counted as (
    update message_rooms r set last_seq = judged.seq, revision = judged.revision, last_at = ${slots.at}::timestamptz
    from judged where r.id = judged.room_id and judged.verdict = 'written'
  ), written as (
    insert into messages (id, room_id, seq, revision, sender_user_id, body, client_key, reply_to, attachment,
      file_names, created_at)
    select id, room_id, seq, revision, sender, body, client_key, reply_to, attachment, file_names, ${slots.at}::timestamptz
    from judged where verdict = 'written'
  ), timed as (${insertTimers(sql`select timer_key as key, due, command from judged where verdict = 'written'`)})
  select (judged.position - 1)::int as place, judged.verdict, judged.message_id as id, found.found,
    case when judged.verdict = 'written' and judged.told is not null
      then ${publishing(slots.origin, sql`judged.position`, sql`judged.told`, sql`found.found`)} end as published,
    ${onePlan(slots.plan)} as plan
  from judged join users s on s.id = judged.sender, lateral (
    select json_build_object(
      'type', judged.type, 'seq', judged.seq, 'revision', judged.revision,
      'senderName', s.name, 'senderLastName', s.last_name, 'senderPhotoId', s.photo_id,
      'answered', case when judged.reply_to is not null then (
        select json_build_object('answeredId', a.id, 'answeredSeq', a.seq, 'answeredSenderId', w.id,
          'answeredText', left(a.body, ${sql.lit(QUOTED)}), 'answeredAttachment', a.attachment,
          'answeredName', w.name, 'answeredLastName', w.last_name)
        from messages a join users w on w.id = a.sender_user_id where a.id = judged.reply_to) end,
      'listeners', (select coalesce(json_agg(listener), '[]') from (${peopleOf('judged')}) as listener)
    )::text as found
    ${NOT_TWICE}
  ) as found`

/** Else PostgreSQL puts the expression in each place where it is used, and works it out as often. */
const NOT_TWICE = sql`offset 0`

function outcomeOf(
  verdict: 'written' | 'known',
  id: MessageId,
  found: Found,
  { message, now }: { message: NewMessage; now: EpochMs },
): Outcome {
  const { listeners } = found
  if (verdict === 'known') return { verdict, id, row: undefined, listeners }
  const { roomId, text, clientKey, sender } = message
  return {
    verdict,
    id,
    row: rowOf({ id, roomId, text, clientKey, senderId: sender.userId, at: now }, found),
    listeners,
  }
}

/** What a sender says of a message, and when it was written. */
export type Said = Pick<MessageRow, 'id' | 'roomId' | 'text' | 'clientKey' | 'senderId'> & { at: EpochMs }

/** A message without files that has just been written. */
export function rowOf({ at, ...said }: Said, { listeners: _, answered, ...found }: Found): MessageRow {
  const times = { createdAt: at, editedAt: null, deletedAt: null }
  return { ...said, ...found, ...(answered ?? NO_ANSWER), attachments: [], ...times }
}

const NO_ANSWER: Answered = {
  answeredId: null,
  answeredSeq: null,
  answeredSenderId: null,
  answeredText: null,
  answeredAttachment: null,
  answeredName: null,
  answeredLastName: null,
}
