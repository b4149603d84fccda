import { type Kysely, type Transaction, sql } from 'kysely'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Replaces the code of an account whose address is not confirmed; false for a confirmed one. */
export async function replaceCode(
  db: Kysely<DB>,
  userId: UserId,
  codeHash: Buffer,
  now: EpochMs,
  expiresAt: EpochMs,
): Promise<boolean> {
  const row = { code_hash: codeHash, expires_at: toTimestamp(expiresAt), created_at: toTimestamp(now) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('email_codes')
    .columns(['user_id', 'code_hash', 'expires_at', 'created_at'])
    .expression((query) =>
      query
        .selectFrom('users')
        .where('id', '=', userId)
        .where('email_verified_at', 'is', null)
        .select([
          'id',
          sql<Buffer>`${codeHash}::bytea`.as('code_hash'),
          row.expires_at.as('expires_at'),
          row.created_at.as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...row, tries: 0, own_tries: 0 }))
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whose attempts are counted: those of the person the code was mailed to, or all others'. */
export type AttemptColumn = 'own_tries' | 'tries'

/** Uses one of the attempts of an address's valid code; undefined if it has no valid code or attempt left. */
export function takeAttempt(
  tx: Transaction<DB>,
  email: string,
  now: EpochMs,
  counted: AttemptColumn,
  most: number,
) {
  return tx
    .updateTable('email_codes')
    .from('users')
    .whereRef('users.id', '=', 'email_codes.user_id')
    .where('users.email', '=', email)
    .where('expires_at', '>', toTimestamp(now))
    .where(counted, '<', most)
    .set((row) => ({ [counted]: row(counted, '+', 1) }))
    .returning(['user_id as userId', 'code_hash as codeHash'])
    .executeTakeFirst()
}

/** Deletes a code. */
export async function removeCode(tx: Transaction<DB>, userId: UserId): Promise<void> {
  await tx.deleteFrom('email_codes').where('user_id', '=', userId).execute()
}
