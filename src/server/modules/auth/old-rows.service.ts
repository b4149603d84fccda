import type { Transaction } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { removeOldResets, removeOldSignIns, removeOldTickets } from './old-rows.repository.ts'

/**
 * Forgets what is left of sign-ins, recovery links and provider tickets that ended before an instant, at most `most`
 * of each. Answers the largest number of one kind.
 */
export async function forgetOldSignIns(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  return Math.max(
    await removeOldSignIns(tx, before, most),
    await removeOldResets(tx, before, most),
    await removeOldTickets(tx, before, most),
  )
}
