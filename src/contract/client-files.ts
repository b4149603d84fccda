import { z } from 'zod'
import { ClientListQuery, NewClientBody } from './clients.ts'
import { endpoint } from './endpoint.ts'
import { ImportId } from './values.ts'

/** Most people in one file; the refusal of a larger one names this number. */
export const MAX_IMPORT_ROWS = 5000

/** Why a row cannot be imported. `column` is the field's name, null for the row as a whole. */
export const ImportProblem = z.object({
  /** Numbered as in a spreadsheet: the heading is line 1. */
  line: z.int(),
  column: z.string().nullable(),
  /** The cell's value, truncated to fit in a line. */
  value: z.string(),
  /** The reason in the reader's language. */
  reason: z.string(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

export const ImportPreview = z.object({
  importId: ImportId,
  /** All rows with a person, valid or not. */
  total: z.int(),
  /** Rows that would be imported. */
  valid: z.int(),
  /** Every invalid row, by line. It is not imported. */
  problems: z.array(ImportProblem),
  /** Headings of the file that were recognised, as field names, and those that were not. */
  columns: z.array(z.string()),
  ignoredColumns: z.array(z.string()),
  /** The first ten valid rows. */
  sample: z.array(z.object({ line: z.int(), name: z.string(), lastName: z.string(), email: z.string() })),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** A valid row: the fields of `POST client`, without the invitation. */
export const ImportedPerson = NewClientBody.omit({ invite: true })
export type ImportedPerson = z.infer<typeof ImportedPerson>

/** The name of the file field in the form of `previewImport`. */
export const IMPORT_FIELD = 'file'

export const previewImport = endpoint({
  method: 'POST',
  path: '/v1/client/import',
  access: 'paidCoach',
  summary: 'Reads a CSV of clients and names every row that cannot be taken; writes no client',
  upload: IMPORT_FIELD,
  response: ImportPreview,
  errors: [
    'upload.too_large',
    'import.not_csv',
    'import.no_rows',
    'import.too_many_rows',
    'import.columns_missing',
  ],
})

export const confirmImport = endpoint({
  method: 'PUT',
  path: '/v1/client/import',
  access: 'paidCoach',
  summary: 'Writes the good rows of a preview, all or none, once',
  body: z.strictObject({ importId: ImportId, invite: z.boolean().default(false) }),
  response: z.object({ created: z.int() }),
  errors: [
    'import.not_found',
    'import.done',
    'client.email_taken',
    'client.own_email',
    'client.resend_too_soon',
    'auth.email_unverified',
  ],
})

export const inviteImported = endpoint({
  method: 'POST',
  path: '/v1/client/import/invite',
  access: 'paidCoach',
  summary:
    "Invites everybody of a confirmed import who is not invited yet, once; mails beyond the day's limit wait",
  body: z.strictObject({ importId: ImportId }),
  response: z.object({
    /** Whom this call invited; 0 if all were invited before. */
    invited: z.int(),
    /** How many of the mails wait for another day (product §4). */
    waiting: z.int(),
  }),
  errors: ['import.not_found', 'auth.email_unverified'],
})

export const exportClients = endpoint({
  method: 'GET',
  path: '/v1/client/export',
  access: 'paidCoach',
  summary: 'The list as CSV (UTF-8 with a mark), filtered like the list; no cell runs in a spreadsheet',
  query: ClientListQuery.pick({ search: true, status: true, role: true, tag: true, attention: true }),
  answers: 'text/csv',
  errors: [],
})
