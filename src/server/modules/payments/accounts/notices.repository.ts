import { type Kysely, sql } from 'kysely'
import type { PaymentProviderName } from '#contract/payments.ts'
import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'

export type NewNotice = {
  provider: PaymentProviderName
  id: string
  type: string
  customer: string | null
  /** Null if nobody here is that customer. */
  coachId: UserId | null
  at: EpochMs
}

/** Keeps what a provider has told. Told again, it changes nothing, except whose it is if that was not known. */
export async function addNotice(db: Kysely<DB>, notice: NewNotice, now: EpochMs): Promise<void> {
  await db
    .insertInto('payment_notices')
    .values({
      provider: notice.provider,
      id: notice.id,
      type: notice.type,
      customer: notice.customer,
      coach_id: notice.coachId,
      happened_at: toTimestamp(notice.at),
      received_at: toTimestamp(now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'id'])
        .doUpdateSet((row) => ({ coach_id: row.ref('excluded.coach_id') }))
        .where('payment_notices.coach_id', 'is', null),
    )
    .execute()
}

/** Those of customers that are nobody here, the last first. */
export function listUnknown(db: Kysely<DB>, most: number) {
  return db
    .selectFrom('payment_notices')
    .select(['provider', 'id', 'type', 'customer', 'happened_at as at'])
    .where('coach_id', 'is', null)
    .orderBy('received_at', 'desc')
    .limit(most)
    .execute()
}

/** Forgets at most so much of what was told before then: of coaches, or of customers that are nobody here. */
export async function forgetNotices(
  db: Kysely<DB>,
  of: 'coaches' | 'nobody',
  before: EpochMs,
  most: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from payment_notices where (provider, id) in (
      select provider, id from payment_notices
      where received_at < ${toTimestamp(before)} and (coach_id is null) = ${of === 'nobody'}
      limit ${most})`.execute(db)
  return Number(numAffectedRows)
}
