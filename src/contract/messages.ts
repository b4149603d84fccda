import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AttachmentKind } from './messages/attachments.ts'
import { CoacheeType, IsoInstant, PageQuery, Photo, RoomId, UserId, line, pageOf } from './values.ts'

/** Who wrote a message; the names may be empty (spec §2: such a sender shows as "Cliente"). */
export const MessageSender = z.object({ name: z.string(), lastName: z.string(), photo: Photo.nullable() })
export type MessageSender = z.infer<typeof MessageSender>

/** A message notification (spec §3). It never contains the message's text. */
export const MessageNotification = z.object({
  createdAt: IsoInstant,
  body: z.object({ sender: MessageSender, type: CoacheeType, roomId: RoomId }),
})
export type MessageNotification = z.infer<typeof MessageNotification>

/** A room as one person sees it in the list. */
export const RoomDto = z.object({
  roomId: RoomId,
  type: CoacheeType,
  /** The other person or group. */
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  /** Messages of others that the person has not read. */
  unread: z.int(),
  /** The newest message; null in an empty room. */
  last: z
    .object({
      seq: z.int(),
      text: z.string(),
      /** What the first of its files is. */
      attachment: AttachmentKind.nullable(),
      createdAt: IsoInstant,
      own: z.boolean(),
      sender: MessageSender,
    })
    .nullable(),
})
export type RoomDto = z.infer<typeof RoomDto>

/** The role the web claims (spec §6). The server derives it from the token and ignores this one. */
export const RoomRole = z.enum(['coach', 'client', 'member', 'collaborator'])

const RoomsQuery = PageQuery.extend({
  role: RoomRole.optional(),
  /** By the name of the room as its reader knows it. */
  search: line(0, 120).optional(),
  /** Only those with messages of others that the person has not read. */
  unread: z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional(),
})
export type RoomsQuery = z.infer<typeof RoomsQuery>

export const listRooms = endpoint({
  method: 'GET',
  path: '/v1/message/rooms',
  access: 'clientOrPaidCoach',
  summary:
    "A page of the person's rooms, with `unread` those in which something waits; `asc` begins with the one that was written in last",
  query: RoomsQuery,
  /** The rows come twice: `data` as in every list, `rooms` as spec §7 reads them. */
  response: pageOf(RoomDto).extend({ rooms: z.array(RoomDto) }),
  errors: [],
})

export const listPendingMessages = endpoint({
  method: 'GET',
  path: '/v1/notification/message/pending/:userId',
  access: 'clientOrPaidCoach',
  owner: 'self',
  summary: 'A page of the messages the person has not read, by age, each as its notification',
  params: z.strictObject({ userId: UserId }),
  query: PageQuery,
  response: pageOf(MessageNotification),
  errors: ['user.not_found'],
})
