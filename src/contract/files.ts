import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { FileId } from './values.ts'

/**
 * The address in `fileURL`. It is its own permission, valid for a day or two, because an image tag sends no bearer
 * (docs/decisions/012).
 */
export const getFile = endpoint({
  method: 'GET',
  path: '/v1/file/:fileId',
  access: 'public',
  owner: 'secret',
  summary: 'A picture, by the signed address given with what it belongs to',
  params: z.strictObject({ fileId: FileId }),
  query: z.strictObject({ until: z.string().max(20), signature: z.string().max(100) }),
  status: 200,
  answers: 'image/webp',
  errors: ['file.not_found'],
})
