import type { Transaction } from 'kysely'
import type { ClientId, UserId } from '#contract/values.ts'
import type { DB } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { handOver, lockAuthor } from './writing/practice.repository.ts'

/**
 * Gives a person who accepts the invitation of a client of an imported practice what the client wrote before, and removes the
 * account that wrote for them. Part of the transaction in which they become the client.
 */
export async function takeOver(
  deps: Deps,
  tx: Transaction<DB>,
  { clientId, userId }: { clientId: ClientId; userId: UserId },
): Promise<void> {
  const from = await lockAuthor(tx, clientId)
  if (from !== undefined) await handOver(tx, { from, to: userId, clientId }, deps.clock.now())
}
