// Without zod, so that the web can name the columns without loading what checks them.
import type { ImportedPerson } from './client-files.ts'

/** The fields of a client in the order they are exported in; each is a column an import reads (product §6). */
export const CLIENT_COLUMNS = [
  'name',
  'lastName',
  'email',
  'role',
  'whatsapp',
  'phone',
  'jobOcuppation',
  'companyName',
  'country',
  'city',
  'timezone',
  'startDate',
  'objective',
  'tags',
  'source',
  'emergencyContact',
] as const satisfies readonly (keyof ImportedPerson)[]
export type ClientColumn = (typeof CLIENT_COLUMNS)[number]

/** Without these a line is nobody (product §6). */
export const REQUIRED_COLUMNS: readonly ClientColumn[] = ['name', 'lastName', 'email']
