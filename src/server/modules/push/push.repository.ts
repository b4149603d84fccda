import { type Kysely, type Transaction, sql } from 'kysely'
import type { AuthSessionId, MembershipId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Where the pushes of a browser go, and the keys they are encrypted with (RFC 8291). */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string }

/** The limits of an open sign-in: used and begun after these instants, and not ended. */
export type OpenSince = { usedAfter: EpochMs; signedInAfter: EpochMs }

/**
 * Makes it the subscription of a sign-in: a browser has one, and one that was somebody else's, who was signed in before
 * in this browser, changes its owner.
 */
export async function putSubscription(
  tx: Transaction<DB>,
  id: AuthSessionId,
  { endpoint, p256dh, auth }: PushSubscription,
  at: EpochMs,
): Promise<void> {
  const row = { auth_session_id: id, p256dh, auth, created_at: toTimestamp(at), used_at: null }
  await tx
    .deleteFrom('push_subscriptions')
    .where('auth_session_id', '=', id)
    .where('endpoint', '<>', endpoint)
    .execute()
  await tx
    .insertInto('push_subscriptions')
    .values({ endpoint, ...row })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
    .execute()
}

/** Locks a sign-in that is open, so that it cannot end before what depends on it is written; false if it has ended. */
export async function holdSignIn(tx: Transaction<DB>, id: AuthSessionId): Promise<boolean> {
  const row = await tx
    .selectFrom('auth_sessions')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Removes a person's subscriptions beyond the newest `most`. */
export async function removeBeyond(tx: Transaction<DB>, id: AuthSessionId, most: number): Promise<void> {
  await tx
    .deleteFrom('push_subscriptions')
    .where('endpoint', 'in', (query) =>
      query
        .selectFrom('push_subscriptions as p')
        .innerJoin('auth_sessions as s', 's.id', 'p.auth_session_id')
        .where(
          's.user_id',
          '=',
          query.selectFrom('auth_sessions as own').where('own.id', '=', id).select('own.user_id'),
        )
        .orderBy(sql`p.auth_session_id = ${id}`, 'desc')
        .orderBy('p.created_at', 'desc')
        .orderBy('p.endpoint')
        .offset(most)
        .select('p.endpoint'),
    )
    .execute()
}

export async function removeOfSignIn(db: Kysely<DB>, id: AuthSessionId): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('auth_session_id', '=', id).execute()
}

/** Removes one that its push service has ended, unless it was renewed meanwhile. */
export async function removeGone(db: Kysely<DB>, { endpoint, p256dh }: PushSubscription): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('p256dh', '=', p256dh)
    .execute()
}

/** Where pushes to a membership go: the browsers whose sign-in to it is open. */
export function listSubscriptions(
  db: Kysely<DB>,
  membershipId: MembershipId,
  { usedAfter, signedInAfter }: OpenSince,
) {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('auth_sessions as s', 's.id', 'p.auth_session_id')
    .where('s.membership_id', '=', membershipId)
    .where('s.revoked_at', 'is', null)
    .where('s.last_used_at', '>', toTimestamp(usedAfter))
    .where('s.created_at', '>', toTimestamp(signedInAfter))
    .orderBy('p.created_at')
    .select(['s.id as authSessionId', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .execute()
}

/** Notes that a push was taken. */
export async function noteUse(db: Kysely<DB>, endpoint: string, at: EpochMs): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ used_at: toTimestamp(at) })
    .where('endpoint', '=', endpoint)
    .execute()
}
