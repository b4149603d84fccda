import type { Kysely, Transaction } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** An account of an identity provider. */
export type IdentityKey = { issuer: string; subject: string }

/** The account that an identity is linked to. */
export async function findIdentityUser(
  db: Kysely<DB>,
  { issuer, subject }: IdentityKey,
): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

/** Whether an account has any identity of this issuer. */
export async function hasIdentity(db: Kysely<DB>, userId: UserId, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .select('subject')
    .executeTakeFirst()
  return row !== undefined
}

/** The identities of an account, in the order they were linked. */
export function listIdentities(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('identities')
    .where('user_id', '=', userId)
    .orderBy('linked_at')
    .orderBy('subject')
    .select('email')
    .execute()
}

/** @throws Refusal `auth.google_elsewhere` if the identity, or another of its issuer, is linked already */
export async function insertIdentity(
  tx: Transaction<DB>,
  { issuer, subject, userId, email }: IdentityKey & { userId: UserId; email: string },
  at: EpochMs,
): Promise<void> {
  const now = toTimestamp(at)
  const insert = tx
    .insertInto('identities')
    .values({ issuer, subject, user_id: userId, email, linked_at: now, last_used_at: now })
    .execute()
  await refuseViolations(
    { identities_pkey: 'auth.google_elsewhere', identities_one_per_issuer: 'auth.google_elsewhere' },
    insert,
  )
}

/** Updates the last use of an identity, and its current address at the provider. */
export async function updateIdentityUse(
  tx: Transaction<DB>,
  { issuer, subject, email }: IdentityKey & { email: string },
  at: EpochMs,
): Promise<void> {
  await tx
    .updateTable('identities')
    .set({ email, last_used_at: toTimestamp(at) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
}

/** Unlinks every identity of an account; false if it had no identity. */
export async function removeIdentities(tx: Transaction<DB>, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
