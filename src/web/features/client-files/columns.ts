import type { ImportedPerson } from '#contract/client-files.ts'

export type ImportColumn = keyof ImportedPerson

/** What an import reads, in the order shown and written into the template. */
export const COLUMNS = [
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
] as const satisfies readonly ImportColumn[]

/** Without these a line is nobody (product §6). */
export const REQUIRED_COLUMNS: readonly ImportColumn[] = ['name', 'lastName', 'email']
