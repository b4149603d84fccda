import { type Kysely, type Transaction, sql } from 'kysely'
import type { ClientId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '#server/db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Replaces the code of an invitation that was sent to an address after an instant and is open; false for any other. */
export async function replaceCode(
  db: Kysely<DB>,
  { clientId, email }: { clientId: ClientId; email: string },
  codeHash: Buffer,
  { now, expiresAt, sentAfter }: { now: EpochMs; expiresAt: EpochMs; sentAfter: EpochMs },
): Promise<boolean> {
  const row = { code_hash: codeHash, expires_at: toTimestamp(expiresAt), created_at: toTimestamp(now) }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invitation_codes')
    .columns(['client_id', 'code_hash', 'expires_at', 'created_at'])
    .expression((query) =>
      query
        .selectFrom('clients')
        .where('id', '=', clientId)
        .where('status', '=', 'invited')
        .where('invited_at', '>', toTimestamp(sentAfter))
        .where('email', '=', email)
        // Waits for a change of the address or the state that is under way, and sees it.
        .forShare()
        .select([
          'id',
          sql<Buffer>`${codeHash}::bytea`.as('code_hash'),
          row.expires_at.as('expires_at'),
          row.created_at.as('created_at'),
        ]),
    )
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ ...row, tries: 0 }))
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Uses one of the attempts of an invitation's valid code; undefined if it has no valid code or attempt left. */
export async function takeAttempt(
  tx: Transaction<DB>,
  clientId: ClientId,
  now: EpochMs,
  most: number,
): Promise<Buffer | undefined> {
  const row = await tx
    .updateTable('invitation_codes')
    .where('client_id', '=', clientId)
    .where('expires_at', '>', toTimestamp(now))
    .where('tries', '<', most)
    .set((code) => ({ tries: code('tries', '+', 1) }))
    .returning('code_hash as codeHash')
    .executeTakeFirst()
  return row?.codeHash
}

/** Deletes an invitation's code. */
export async function removeCode(tx: Transaction<DB>, clientId: ClientId): Promise<void> {
  await tx.deleteFrom('invitation_codes').where('client_id', '=', clientId).execute()
}

/** Removes codes that expired before an instant: at most `most`. @returns how many */
export async function removeOldCodes(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  // By their physical row id: a code that is replaced at the same moment has another, and is kept.
  const { numAffectedRows } = await sql`
    delete from invitation_codes where ctid = any(array(
      select ctid from invitation_codes where expires_at < ${toTimestamp(before)} limit ${most}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
