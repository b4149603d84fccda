import type { Transaction } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { type Perishable, removeExpired, removeOldSignIns } from './old-rows.repository.ts'

const PERISHABLES: readonly Perishable[] = [
  'password_resets',
  'email_changes',
  'oidc_flows',
  'oidc_tickets',
  'sign_in_places',
]

/**
 * Removes sign-ins, recovery links, changes of address, provider flows and known addresses that ended before an
 * instant, at most `most` of each. @returns the largest number of one kind
 */
export async function forgetOldSignIns(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  let largest = await removeOldSignIns(tx, before, most)
  for (const table of PERISHABLES) largest = Math.max(largest, await removeExpired(tx, table, before, most))
  return largest
}
