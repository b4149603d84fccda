import { type Kysely, type Transaction, sql } from 'kysely'
import type { AuthSessionId, ClientId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

// The practices that people are in, as their coach or as a client, and how they leave them.

/** Makes everybody wait who signs in to some accounts or adds something to them, until the transaction ends. */
export async function lockAccounts(tx: Transaction<DB>, userIds: readonly UserId[]): Promise<void> {
  await tx
    .selectFrom('users')
    .where('id', '=', sql<UserId>`any(${userIds}::uuid[])`)
    .orderBy('id')
    .select('id')
    .forUpdate()
    .execute()
}

/** Whether a person has a practice. */
export async function hasPractice(db: Kysely<DB>, userId: UserId): Promise<boolean> {
  const row = await db.selectFrom('coaches').where('id', '=', userId).select('id').executeTakeFirst()
  return row !== undefined
}

/** Whether a practice has its calendar, which goes with it. */
export async function hasCalendar(db: Kysely<DB>, coachId: UserId): Promise<boolean> {
  const row = await db
    .selectFrom('calendars')
    .where('coach_id', '=', coachId)
    .select('coach_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The clients with an account in a practice, whom its end concerns. */
export function listAccountsOfPractice(
  db: Kysely<DB>,
  coachId: UserId,
): Promise<{ clientId: ClientId; userId: UserId }[]> {
  return db
    .selectFrom('memberships')
    .where('coach_id', '=', coachId)
    .where('client_id', 'is not', null)
    .select((row) => [row.ref('client_id').$notNull().as('clientId'), 'user_id as userId'])
    .execute()
}

/** The practices in which a person is a client. */
export function listSpacesOf(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.coach_id')
    .where('m.user_id', '=', userId)
    .where('m.client_id', 'is not', null)
    .select((row) => [
      row.ref('m.client_id').$notNull().as('clientId'),
      'm.coach_id as coachId',
      sql<string>`u.name || ' ' || u.last_name`.as('coachName'),
    ])
    .orderBy('m.created_at')
    .execute()
}

/** A practice that the person is in: their own, or that of a coach. */
export async function findPractice(db: Kysely<DB>, userId: UserId): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .orderBy('client_id', (order) => order.asc().nullsFirst())
    .select('coach_id as coachId')
    .executeTakeFirst()
  return row?.coachId
}

/** Removes a person's membership as this client, with its sign-ins. */
export async function removeMembership(
  tx: Transaction<DB>,
  { userId, clientId }: { userId: UserId; clientId: ClientId },
): Promise<void> {
  await tx.deleteFrom('memberships').where('user_id', '=', userId).where('client_id', '=', clientId).execute()
}

/** Has nobody come into a practice any more: not its coach, and no one with an invitation. */
export async function closeDoors(db: Kysely<DB>, coachId: UserId): Promise<void> {
  await db
    .deleteFrom('invitation_tokens')
    .where('client_id', 'in', (of) => of.selectFrom('clients').where('coach_id', '=', coachId).select('id'))
    .execute()
  await db
    .deleteFrom('memberships')
    .where('coach_id', '=', coachId)
    .where('user_id', '=', coachId)
    .where('client_id', 'is', null)
    .execute()
}

/** Removes some memberships of a practice. @returns whose they were, with the sign-ins that were open in them */
export async function removeMembershipsOf(
  tx: Transaction<DB>,
  coachId: UserId,
  most: number,
): Promise<{ userId: UserId; signIns: AuthSessionId[] }[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .where('m.coach_id', '=', coachId)
    .where('m.client_id', 'is not', null)
    .orderBy('m.id')
    .limit(most)
    .forUpdate()
    .select((row) => [
      'm.id',
      'm.user_id as userId',
      sql<AuthSessionId[]>`array(
        select s.id from auth_sessions s where s.membership_id = ${row.ref('m.id')} and s.revoked_at is null)`.as(
        'signIns',
      ),
    ])
    .execute()
  if (rows.length === 0) return []
  await tx
    .deleteFrom('memberships')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows
}

/** Begins the end of the accounts among these that have no space left. @returns those */
export async function beginWithoutSpaces(
  tx: Transaction<DB>,
  userIds: readonly UserId[],
  now: EpochMs,
): Promise<UserId[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ userId: UserId }>`
    insert into account_deletions (user_id, asked_at, due_at, days_left, begun_at)
      select u.id, ${toTimestamp(now)}, ${toTimestamp(now)}, 0, ${toTimestamp(now)} from users u
      where u.id = any(${userIds}::uuid[]) and not exists (select from memberships m where m.user_id = u.id)
    on conflict (user_id) do update set begun_at = excluded.begun_at, days_left = 0
      where account_deletions.begun_at is null
    returning user_id as "userId"`.execute(tx)
  return rows.map(({ userId }) => userId)
}
