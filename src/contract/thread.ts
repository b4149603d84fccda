import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AttachmentDto, AttachmentKind, MOST_ATTACHMENTS } from './messages/attachments.ts'
import { type MessageNotification, MessageSender } from './messages.ts'
import { IsoInstant, MessageId, MessageKey, ResourceFileId, RoomId, UserId, words } from './values.ts'

/** The longest text of a message, in characters (product §16). */
export const LONGEST_MESSAGE = 4_000
/** How long its author may change a message (product §16). */
export const EDIT_MINUTES = 15
/** Most edits, and most deletions, from one address in a minute; refused ones count, too. */
const CHANGES_PER_MINUTE = 60

/** A person of a room, as the others see them. */
export const RoomPerson = MessageSender.extend({ userId: UserId })
export type RoomPerson = z.infer<typeof RoomPerson>

/** A message as somebody in its room sees it: of other members of a group without last names (product §7). */
export const MessageDto = z.object({
  id: MessageId,
  roomId: RoomId,
  /** Its place in the room: 1 is the first, without gaps. */
  seq: z.int(),
  /** The revision of the room in which it was written or changed last. */
  revision: z.int(),
  sender: RoomPerson,
  /** Empty once it is deleted, and in a message of files alone. */
  text: z.string(),
  attachments: z.array(AttachmentDto),
  /** The message it answers, with the beginning of its text; a deleted one has neither text nor attachment. */
  replyTo: z
    .object({
      id: MessageId,
      seq: z.int(),
      name: z.string(),
      lastName: z.string(),
      text: z.string(),
      attachment: AttachmentKind.nullable(),
    })
    .nullable(),
  /** The key under which its author sent it. */
  clientKey: MessageKey,
  createdAt: IsoInstant,
  editedAt: IsoInstant.nullable(),
  deletedAt: IsoInstant.nullable(),
})
export type MessageDto = z.infer<typeof MessageDto>

/** What a new message tells everybody in its room: as a notification (spec §3), and the message itself for an open thread. */
export type MessageNews = MessageNotification & { message: MessageDto }

/** How far a person of a room has it: what their browsers have received, and what they have read. */
export const RoomRead = z.object({ userId: UserId, deliveredSeq: z.int(), readSeq: z.int() })
export type RoomRead = z.infer<typeof RoomRead>

/** Why the person cannot write in a room: its process has ended, or their coach has not paid (product §1 D6). */
export const WritingBarrier = z.enum(['ended', 'unpaid'])
export type WritingBarrier = z.infer<typeof WritingBarrier>

const roomParams = z.strictObject({ roomId: RoomId })
const entryParams = z.strictObject({ messageId: MessageId })
// In its normal form, which may be longer: the limit is of what is stored.
const Text = words(0, LONGEST_MESSAGE)
  .overwrite((text) => text.normalize('NFC'))
  .max(LONGEST_MESSAGE)
/** A place or a revision: PostgreSQL refuses to compare an `int` with more. */
const number = (min: number) => z.coerce.number().int().min(min).max(2_147_483_647).optional()

export const ThreadQuery = z
  .strictObject({
    /** Only those before this place, the newest first to be chosen: a page further back. */
    before: number(1),
    /** Only those after this place, the oldest first to be chosen: a gap. */
    after: number(0),
    /** Only those that were written or changed after this revision, in the order of the changes: what somebody missed. */
    since: number(0),
    items: z.coerce.number().int().min(1).max(100).default(50),
  })
  .refine(
    ({ since, before, after }) => since === undefined || (before === undefined && after === undefined),
    { error: 'since_with_place', path: ['since'] },
  )
export type ThreadQuery = z.infer<typeof ThreadQuery>

export const getThread = endpoint({
  method: 'GET',
  path: '/v1/message/:roomId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Messages of a room by their place: the newest, those before or after a place, or those that changed since a revision',
  params: roomParams,
  query: ThreadQuery,
  response: z.object({
    /** By place; with `since` by revision. */
    data: z.array(MessageDto),
    /** Whether there are more in the direction that was asked for. */
    more: z.boolean(),
    revision: z.int(),
    lastSeq: z.int(),
    reads: z.array(RoomRead),
    /** Who is in the room now: the coach first, then by name. */
    people: z.array(RoomPerson),
    barrier: WritingBarrier.nullable(),
  }),
  errors: ['message.room_not_found'],
})

export const SendMessageBody = z
  .strictObject({
    /** May be empty in a message with files. */
    text: Text,
    /** Files that the sender uploaded for this room, in their order; each is sent once. */
    attachments: z
      .array(ResourceFileId)
      .max(MOST_ATTACHMENTS)
      .refine((ids) => new Set(ids).size === ids.length, 'file_twice')
      .default([]),
    /** Made by the sender once for each message: the same key again is the same message. */
    clientKey: MessageKey,
    replyTo: MessageId.optional(),
  })
  .refine(({ text, attachments }) => text !== '' || attachments.length > 0, {
    error: 'required',
    path: ['text'],
  })
export type SendMessageBody = z.infer<typeof SendMessageBody>

export const sendMessage = endpoint({
  method: 'POST',
  path: '/v1/message/:roomId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  checksActor: true,
  summary: 'Writes a message; sent again with the same key it is the one that was written',
  params: roomParams,
  body: SendMessageBody,
  response: MessageDto,
  status: 201,
  errors: [
    'message.room_not_found',
    'message.closed',
    'coach.unpaid',
    'message.key_used',
    'message.reply_not_found',
    'message.attachment_not_found',
    'message.too_many',
  ],
})

export const readMessages = endpoint({
  method: 'PUT',
  path: '/v1/message/:roomId/read',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Says how far the person has a room: what their browser has received, and what they have read',
  params: roomParams,
  body: z
    .strictObject({ deliveredSeq: z.int().min(0).optional(), readSeq: z.int().min(0).optional() })
    .refine(({ deliveredSeq, readSeq }) => deliveredSeq !== undefined || readSeq !== undefined),
  response: RoomRead,
  errors: ['message.room_not_found'],
})

export const editMessage = endpoint({
  method: 'PUT',
  path: '/v1/message/entry/:messageId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Changes the text of a message of one’s own, for 15 minutes',
  perMinute: CHANGES_PER_MINUTE,
  params: entryParams,
  body: z.strictObject({ text: Text }),
  response: MessageDto,
  errors: ['message.not_found', 'message.too_old'],
})

export const deleteMessage = endpoint({
  method: 'DELETE',
  path: '/v1/message/entry/:messageId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Deletes a message of one’s own for everybody; its place stays, without its text and files',
  perMinute: CHANGES_PER_MINUTE,
  params: entryParams,
  response: MessageDto,
  errors: ['message.not_found'],
})
