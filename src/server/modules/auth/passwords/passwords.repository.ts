import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** The owner of a password and its hash; null if the account has no password. */
export function findCredentials(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'name', 'last_name as lastName', 'password_hash as passwordHash'])
    .executeTakeFirstOrThrow()
}

/** Sets a password, replacing any earlier one. */
export async function setPassword(
  tx: Transaction<DB>,
  userId: UserId,
  passwordHash: string,
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: passwordHash, updated_at: toTimestamp(at) })
    .where('id', '=', userId)
    .execute()
}

/** Removes an account's password. */
export async function removePassword(tx: Transaction<DB>, userId: UserId, at: EpochMs): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: null, updated_at: toTimestamp(at) })
    .where('id', '=', userId)
    .execute()
}

/** Replaces the password that was checked; false if it has changed meanwhile. */
export async function replacePassword(
  tx: Transaction<DB>,
  userId: UserId,
  { before, after }: { before: string; after: string },
  at: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: after, updated_at: toTimestamp(at) })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Locks an account's password until the transaction ends; false if it is no longer the one that was checked. So a
 * sign-in and a concurrent change of password run one after the other, and the change ends the sign-in.
 */
export async function holdPassword(
  tx: Transaction<DB>,
  userId: UserId,
  passwordHash: string | null,
): Promise<boolean> {
  const held = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('password_hash', 'is not distinct from', passwordHash)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}
