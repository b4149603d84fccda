import type { Transaction } from 'kysely'
import type { AuthSessionId, UserId } from '#contract/values.ts'
import type { DB } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { removeEmailChange } from '#server/modules/auth/emails/email-changes.repository.ts'
import { revokeResets } from '#server/modules/auth/passwords/password-resets.repository.ts'
import { removePassword } from '#server/modules/auth/passwords/passwords.repository.ts'
import { revokeSignIns } from './sign-ins.repository.ts'

/**
 * Removes what a person who never verified the address may have left in a locked account: its password, its sign-ins
 * and anything that could restore them (product §3). @returns the sign-ins to cut once that is committed
 */
export async function dropUnprovenAccess(
  deps: Deps,
  tx: Transaction<DB>,
  userId: UserId,
): Promise<AuthSessionId[]> {
  const now = deps.clock.now()
  await removePassword(tx, userId, now)
  await revokeResets(tx, userId, now)
  await removeEmailChange(tx, userId)
  return revokeSignIns(tx, userId, {}, now)
}
