import { type Transaction, sql } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

/** Removes sign-ins that ended, or were used last, before an instant: at most `most`. @returns how many */
export async function removeOldSignIns(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('auth_sessions')
    .where('id', 'in', (query) =>
      query
        .selectFrom('auth_sessions')
        .where(sql<boolean>`coalesce(revoked_at, last_used_at) < ${toTimestamp(before)}`)
        .select('id')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Tables whose rows expire and are then useless. */
export type Perishable =
  | 'password_resets'
  | 'email_changes'
  | 'oidc_flows'
  | 'oidc_tickets'
  | 'sign_in_places'

/** Removes rows that expired before an instant: at most `most`. @returns how many */
export async function removeExpired(
  tx: Transaction<DB>,
  table: Perishable,
  before: EpochMs,
  most: number,
): Promise<number> {
  // By their physical row id: a row that is replaced at the same moment has another, and is kept.
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} where expires_at < ${toTimestamp(before)} limit ${most}
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
