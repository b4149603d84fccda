import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { type Reading, combined, read } from '#server/platform/postgres/reading.ts'

/** What the modules read for a dashboard, as one statement, whatever the size of the practice. */
export function readAtOnce<Parts extends Record<string, Reading<unknown>>>(db: Kysely<DB>, parts: Parts) {
  return read(db, combined(parts))
}
