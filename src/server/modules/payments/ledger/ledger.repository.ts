import { type Kysely, type Transaction, sql } from 'kysely'
import type { PaymentMethod } from '#contract/payments.ts'
import type { PaymentEntryId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { DB } from '../../../db/schema.ts'
import type { CoachScope } from '../../../policy/scope.ts'

/** A line as it is stored: the fact is a shape with a version. */
export type StoredLine = {
  id: PaymentEntryId
  key: string
  at: EpochMs
  provider: string
  fact: unknown
  method: PaymentMethod | null
  amount: { minor: number; currency: string } | null
  byOperator: string | null
  reason: string | null
}

/** All lines of a coach, in no order that counts. */
export async function listStored(db: Kysely<DB>, scope: CoachScope): Promise<StoredLine[]> {
  const rows = await db
    .selectFrom('payment_entries')
    .select([
      'id',
      'key',
      'happened_at as at',
      'provider',
      'fact',
      'method',
      'amount_minor as minor',
      'currency',
      'by_operator as byOperator',
      'reason',
    ])
    .where('coach_id', '=', scope.coachId)
    .execute()
  return rows.map(({ minor, currency, ...row }) => ({
    ...row,
    amount: minor === null || currency === null ? null : { minor, currency },
  }))
}

/** Adds a line, unless it is there. The caller has locked the coach's payment. */
export async function addLine(
  tx: Transaction<DB>,
  scope: CoachScope,
  { id, key, at, fact, provider, method, amount, byOperator, reason }: StoredLine & { fact: string },
  now: EpochMs,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: added = 0n } = await tx
    .insertInto('payment_entries')
    .values({
      id,
      coach_id: scope.coachId,
      key,
      happened_at: toTimestamp(at),
      recorded_at: toTimestamp(now),
      provider,
      fact: sql`${fact}::jsonb`,
      method,
      amount_minor: amount?.minor ?? null,
      currency: amount?.currency ?? null,
      by_operator: byOperator,
      reason,
    })
    .onConflict((conflict) => conflict.columns(['coach_id', 'key']).doNothing())
    .executeTakeFirst()
  return added > 0n
}
