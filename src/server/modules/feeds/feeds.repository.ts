import { type Kysely, type Transaction, sql } from 'kysely'
import type { MembershipId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** The feed of one membership; undefined if it has no feed. */
export function findFeed(db: Kysely<DB>, membershipId: MembershipId) {
  return db
    .selectFrom('calendar_feeds')
    .where('membership_id', '=', membershipId)
    .select(['created_at as createdAt', 'last_read_at as lastReadAt'])
    .executeTakeFirst()
}

/** Gives a membership a feed with a new secret, replacing the previous one. */
export async function putFeed(
  db: Kysely<DB>,
  membershipId: MembershipId,
  secretHash: Buffer,
  at: EpochMs,
): Promise<void> {
  const feed = { secret_hash: secretHash, created_at: toTimestamp(at), last_read_at: null }
  await db
    .insertInto('calendar_feeds')
    .values({ membership_id: membershipId, ...feed })
    .onConflict((conflict) => conflict.column('membership_id').doUpdateSet(feed))
    .execute()
}

export async function removeFeed(db: Kysely<DB>, membershipId: MembershipId): Promise<void> {
  await db.deleteFrom('calendar_feeds').where('membership_id', '=', membershipId).execute()
}

/** Removes the feeds of all memberships of a person. @returns how many there were */
export async function removeFeedsOf(tx: Transaction<DB>, userId: UserId): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feeds')
    .where('membership_id', 'in', (query) =>
      query.selectFrom('memberships').where('user_id', '=', userId).select('id'),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The owner of a feed's secret, with what decides about their access; undefined for an invalid secret. */
export function findHolder(db: Kysely<DB>, secretHash: Buffer) {
  return db
    .selectFrom('calendar_feeds as f')
    .innerJoin('memberships as m', 'm.id', 'f.membership_id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('coaches as c', 'c.id', 'm.coach_id')
    .innerJoin('users as coach', 'coach.id', 'm.coach_id')
    .where('f.secret_hash', '=', secretHash)
    .select([
      'f.membership_id as membershipId',
      'm.coach_id as coachId',
      'm.client_id as clientId',
      'u.language',
      'coach.name as coachName',
      'coach.last_name as coachLastName',
      'c.payment_status as paymentStatus',
      'c.period_ends_at as periodEndsAt',
    ])
    .executeTakeFirst()
}

/** Updates when a feed was last read, at most once a minute, because some programs poll constantly. */
export async function updateLastRead(db: Kysely<DB>, membershipId: MembershipId, at: EpochMs): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ last_read_at: toTimestamp(at) })
    .where('membership_id', '=', membershipId)
    .where((eb) =>
      eb.or([
        eb('last_read_at', 'is', null),
        eb('last_read_at', '<', sql<EpochMs>`${toTimestamp(at)} - interval '1 minute'`),
      ]),
    )
    .execute()
}
