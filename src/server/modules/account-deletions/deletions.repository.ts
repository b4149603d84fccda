import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { Grace } from './deletions.domain.ts'

export type DeletionRow = Grace & { askedAt: EpochMs; erasedAt: EpochMs | null }

function selectDeletion(db: Kysely<DB>, userId: UserId) {
  return db
    .selectFrom('account_deletions')
    .where('user_id', '=', userId)
    .select([
      'asked_at as askedAt',
      'due_at as dueAt',
      'days_left as daysLeft',
      'begun_at as begunAt',
      'erased_at as erasedAt',
    ])
}

/** The deletion of an account, asked for, under way or done. */
export const findDeletion = (db: Kysely<DB>, userId: UserId): Promise<DeletionRow | undefined> =>
  selectDeletion(db, userId).executeTakeFirst()

/** The date of the end of an account, and the days that are left, by itself or by one of its records as a client; undefined if it stays, or is being erased. */
export async function findEnd(
  db: Kysely<DB>,
  of: { userId: UserId } | { clientId: ClientId },
): Promise<{ dueAt: EpochMs; daysLeft: number } | undefined> {
  return db
    .selectFrom('account_deletions as d')
    .where('d.begun_at', 'is', null)
    .where((eb) =>
      'userId' in of
        ? eb('d.user_id', '=', of.userId)
        : eb(
            'd.user_id',
            '=',
            eb.selectFrom('clients as c').where('c.id', '=', of.clientId).select('c.user_id'),
          ),
    )
    .select(['d.due_at as dueAt', 'd.days_left as daysLeft'])
    .executeTakeFirst()
}

/** The deletion of an account, locked until the transaction ends. */
export const lockDeletion = (tx: Transaction<DB>, userId: UserId): Promise<DeletionRow | undefined> =>
  selectDeletion(tx, userId).forUpdate().executeTakeFirst()

/** Notes that an account is to be deleted. @returns false if it was before */
export async function insertDeletion(
  tx: Transaction<DB>,
  asked: { userId: UserId; operator: string | null; dueAt: EpochMs; daysLeft: number },
  now: EpochMs,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account_deletions')
    .values({
      user_id: asked.userId,
      asked_at: toTimestamp(now),
      due_at: toTimestamp(asked.dueAt),
      days_left: asked.daysLeft,
      by_operator: asked.operator,
    })
    .onConflict((one) => one.column('user_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Keeps the account. @returns false if it is not to be deleted, or its end has begun */
export async function removeDeletion(tx: Transaction<DB>, userId: UserId): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_deletions')
    .where('user_id', '=', userId)
    .where('begun_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Stores how many days are left. */
export async function setDaysLeft(tx: Transaction<DB>, userId: UserId, daysLeft: number): Promise<void> {
  await tx
    .updateTable('account_deletions')
    .set({ days_left: daysLeft })
    .where('user_id', '=', userId)
    .execute()
}

/** From here on nothing can be taken back. */
export async function setBegun(tx: Transaction<DB>, userId: UserId, now: EpochMs): Promise<void> {
  await tx
    .updateTable('account_deletions')
    .set({ begun_at: toTimestamp(now), days_left: 0 })
    .where('user_id', '=', userId)
    .execute()
}

/** Nothing of the account is left. @returns false if that was noted before */
export async function setErased(tx: Transaction<DB>, userId: UserId, now: EpochMs): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_deletions')
    .set({ erased_at: toTimestamp(now) })
    .where('user_id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Accounts whose grace runs, and whose next day has no timer or one that is due after an instant; by their ids, at most
 * `most` after one of them.
 */
export async function listUncounted(
  db: Kysely<DB>,
  { dueAfter, after, most }: { dueAfter: EpochMs; after: UserId | undefined; most: number },
): Promise<UserId[]> {
  const rows = await db
    .selectFrom('account_deletions as d')
    .leftJoin('timers as t', (join) => join.on('t.key', '=', sql<string>`'account.countDay:' || d.user_id`))
    .where('d.begun_at', 'is', null)
    .where((row) => row.or([row('t.key', 'is', null), row('t.due_at', '>', toTimestamp(dueAfter))]))
    .$if(after !== undefined, (some) => some.where('d.user_id', '>', after!))
    .orderBy('d.user_id')
    .limit(most)
    .select('d.user_id as userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** How often the end of an account was asked for since then. */
export async function countAsked(tx: Transaction<DB>, userId: UserId, since: EpochMs): Promise<number> {
  const { count } = await tx
    .selectFrom('audit_entries')
    .where('user_id', '=', userId)
    .where('kind', '=', 'account.deletion_asked')
    .where('occurred_at', '>', toTimestamp(since))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Accounts whose end began before then and is not complete: a job was given up. */
export async function listUnfinished(db: Kysely<DB>, before: EpochMs): Promise<UserId[]> {
  const rows = await db
    .selectFrom('account_deletions')
    .where('begun_at', '<', toTimestamp(before))
    .where('erased_at', 'is', null)
    .select('user_id as userId')
    .limit(100)
    .execute()
  return rows.map(({ userId }) => userId)
}

/** An account's address and language, before and after it is erased. */
export function findPerson(db: Kysely<DB>, userId: UserId): Promise<{ email: string; language: string }> {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'language'])
    .executeTakeFirstOrThrow()
}

/** The account of an address. */
export async function findUser(db: Kysely<DB>, email: string): Promise<UserId | undefined> {
  const row = await db.selectFrom('users').where('email', '=', email).select('id').executeTakeFirst()
  return row?.id
}
