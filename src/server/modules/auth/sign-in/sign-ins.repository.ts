import { type Kysely, type Transaction, sql } from 'kysely'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** The limits of an open sign-in: used and begun after these instants, and not ended. */
type Open = { usedAfter: EpochMs; signedInAfter: EpochMs }

/** The open sign-ins of a person, last used first. */
export function listSignIns(db: Kysely<DB>, userId: UserId, { usedAfter, signedInAfter }: Open) {
  return db
    .selectFrom('auth_sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', toTimestamp(usedAfter))
    .where('created_at', '>', toTimestamp(signedInAfter))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'user_agent as userAgent', 'created_at as signedInAt', 'last_used_at as lastUsedAt'])
    .execute()
}

/** Those of some sign-ins that are open. */
export async function findOpenSignIns(
  db: Kysely<DB>,
  ids: readonly AuthSessionId[],
  { usedAfter, signedInAfter }: Open,
): Promise<AuthSessionId[]> {
  const rows = await db
    .selectFrom('auth_sessions')
    .where('id', '=', sql<AuthSessionId>`any(${ids}::uuid[])`)
    .where('revoked_at', 'is', null)
    .where('last_used_at', '>', toTimestamp(usedAfter))
    .where('created_at', '>', toTimestamp(signedInAfter))
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Ends sign-ins of a person: all, all but one, or one. @returns those that were still open */
export async function revokeSignIns(
  db: Kysely<DB>,
  userId: UserId,
  which: { but?: AuthSessionId; only?: AuthSessionId },
  at: EpochMs,
): Promise<AuthSessionId[]> {
  const { but, only } = which
  const ended = await db
    .updateTable('auth_sessions')
    .set({ revoked_at: toTimestamp(at) })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(but !== undefined, (rest) => rest.where('id', '<>', but!))
    .$if(only !== undefined, (one) => one.where('id', '=', only!))
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/**
 * Replaces a sign-in by another of the same person: ends it and returns when it began and in which browser. Undefined
 * if it has ended. The account is locked first: a change of password that ends every sign-in then runs either
 * completely before, and there is nothing to replace, or completely after, and also ends the new one.
 */
export async function takeSignIn(tx: Transaction<DB>, userId: UserId, id: AuthSessionId, at: EpochMs) {
  await tx.selectFrom('users').where('id', '=', userId).select('id').forShare().executeTakeFirst()
  return tx
    .updateTable('auth_sessions')
    .set({ revoked_at: toTimestamp(at) })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(['created_at as signedInAt'])
    .executeTakeFirst()
}

/** Whether a sign-in of the person is open. */
export async function isSignInOpen(db: Kysely<DB>, userId: UserId, id: AuthSessionId): Promise<boolean> {
  const row = await db
    .selectFrom('auth_sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** When the person of a sign-in last proved their identity. */
export async function findSignInStart(db: Kysely<DB>, id: AuthSessionId): Promise<EpochMs> {
  const row = await db
    .selectFrom('auth_sessions')
    .where('id', '=', id)
    .select('created_at')
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** One of the person's memberships. */
export function findMembership(db: Kysely<DB>, userId: UserId, id: MembershipId) {
  return db
    .selectFrom('memberships')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(['id', 'user_type as userType'])
    .executeTakeFirst()
}
