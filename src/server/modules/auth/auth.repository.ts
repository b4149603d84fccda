import type { Kysely, Transaction } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { AuthSessionId, MembershipId, UserId } from '#contract/values.ts'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { type Slots, compiledQuery, timestampSlot } from '#server/platform/postgres/compiled-query.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

export type ActorRow = NonNullable<Awaited<ReturnType<typeof findActor>>>

/** Everything a request needs about the person of an open sign-in, in one query. */
export async function findActor(
  db: Kysely<DB>,
  id: AuthSessionId,
  { usedAfter, signedInAfter }: { usedAfter: EpochMs; signedInAfter: EpochMs },
) {
  const [row] = await actorQuery(db, { id, usedAfter: toIso(usedAfter), signedInAfter: toIso(signedInAfter) })
  return row
}

const actorQuery = compiledQuery(
  (db, slots: Slots<{ id: AuthSessionId; usedAfter: string; signedInAfter: string }>) =>
    db
      .selectFrom('auth_sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin('memberships as m', 'm.id', 's.membership_id')
      .innerJoin('coaches as c', 'c.id', 'm.coach_id')
      .where('s.id', '=', slots.id)
      .where('s.revoked_at', 'is', null)
      .where('s.last_used_at', '>', timestampSlot(slots.usedAfter))
      .where('s.created_at', '>', timestampSlot(slots.signedInAfter))
      .select([
        's.id as authSessionId',
        's.user_id as userId',
        's.membership_id as membershipId',
        'u.email',
        'u.email_verified_at as emailVerifiedAt',
        'u.language',
        'u.timezone',
        'm.coach_id as coachId',
        'm.client_id as clientId',
        'c.payment_status as paymentStatus',
        'c.period_ends_at as periodEndsAt',
      ]),
)

/** Opens a sign-in and makes its membership the last used one. */
export async function insertAuthSession(
  tx: Transaction<DB>,
  row: {
    id: AuthSessionId
    userId: UserId
    membershipId: MembershipId
    userAgent: string | null
    signedInAt: EpochMs
    at: EpochMs
  },
): Promise<void> {
  const at = toTimestamp(row.at)
  await tx
    .insertInto('auth_sessions')
    .values({
      id: row.id,
      user_id: row.userId,
      membership_id: row.membershipId,
      user_agent: row.userAgent,
      created_at: toTimestamp(row.signedInAt),
      last_used_at: at,
    })
    .execute()
  await tx
    .updateTable('memberships')
    .set({ last_used_at: at })
    .where('id', '=', row.membershipId)
    .where('user_id', '=', row.userId)
    .execute()
}

/** Updates the last use of a sign-in and returns when it began; undefined if it has ended. */
export async function updateLastUse(
  db: Kysely<DB>,
  id: AuthSessionId,
  at: EpochMs,
): Promise<EpochMs | undefined> {
  const row = await db
    .updateTable('auth_sessions')
    .set({ last_used_at: toTimestamp(at) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('created_at')
    .executeTakeFirst()
  return row?.created_at
}

/** Ends a sign-in permanently; false if it had ended. */
export async function revokeAuthSession(db: Kysely<DB>, id: AuthSessionId, at: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_sessions')
    .set({ revoked_at: toTimestamp(at) })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type MeRow = Awaited<ReturnType<typeof findMe>>

/** The data of auth/me in one query: the person, the practice of the membership, and all their memberships. */
export async function findMe(db: Kysely<DB>, id: MembershipId) {
  const [row] = await meQuery(db, { id })
  if (!row) throw new Error(`There is no membership ${id}`)
  return row
}

const meQuery = compiledQuery((db, slots: Slots<{ id: MembershipId }>) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('coaches as c', 'c.id', 'm.coach_id')
    .innerJoin('users as cu', 'cu.id', 'm.coach_id')
    .leftJoin('clients as k', 'k.id', 'm.client_id')
    .leftJoin('account_deletions as d', 'd.user_id', 'm.user_id')
    .leftJoin('account_deletions as cd', 'cd.user_id', 'm.coach_id')
    .where('m.id', '=', slots.id)
    .select([
      'u.name',
      'u.last_name as lastName',
      'u.job_occupation as jobOccupation',
      'u.photo_id as photoId',
      'u.country',
      'u.city',
      'u.color_scheme as colorScheme',
      'u.facebook',
      'u.instagram',
      'u.twitter',
      'u.linked_in as linkedIn',
      'u.teams',
      'u.meet',
      'u.zoom',
      'u.skype',
      'u.whatsapp',
      'u.facetime',
      'u.phone',
      'd.due_at as endsAt',
      'd.days_left as daysLeft',
      'cd.due_at as coachEndsAt',
      'cd.days_left as coachDaysLeft',
      'c.company_name as companyName',
      'c.color_ui as colorUI',
      'cu.name as coachName',
      'cu.last_name as coachLastName',
      'cu.timezone as coachTimezone',
      'cu.photo_id as coachPhotoId',
      'c.logo_id as logoId',
      'k.role',
      'k.company_name as clientCompanyName',
    ])
    .select((row) => [
      row('u.password_hash', 'is not', null).as('hasPassword'),
      row
        .exists(row.selectFrom('identities as i').whereRef('i.user_id', '=', 'u.id').select('i.subject'))
        .as('googleLinked'),
      // The running group joined last (product §1 D19).
      jsonObjectFrom(
        row
          .selectFrom('group_members as member')
          .innerJoin('groups as g', 'g.id', 'member.group_id')
          .whereRef('member.client_id', '=', 'm.client_id')
          .where('member.status', '=', 'active')
          .where('g.status', '=', 'running')
          .orderBy('member.joined_at', 'desc')
          .orderBy('member.id', 'desc')
          .limit(1)
          .select(['g.id', 'g.name']),
      ).as('group'),
    ])
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('memberships as each')
          .innerJoin('users as owner', 'owner.id', 'each.coach_id')
          .innerJoin('coaches as practice', 'practice.id', 'each.coach_id')
          .leftJoin('clients as record', 'record.id', 'each.client_id')
          .whereRef('each.user_id', '=', 'u.id')
          .orderBy('each.created_at')
          .orderBy('each.id')
          .select([
            'each.id',
            'each.user_type as userType',
            'owner.name',
            'owner.last_name as lastName',
            'practice.company_name as companyName',
            'record.role',
          ]),
      ).as('memberships'),
    ),
)
