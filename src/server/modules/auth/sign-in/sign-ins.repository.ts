import type { Kysely, Transaction } from 'kysely'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** What counts as open: used and begun after these instants, and not ended. */
type Open = { usedAfter: EpochMs; signedInAfter: EpochMs }

/** The open sign-ins of a person, the one used last first. */
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

/** Ends sign-ins of a person: all, all but one, or one. Answers those that were still open. */
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
 * Takes a sign-in over into another of the same person: ends it and answers when it began and in which browser.
 * Undefined when it has ended. The account is held first: a change of password that ends every sign-in comes wholly
 * before, and then there is nothing to take over, or wholly after, and then it ends the new one too.
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

/** Whether a sign-in of the person has not been ended. */
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

/** When the person of a sign-in last showed who they are. */
export async function findSignInStart(db: Kysely<DB>, id: AuthSessionId): Promise<EpochMs> {
  const row = await db
    .selectFrom('auth_sessions')
    .where('id', '=', id)
    .select('created_at')
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** A place of the person's own. */
export function findMembership(db: Kysely<DB>, userId: UserId, id: MembershipId) {
  return db
    .selectFrom('memberships')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .select(['id', 'user_type as userType'])
    .executeTakeFirst()
}
