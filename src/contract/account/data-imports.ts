import { z } from 'zod'
import { Proof } from './accounts.ts'
import { endpoint } from '../endpoint.ts'
import { DataImportId, IsoInstant, UserId } from '../values.ts'

const params = z.strictObject({ userId: UserId })
const oneParams = z.strictObject({ userId: UserId, importId: DataImportId })

/** Where the parts of an archive go, by the tus protocol (docs/decisions/055). */
export const IMPORT_UPLOAD_PATH = '/v1/import/upload'

/** How long an archive that was announced is kept, whatever becomes of it. */
export const IMPORT_KEPT_HOURS = 24

/**
 * - `uploading`: its bytes are on their way
 * - `waiting`: they are there, and no worker has begun to read them
 * - `running`: being read
 * - `done`: the practice is there
 * - `refused`: something in it is not as it has to be; nothing was changed
 * - `failed`: it could not be read for a reason that passes; nothing was changed, and it may be tried again
 */
export const ImportState = z.enum(['uploading', 'waiting', 'running', 'done', 'refused', 'failed'])
export type ImportState = z.infer<typeof ImportState>

/** Why an archive is refused once it is read. */
export const ImportRefusal = z.enum([
  'practice_import.not_empty',
  'practice_import.damaged',
  'practice_import.not_an_archive',
  'practice_import.not_a_practice',
  'practice_import.newer_version',
  'practice_import.unsafe',
  'practice_import.too_big',
  'practice_import.too_many_files',
  'practice_import.bad_row',
  'practice_import.unknown_reference',
  'practice_import.own_address',
  'practice_import.impossible_sessions',
  'practice_import.bad_file',
  'practice_import.quota_exceeded',
])
export type ImportRefusal = z.infer<typeof ImportRefusal>

/** The last practice that a coach had read from an archive. */
export const DataImportDto = z.object({
  id: DataImportId,
  state: ImportState,
  createdAt: IsoInstant,
  /** How much is done of reading it, 0 to 100. */
  progress: z.int(),
  /** Of the archive, and what has come of it. */
  byteSize: z.int(),
  received: z.int(),
  finishedAt: IsoInstant.nullable(),
  /** When its bytes are deleted. */
  expiresAt: IsoInstant,
  /** It failed, and may be read again as it is. */
  canRestart: z.boolean(),
  /** Of a refused one: what is wrong, in the reader's language, with the place where it is. */
  refusal: z.object({ code: ImportRefusal, error: z.string() }).nullable(),
  /** Of one that is done. */
  counts: z.object({ clients: z.int(), sessions: z.int(), messages: z.int(), files: z.int() }).nullable(),
})
export type DataImportDto = z.infer<typeof DataImportDto>

export const getDataImport = endpoint({
  method: 'GET',
  path: '/v1/user/:userId/import',
  access: 'paidCoach',
  owner: 'self',
  summary:
    'The last archive that the coach had read back into their practice, and whether that is empty, so that one can be',
  params,
  response: z.object({
    import: DataImportDto.nullable(),
    isEmpty: z.boolean(),
    /** The largest archive that is taken. */
    mostBytes: z.int(),
  }),
  errors: ['user.not_found'],
})

export const beginDataImport = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/import',
  access: 'paidCoach',
  owner: 'self',
  summary:
    'Announces an archive of a practice, to be read back into an empty one. Its bytes follow by the tus protocol (HEAD and PATCH on /v1/import/upload with the id), in parts of at most 1 MB; one that is under way stays the one',
  params,
  body: Proof.extend({ byteSize: z.int().min(1) }),
  response: DataImportDto,
  status: 201,
  errors: [
    'user.not_found',
    'auth.too_many_attempts',
    'auth.sign_in_again',
    'upload.too_large',
    'practice_import.not_empty',
    'practice_import.under_way',
    'practice_import.no_space',
    'practice_import.too_many',
  ],
})

export const finishDataImport = endpoint({
  method: 'POST',
  path: '/v1/user/:userId/import/:importId/finish',
  access: 'paidCoach',
  owner: 'self',
  summary:
    'Has the archive read whose bytes are all there, or once more one that could not be read; again, it answers the same',
  params: oneParams,
  response: DataImportDto,
  status: 202,
  errors: [
    'user.not_found',
    'practice_import.not_found',
    'practice_import.upload_incomplete',
    'practice_import.under_way',
    'practice_import.tried_enough',
  ],
})

export const cancelDataImport = endpoint({
  method: 'DELETE',
  path: '/v1/user/:userId/import/:importId',
  access: 'paidCoach',
  owner: 'self',
  summary: 'Forgets an archive that nobody reads yet, or that could not be read, and its bytes',
  params: oneParams,
  errors: ['user.not_found', 'practice_import.not_found', 'practice_import.under_way'],
})
