import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MessageSender, RoomDto } from '../messages.ts'
import { FoundPart } from '../notes/notes.ts'
import { IsoInstant, MessageId, RoomId, line, pageOf } from '../values.ts'
import { AttachmentKind } from './attachments.ts'

/** A message that a search found. */
export const FoundMessage = z.object({
  id: MessageId,
  room: RoomDto.pick({ roomId: true, type: true, name: true, lastName: true, photo: true }),
  /** Its place in the room, to go there. */
  seq: z.int(),
  createdAt: IsoInstant,
  own: z.boolean(),
  sender: MessageSender,
  /** The piece of its text, or of the names of its files, around what was found. */
  parts: z.array(FoundPart),
  attachment: AttachmentKind.nullable(),
})
export type FoundMessage = z.infer<typeof FoundMessage>

export const searchMessages = endpoint({
  method: 'GET',
  path: '/v1/message/search',
  access: 'clientOrPaidCoach',
  summary:
    'A page of the messages with all words of a search, in one room or in all rooms of the person, newest first: by how words begin, accents count the same, and those of one or two letters as a whole. Names of files are searched, too',
  query: z.strictObject({
    search: line(1, 120),
    roomId: RoomId.optional(),
    items: z.coerce.number().int().min(1).max(50).default(20),
    page: z.coerce.number().int().min(1).max(1_000).default(1),
  }),
  response: pageOf(FoundMessage),
  errors: ['message.room_not_found'],
})
