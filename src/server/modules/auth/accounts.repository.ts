import type { Kysely, Transaction } from 'kysely'
import type { Language } from '#contract/account/auth.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { ClientId, MembershipId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { refuseViolations } from '#server/platform/postgres/postgres-constraints.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

export type NewAccount = {
  id: UserId
  email: string
  emailVerifiedAt: EpochMs | null
  /** Null for a person who signs in through an identity provider. */
  passwordHash: string | null
  name: string
  lastName: string
  jobOccupation: string | null
  country: string
  timezone: string
  city: string | null
  language: Language
}

/** @throws Refusal `taken` if the address has an account */
export async function insertAccount(
  tx: Transaction<DB>,
  account: NewAccount,
  at: EpochMs,
  taken: ErrorCode,
): Promise<void> {
  const insert = tx
    .insertInto('users')
    .values({
      id: account.id,
      email: account.email,
      email_verified_at: account.emailVerifiedAt === null ? null : toTimestamp(account.emailVerifiedAt),
      password_hash: account.passwordHash,
      name: account.name,
      last_name: account.lastName,
      job_occupation: account.jobOccupation,
      country: account.country,
      timezone: account.timezone,
      city: account.city,
      language: account.language,
      created_at: toTimestamp(at),
      updated_at: toTimestamp(at),
    })
    .execute()
  await refuseViolations({ users_email_unique: taken }, insert)
}

/** Stores what a person accepted; the same version again keeps its first instant. */
export async function insertConsents(
  tx: Transaction<DB>,
  userId: UserId,
  kinds: readonly DB['consents']['kind'][],
  version: string,
  at: EpochMs,
): Promise<void> {
  await tx
    .insertInto('consents')
    .values(kinds.map((kind) => ({ user_id: userId, kind, version, accepted_at: toTimestamp(at) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whether an account is being erased. Its row is locked until the transaction ends: one that begins afterwards waits, and sees what
 * this one has written.
 */
export async function isBeingErased(tx: Transaction<DB>, userId: UserId): Promise<boolean> {
  await tx.selectFrom('users').where('id', '=', userId).select('id').forShare().executeTakeFirst()
  const row = await tx
    .selectFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('begun_at', 'is not', null)
    .select('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Adds a membership to an account (product §1 D19): its own practice, or a client record of another. */
export async function insertMembership(
  tx: Transaction<DB>,
  row: { id: MembershipId; userId: UserId; coachId: UserId; clientId: ClientId | null },
  at: EpochMs,
): Promise<void> {
  await tx
    .insertInto('memberships')
    .values({
      id: row.id,
      user_id: row.userId,
      user_type: row.clientId ? 'client' : 'coach',
      coach_id: row.coachId,
      client_id: row.clientId,
      created_at: toTimestamp(at),
      last_used_at: toTimestamp(at),
    })
    .execute()
}

/** Every practice a person is in; without a client record it is their own. */
export function listPractices(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .select(['coach_id as coachId', 'client_id as clientId'])
    .execute()
}

/** An account with the membership it used last. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The account of an address. */
export function findAccount(db: Kysely<DB>, email: string) {
  return selectAccount(db, { email }).executeTakeFirst()
}

/** An account, locked until the transaction ends, so that decisions about its ways to sign in hold. */
export function lockAccount(tx: Transaction<DB>, key: AccountKey) {
  return selectAccount(tx, key).forUpdate('u').executeTakeFirst()
}

export type AccountKey = { email: string } | { userId: UserId }

function selectAccount(db: Kysely<DB>, key: AccountKey) {
  return (
    db
      .selectFrom('users as u')
      .innerJoin('memberships as m', 'm.user_id', 'u.id')
      .where((row) => ('email' in key ? row('u.email', '=', key.email) : row('u.id', '=', key.userId)))
      // One that is being erased is gone for its person.
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('account_deletions as d')
              .whereRef('d.user_id', '=', 'u.id')
              .where('d.begun_at', 'is not', null)
              .select('d.user_id'),
          ),
        ),
      )
      .orderBy('m.last_used_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(1)
      .select([
        'u.id as userId',
        'u.email',
        'u.password_hash as passwordHash',
        'u.email_verified_at as emailVerifiedAt',
        'u.timezone',
        'm.id as membershipId',
        'm.user_type as userType',
        'm.coach_id as coachId',
      ])
  )
}

/** Name, address and language for mails to an account's person. */
export function findPerson(db: Kysely<DB>, id: UserId) {
  return db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['email', 'name', 'last_name as lastName', 'language', 'timezone'])
    .executeTakeFirst()
}

/**
 * Changes an account's address to one that was verified by a code, and returns the old one.
 * @throws Refusal `user.email_taken` if the address has an account
 */
export async function updateEmail(
  tx: Transaction<DB>,
  id: UserId,
  email: string,
  at: EpochMs,
): Promise<string> {
  const { email: before } = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .select('email')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const update = tx
    .updateTable('users')
    .set({ email, email_verified_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .where('id', '=', id)
    .execute()
  await refuseViolations({ users_email_unique: 'user.email_taken' }, update)
  return before
}

/** Marks an address as confirmed; keeps the first time. */
export async function confirmEmail(tx: Transaction<DB>, id: UserId, at: EpochMs): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: toTimestamp(at), updated_at: toTimestamp(at) })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}
