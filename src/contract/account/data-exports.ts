import { z } from 'zod'
import { Proof } from './accounts.ts'
import { endpoint } from '../endpoint.ts'
import { AuthSessionId, ExportId, IsoInstant, UserId } from '../values.ts'

const params = z.strictObject({ userId: UserId })

/** How long an archive can be fetched once it is ready. */
export const EXPORT_KEPT_HOURS = 48

/**
 * - `waiting`: no worker has begun it
 * - `running`: being written
 * - `ready`: can be fetched until `expiresAt`
 * - `failed`: could not be written; it may be asked for again
 */
export const ExportState = z.enum(['waiting', 'running', 'ready', 'failed'])
export type ExportState = z.infer<typeof ExportState>

/** The last archive of a person's data that they asked for. */
export const DataExportDto = z.object({
  id: ExportId,
  state: ExportState,
  askedAt: IsoInstant,
  /** How much is written, 0 to 100. */
  progress: z.int(),
  /** Of the archive; null until it is ready. */
  byteSize: z.int().nullable(),
  readyAt: IsoInstant.nullable(),
  /** When its archive is deleted; null until it is ready. */
  expiresAt: IsoInstant.nullable(),
  /** Files that could not be read any more; the archive lists them. */
  missingFiles: z.int(),
  /** It was asked for through this sign-in, which therefore needs no other proof to fetch it. */
  ownSignIn: z.boolean(),
})
export type DataExportDto = z.infer<typeof DataExportDto>

export const getDataExport = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/export',
  access: 'signedIn',
  owner: 'self',
  summary: 'The last archive of all their data that the person asked for, unless it has expired',
  params,
  response: z.object({ export: DataExportDto.nullable() }),
  errors: ['user.not_found'],
})

export const askDataExport = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/export',
  access: 'signedIn',
  owner: 'self',
  summary:
    'Has an archive of all their data written (product §18: a coach the whole practice, a client what they may see); while one is being written it answers that one',
  params,
  body: Proof,
  response: DataExportDto,
  status: 202,
  errors: ['user.not_found', 'auth.too_many_attempts', 'auth.sign_in_again', 'export.too_many'],
})

export const openDataExport = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/export/:exportId/address',
  access: 'signedIn',
  owner: 'self',
  summary:
    'An address of the archive that can be used for an hour; a sign-in that did not ask for the archive needs the password',
  params: z.strictObject({ userId: UserId, exportId: ExportId }),
  body: Proof,
  response: z.object({ address: z.string(), expiresAt: IsoInstant }),
  errors: ['user.not_found', 'export.not_found', 'auth.too_many_attempts', 'auth.sign_in_again'],
})

export const getExportArchive = endpoint({
  method: 'GET',
  path: '/v1/export/:exportId/archive',
  access: 'public',
  owner: 'secret',
  summary: 'The bytes of an archive; the signed address is the permission. A part of it by Range',
  params: z.strictObject({ exportId: ExportId }),
  query: z.strictObject({
    until: z.string().max(20),
    /** The sign-in that the address was given to. */
    by: AuthSessionId,
    signature: z.string().max(100),
  }),
  answers: 'application/zip',
  errors: ['export.not_found'],
})
