import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/**
 * Stores a new link of an account and revokes earlier ones. Only if the account still has the address that the link is
 * mailed to: this and a change of address wait for each other. False if the address changed.
 */
export async function replaceReset(
  tx: Transaction<DB>,
  owner: { userId: UserId; email: string },
  tokenHash: Buffer,
  now: EpochMs,
  expiresAt: EpochMs,
): Promise<boolean> {
  const held = await tx
    .selectFrom('users')
    .where('id', '=', owner.userId)
    .where('email', '=', owner.email)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) return false
  await revokeResets(tx, owner.userId, now)
  await tx
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash,
      user_id: owner.userId,
      created_at: toTimestamp(now),
      expires_at: toTimestamp(expiresAt),
    })
    .execute()
  return true
}

/** The account of a valid link, and the practice it was last used in. */
export function findReset(db: Kysely<DB>, tokenHash: Buffer, now: EpochMs) {
  return db
    .selectFrom('password_resets as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .where('r.token_hash', '=', tokenHash)
    .where('r.expires_at', '>', toTimestamp(now))
    .where('r.used_at', 'is', null)
    .where('r.revoked_at', 'is', null)
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .orderBy('m.last_used_at', 'desc')
    .limit(1)
    .select(['u.id as userId', 'u.email', 'u.name', 'u.last_name as lastName', 'm.coach_id as coachId'])
    .executeTakeFirst()
}

/** Uses a link; false if it is used, revoked or expired. */
export async function takeReset(tx: Transaction<DB>, tokenHash: Buffer, now: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('password_resets')
    .set({ used_at: toTimestamp(now) })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', toTimestamp(now))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Revokes every open link of an account. */
export async function revokeResets(tx: Transaction<DB>, userId: UserId, at: EpochMs): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ revoked_at: toTimestamp(at) })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}
