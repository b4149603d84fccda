import type { Transaction } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import type { CoachScope } from '../../policy/scope.ts'
import * as clients from './clients.repository.ts'

/**
 * Archives the record of a client whose account ends: from here on their coach reads it and changes nothing. The caller has
 * locked the coach's calendar.
 * @returns false if it had ended before
 */
export async function endClientAccount(
  deps: Deps,
  tx: Transaction<DB>,
  scope: CoachScope,
  id: ClientId,
): Promise<boolean> {
  await clients.lockClient(tx, scope, id)
  return clients.endAccount(tx, scope, id, deps.clock.now())
}
