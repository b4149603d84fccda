// Free of zod, so that the web can name the columns without loading their validation.
import type { ImportedPerson } from './client-files.ts'

/** The fields of a client in export order; each is also a column of an import (product §6). */
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

/** A row without these cannot be imported (product §6). */
export const REQUIRED_COLUMNS: readonly ClientColumn[] = ['name', 'lastName', 'email']
