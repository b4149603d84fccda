import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Stores the address a person wants to have, replacing an earlier request. It has no code yet. */
export async function replaceEmailChange(
  tx: Transaction<DB>,
  change: { userId: UserId; newEmail: string },
  now: EpochMs,
  expiresAt: EpochMs,
): Promise<void> {
  const row = {
    new_email: change.newEmail,
    code_hash: null,
    expires_at: toTimestamp(expiresAt),
    tries: 0,
    created_at: toTimestamp(now),
  }
  await tx
    .insertInto('email_changes')
    .values({ user_id: change.userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** The requested address. */
export function findEmailChange(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('email_changes')
    .where('user_id', '=', userId)
    .select('new_email as newEmail')
    .executeTakeFirst()
}

/** Stores the code for an address that is still the requested one; false if it is not. */
export async function keepChangeCode(
  db: Kysely<DB>,
  change: { userId: UserId; newEmail: string },
  codeHash: Buffer,
  expiresAt: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('email_changes')
    .set({ code_hash: codeHash, expires_at: toTimestamp(expiresAt), tries: 0 })
    .where('user_id', '=', change.userId)
    .where('new_email', '=', change.newEmail)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses one of the attempts of a person's valid code; undefined if they have no valid code or attempt left. */
export function takeChangeAttempt(db: Kysely<DB>, userId: UserId, now: EpochMs, most: number) {
  return db
    .updateTable('email_changes')
    .where('user_id', '=', userId)
    .where('code_hash', 'is not', null)
    .where('expires_at', '>', toTimestamp(now))
    .where('tries', '<', most)
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .returning(['new_email as newEmail', 'code_hash as codeHash'])
    .executeTakeFirst()
}

/** Takes the change of a code; false if another request has taken it. */
export async function takeChange(tx: Transaction<DB>, userId: UserId, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('email_changes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Withdraws a requested change. */
export async function removeEmailChange(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}

/**
 * Writes a person's address into all their client records.
 * @throws Refusal `user.email_of_another_client` if one of the coaches has another client with it
 */
export async function updateEmailOfRecords(
  tx: Transaction<DB>,
  userId: UserId,
  email: string,
  at: EpochMs,
): Promise<void> {
  const update = tx
    .updateTable('clients')
    .set({ email, updated_at: toTimestamp(at) })
    .where('user_id', '=', userId)
    .execute()
  await refuseViolations({ clients_coach_email_unique: 'user.email_of_another_client' }, update)
}
