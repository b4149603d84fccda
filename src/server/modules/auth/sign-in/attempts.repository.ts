import { type Transaction, sql } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { AttemptKind, Earlier } from './auth-limits.domain.ts'

/** Who attempts something: the account as a keyed hash, and the caller's address. */
export type HashedAttempt = { kind: AttemptKind; accountHash: Buffer; address: string }

// Numbers that no other advisory lock of the product uses.
const ACCOUNT_LOCK = 76_041
const ADDRESS_LOCK = 76_042

/**
 * Serialises attempts of one account, and of one address, until the transaction ends: concurrent ones would all see the
 * same count. Always the account first, to avoid a deadlock.
 */
export async function lockAttempts(
  tx: Transaction<DB>,
  { accountHash, address }: HashedAttempt,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ACCOUNT_LOCK}, hashtext(${accountHash.toString('hex')}))`.execute(
    tx,
  )
  await sql`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${address}))`.execute(tx)
}

/** How many attempts of a kind were made since an instant. */
export async function countAttempts(
  tx: Transaction<DB>,
  { kind, accountHash, address }: HashedAttempt,
  since: EpochMs,
): Promise<Earlier> {
  const count = tx
    .selectFrom('auth_attempts')
    .where('kind', '=', kind)
    .where('attempted_at', '>', toTimestamp(since))
    .select((table) => table.fn.countAll<number>().as('count'))
  return tx
    .selectNoFrom([
      count.where('account_hash', '=', accountHash).where('address', '=', address).$asScalar().as('pair'),
      count.where('account_hash', '=', accountHash).$asScalar().as('account'),
      count.where('address', '=', address).$asScalar().as('address'),
    ])
    .$castTo<Earlier>()
    .executeTakeFirstOrThrow()
}

/** When the last sign-in attempt since an instant may compare its password; undefined if none waits. */
export async function lastTurn(
  tx: Transaction<DB>,
  { kind, accountHash }: HashedAttempt,
  since: EpochMs,
): Promise<EpochMs | undefined> {
  const row = await tx
    .selectFrom('auth_attempts')
    .where('kind', '=', kind)
    .where('account_hash', '=', accountHash)
    .where('attempted_at', '>', toTimestamp(since))
    .select((table) => table.fn.max('turn_at').as('turnAt'))
    .executeTakeFirst()
  return row?.turnAt ?? undefined
}

/** Whether the account was recently signed in to from this address. */
export async function isKnownAddress(
  tx: Transaction<DB>,
  { accountHash, address }: HashedAttempt,
  now: EpochMs,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sign_in_places')
    .where('account_hash', '=', accountHash)
    .where('address', '=', address)
    .where('expires_at', '>', toTimestamp(now))
    .select('address')
    .executeTakeFirst()
  return row !== undefined
}

/** Stores an address from which the account was signed in to. */
export async function keepAddress(
  tx: Transaction<DB>,
  { accountHash, address }: HashedAttempt,
  expiresAt: EpochMs,
): Promise<void> {
  await tx
    .insertInto('sign_in_places')
    .values({ account_hash: accountHash, address, expires_at: toTimestamp(expiresAt) })
    .onConflict((conflict) =>
      conflict.columns(['account_hash', 'address']).doUpdateSet({ expires_at: toTimestamp(expiresAt) }),
    )
    .execute()
}

/** Stores an attempt, and removes some of those before `forgetBefore`. `turnAt` is only for sign-ins. */
export async function insertAttempt(
  tx: Transaction<DB>,
  attempt: HashedAttempt & { id: string; at: EpochMs; turnAt?: EpochMs },
  forgetBefore: EpochMs,
): Promise<void> {
  await tx
    .with('forgotten', (db) =>
      db
        .deleteFrom('auth_attempts')
        .where('id', 'in', (query) =>
          query
            .selectFrom('auth_attempts')
            .select('id')
            .where('attempted_at', '<', toTimestamp(forgetBefore))
            .limit(100)
            .forUpdate()
            .skipLocked(),
        ),
    )
    .insertInto('auth_attempts')
    .values({
      id: attempt.id,
      kind: attempt.kind,
      account_hash: attempt.accountHash,
      address: attempt.address,
      attempted_at: toTimestamp(attempt.at),
      turn_at: attempt.turnAt === undefined ? null : toTimestamp(attempt.turnAt),
    })
    .execute()
}

/** Removes an account's attempts from one address. Those from elsewhere are kept. */
export async function removeAttempts(
  tx: Transaction<DB>,
  { kind, accountHash, address }: HashedAttempt,
): Promise<void> {
  await tx
    .deleteFrom('auth_attempts')
    .where('kind', '=', kind)
    .where('account_hash', '=', accountHash)
    .where('address', '=', address)
    .execute()
}
