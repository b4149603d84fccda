import type { Transaction } from 'kysely'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { deleteAhead } from './attendances.repository.ts'

/**
 * Removes a person who leaves a group from its future sessions (product §7). They are expected there as members; only
 * their excuses have to be removed. Past sessions keep their record.
 */
export function leaveComing(
  deps: Deps,
  tx: Transaction<DB>,
  groupId: GroupId,
  personId: ClientId,
): Promise<void> {
  return deleteAhead(tx, groupId, personId, deps.clock.now())
}
