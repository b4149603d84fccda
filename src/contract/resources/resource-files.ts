import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { IsoInstant, ResourceFileId, ResourceId } from '../values.ts'
import { ResourceFileDto } from './resources.ts'

const params = z.strictObject({ fileId: ResourceFileId })

/** Most bytes of one part of an upload: what is lost when the line is cut, and what a server holds of it. */
export const PART_BYTES = 1_048_576

/** Where the parts of an upload go, by the tus protocol (docs/decisions/055). */
export const UPLOAD_PATH = '/v1/resource/upload'

export const FileAnnouncement = z.strictObject({
  name: z.string().trim().min(1).max(1_000),
  byteSize: z.int().min(1),
})

export const AnnouncedFile = z.object({ id: ResourceFileId, name: z.string(), byteSize: z.int() })

/** Addresses that one person can use for an hour. */
export const FileAddresses = z.object({
  /** Null for a file that no browser shows. */
  inline: z.string().nullable(),
  attachment: z.string(),
  expiresAt: IsoInstant,
})

export const beginUpload = endpoint({
  method: 'POST',
  path: '/v1/resource/upload',
  access: 'paidCoach',
  summary:
    'Announces a file. Its bytes follow by the tus protocol (HEAD and PATCH on the same address with the id), in parts of at most 1 MB',
  body: FileAnnouncement,
  response: AnnouncedFile,
  status: 201,
  errors: ['upload.too_large', 'resource.quota_exceeded'],
})

export const finishUpload = endpoint({
  method: 'POST',
  path: '/v1/resource/upload/:fileId/finish',
  access: 'paidCoach',
  owner: 'scope',
  summary:
    'Looks at the content of a file whose bytes are all there, and keeps it or forgets it; again, it answers the same',
  params,
  response: ResourceFileDto,
  errors: [
    'resource.file_not_found',
    'resource.upload_incomplete',
    'resource.file_refused',
    'resource.quota_exceeded',
  ],
})

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/v1/resource/upload/:fileId',
  access: 'paidCoach',
  owner: 'scope',
  summary: 'Forgets a file that no resource uses, and its bytes',
  params,
  errors: ['resource.file_not_found'],
})

export const openDownload = endpoint({
  method: 'GET',
  path: '/v1/resource/:resourceId/download',
  access: 'clientOrPaidCoach',
  owner: 'scope',
  summary: 'Two addresses of the file, to show it and to save it, that this person can use for an hour',
  params: z.strictObject({ resourceId: ResourceId }),
  response: FileAddresses,
  errors: ['resource.not_found', 'resource.no_file'],
})

export const getResourceFile = endpoint({
  method: 'GET',
  path: '/v1/resource/content/:fileId',
  access: 'public',
  owner: 'secret',
  summary: 'The bytes of a file, whole or a range of them, by an address of …/download',
  params,
  query: z.strictObject({
    until: z.string().max(20),
    /** Who got the address: a client, or the coach. */
    reader: z.uuid(),
    as: z.enum(['inline', 'attachment', 'preview']),
    signature: z.string().max(100),
  }),
  status: 200,
  answers: 'application/octet-stream',
  errors: ['resource.file_not_found'],
})
