import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { AnnouncedFile, FileAddresses, FileAnnouncement } from '../resources/resource-files.ts'
import { ResourceFileDto } from '../resources/resources.ts'
import { ResourceFileId, RoomId } from '../values.ts'

/** Most files of one message (product §16). */
export const MOST_ATTACHMENTS = 5
/** The largest file of a message (product §16); a server may allow less. */
export const LARGEST_ATTACHMENT_BYTES = 25 * 1_048_576
/** Most files of one person that were announced for a message and are not sent yet. */
export const MOST_UNSENT_ATTACHMENTS = 50

/** What a file is to somebody who reads a list of rooms. */
export const AttachmentKind = z.enum(['image', 'video', 'audio', 'file'])
export type AttachmentKind = z.infer<typeof AttachmentKind>

/** A file of a message. */
export const AttachmentDto = ResourceFileDto.extend({
  /** The size of the preview of a picture; null for what has none. */
  image: z.object({ width: z.int(), height: z.int() }).nullable(),
})
export type AttachmentDto = z.infer<typeof AttachmentDto>

const roomParams = z.strictObject({ roomId: RoomId })
const fileParams = roomParams.extend({ fileId: ResourceFileId })

export const beginAttachment = endpoint({
  method: 'POST',
  path: '/v1/message/:roomId/attachment',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Announces a file for a message. Its bytes follow by the tus protocol on /v1/resource/upload with the id; a message that is sent with the id has the file',
  params: roomParams,
  body: FileAnnouncement,
  response: AnnouncedFile,
  status: 201,
  errors: [
    'message.room_not_found',
    'message.closed',
    'coach.unpaid',
    'message.too_many_files',
    'message.no_space',
    'resource.quota_exceeded',
    'upload.too_large',
  ],
})

export const finishAttachment = endpoint({
  method: 'POST',
  path: '/v1/message/:roomId/attachment/:fileId/finish',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary:
    'Looks at the content of a file whose bytes are all there, and keeps it with a preview of a picture, or forgets it; again, it answers the same',
  params: fileParams,
  response: AttachmentDto,
  errors: [
    'message.room_not_found',
    'message.no_space',
    'resource.quota_exceeded',
    'resource.file_not_found',
    'resource.upload_incomplete',
    'resource.file_refused',
  ],
})

export const cancelAttachment = endpoint({
  method: 'DELETE',
  path: '/v1/message/:roomId/attachment/:fileId',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Forgets a file that was not sent, and its bytes',
  params: fileParams,
  errors: ['message.room_not_found', 'resource.file_not_found'],
})

/** Addresses that one person can use for an hour, as long as they are in the room. */
export const AttachmentAddresses = FileAddresses.extend({
  /** Null without a preview. */
  preview: z.string().nullable(),
})
export type AttachmentAddresses = z.infer<typeof AttachmentAddresses>

export const openAttachment = endpoint({
  method: 'GET',
  path: '/v1/message/:roomId/attachment/:fileId/download',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'The addresses of a file of a message, to show it or its preview and to save it',
  params: fileParams,
  response: AttachmentAddresses,
  errors: ['message.room_not_found', 'resource.file_not_found'],
})
