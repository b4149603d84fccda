import { type Transaction, sql } from 'kysely'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '../../platform/postgres.ts'

/** Removes sign-ins that ended, or were used last, before an instant: at most `most`. Answers how many. */
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

/** Removes recovery links that ran out before an instant: at most `most`. Answers how many. */
export async function removeOldResets(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('password_resets')
    .where('token_hash', 'in', (query) =>
      query
        .selectFrom('password_resets')
        .where('expires_at', '<', toTimestamp(before))
        .select('token_hash')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes tickets of identity providers that ran out before an instant: at most `most`. Answers how many. */
export async function removeOldTickets(tx: Transaction<DB>, before: EpochMs, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('oidc_tickets')
    .where('ticket_hash', 'in', (query) =>
      query
        .selectFrom('oidc_tickets')
        .where('expires_at', '<', toTimestamp(before))
        .select('ticket_hash')
        .limit(most),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
