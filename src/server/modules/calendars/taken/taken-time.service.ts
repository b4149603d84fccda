import type { Kysely } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import type { Scope } from '#server/policy/scope.ts'
import type { Taken } from './taken-time.domain.ts'
import * as taken from './taken-time.repository.ts'

/**
 * The coach's taken time and overrides that decide which starts of a range (`to` excluded) are offered: the input of
 * `slotRules`. To book or move, read it after `lockCalendar` in the same transaction; it then does not change until the
 * transaction ends (product §8).
 */
export function takenTimes(db: Kysely<DB>, scope: Scope, range: taken.StartRange): Promise<Taken> {
  return taken.findTaken(db, scope, range)
}
