import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CoacheeType, IsoInstant, PageQuery, Photo, RoomId, UserId, pageOf } from './values.ts'

/** Who wrote a message; the names may be empty (spec §2: such a sender shows as "Cliente"). */
export const MessageSender = z.object({ name: z.string(), lastName: z.string(), photo: Photo.nullable() })

/** A message notification (spec §3). It never carries what was written. */
export const MessageNotification = z.object({
  createdAt: IsoInstant,
  body: z.object({ sender: MessageSender, type: CoacheeType, roomId: RoomId }),
})
export type MessageNotification = z.infer<typeof MessageNotification>

/** A room as its list shows it to one person. */
export const RoomDto = z.object({
  roomId: RoomId,
  type: CoacheeType,
  /** Whom one talks to there. */
  name: z.string(),
  lastName: z.string(),
  photo: Photo.nullable(),
  /** Messages of others that the person has not read. */
  unread: z.int(),
  /** The newest message; null while nobody has written. */
  last: z
    .object({
      seq: z.int(),
      text: z.string(),
      createdAt: IsoInstant,
      own: z.boolean(),
      sender: MessageSender,
    })
    .nullable(),
})
export type RoomDto = z.infer<typeof RoomDto>

/** What the web says of itself (spec §6). The server knows it from the token and believes nothing else. */
export const RoomRole = z.enum(['coach', 'client', 'member', 'collaborator'])

export const listRooms = endpoint({
  method: 'GET',
  path: '/v1/message/rooms',
  access: 'clientOrPaidCoach',
  summary: "A page of the person's rooms; `asc` begins with the one that was written in last",
  query: PageQuery.extend({ role: RoomRole.optional() }),
  /** The rows come twice: `data` as in every list, `rooms` as spec §7 reads them. */
  response: pageOf(RoomDto).extend({ rooms: z.array(RoomDto) }),
  errors: [],
})

export const listPendingMessages = endpoint({
  method: 'GET',
  path: '/v1/notification/message/pending/:userId',
  access: 'clientOrPaidCoach',
  summary: 'A page of the messages the person has not read, by age, each as its notification',
  params: z.strictObject({ userId: UserId }),
  query: PageQuery,
  response: pageOf(MessageNotification),
  errors: ['user.not_found'],
})
