import type { Transaction } from 'kysely'
import type { ClientId, GroupId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { deleteAhead } from './attendances.repository.ts'

/**
 * Takes somebody who leaves a group out of its coming sessions (product §7). They are expected there because they are
 * in the group; only what they said of their coming is left to forget. What was held keeps its record.
 */
export function leaveComing(
  deps: Deps,
  tx: Transaction<DB>,
  groupId: GroupId,
  personId: ClientId,
): Promise<void> {
  return deleteAhead(tx, groupId, personId, deps.clock.now())
}
