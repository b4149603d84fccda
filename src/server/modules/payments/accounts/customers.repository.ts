import { type Kysely, type Transaction, sql } from 'kysely'
import type { PaymentProviderName } from '#contract/payments.ts'
import type { UserId } from '#contract/values.ts'
import { type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'
import type { DB } from '../../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../../policy/scope.ts'

/** How many are read at a time. */
const PART = 500

/** The customer that the coach is at the provider; undefined until they first go there. */
export function findCustomer(db: Kysely<DB>, { coachId }: CoachScope, provider: PaymentProviderName) {
  return db
    .selectFrom('payment_customers')
    .select(['customer', 'held', 'cancel_reason as cancelReason', 'cancel_asked_at as cancelAskedAt'])
    .where('coach_id', '=', coachId)
    .where('provider', '=', provider)
    .executeTakeFirst()
}

/** Whose customer it is. */
export function findCoachOf(db: Kysely<DB>, provider: PaymentProviderName, customer: string) {
  return db
    .selectFrom('payment_customers')
    .select('coach_id as coachId')
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .executeTakeFirst()
}

/** Keeps which customer a coach is; one of another provider gives way. */
export async function putCustomer(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  { provider, customer }: { provider: PaymentProviderName; customer: string },
): Promise<void> {
  await db
    .insertInto('payment_customers')
    .values({ coach_id: coachId, provider, customer })
    .onConflict((conflict) =>
      conflict
        .column('coach_id')
        .doUpdateSet({
          provider,
          customer,
          readings: 0,
          applied: 0,
          held: null,
          cancel_reason: null,
          cancel_asked_at: null,
        })
        .where((row) =>
          row.or([
            row('payment_customers.customer', '<>', customer),
            row('payment_customers.provider', '<>', provider),
          ]),
        ),
    )
    .execute()
}

/**
 * Takes a number for a reading of what the provider has of a customer, before it is asked. Undefined for a customer that is
 * nobody here.
 */
export function beginReading(db: Kysely<DB>, provider: PaymentProviderName, customer: string) {
  return db
    .updateTable('payment_customers')
    .set({ readings: sql`readings + 1` })
    .where('provider', '=', provider)
    .where('customer', '=', customer)
    .returning(['coach_id as coachId', 'readings as reading'])
    .executeTakeFirst()
}

/**
 * Keeps what a reading gave to show; false if a later one came before, which had seen all that this one did. The caller has
 * locked the coach's payment.
 */
export async function applyReading(
  tx: Transaction<DB>,
  { coachId }: CoachScope,
  { customer, reading, held }: { customer: string; reading: number; held: string },
  now: EpochMs,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payment_customers')
    .set({ applied: reading, held: sql`${held}::jsonb`, read_at: toTimestamp(now) })
    .where('coach_id', '=', coachId)
    .where('customer', '=', customer)
    .where('applied', '<', reading)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What was said of a cancellation belongs to one that happens within this time. */
export const REASON_MS = HOUR_MS

/**
 * Keeps what the coach says of a cancellation that is about to be asked of the provider. Who says nothing leaves what another tab
 * said a moment ago.
 */
export async function putCancelReason(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  reason: string | null,
  now: EpochMs,
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({
      cancel_reason: sql`coalesce(
        ${reason}::text,
        case when cancel_asked_at > ${toTimestamp(epochMs(now - REASON_MS))}::timestamptz then cancel_reason end
      )`,
      cancel_asked_at: toTimestamp(now),
    })
    .where('coach_id', '=', coachId)
    .execute()
}

/** Forgets it, once the line of the ledger has it or nothing was cancelled. What was said later stays. */
export async function removeCancelReason(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  askedAt: EpochMs,
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ cancel_reason: null, cancel_asked_at: null })
    .where('coach_id', '=', coachId)
    .where('cancel_asked_at', '<=', toTimestamp(askedAt))
    .execute()
}

/** The customers of a provider that are somebody here, a page after another by their coach. */
export function listCustomers(
  db: Kysely<DB>,
  provider: PaymentProviderName,
  { after, most }: { after: UserId | null; most: number },
) {
  return db
    .selectFrom('payment_customers')
    .select(['coach_id as coachId', 'customer'])
    .where('provider', '=', provider)
    .$if(after !== null, (query) => query.where('coach_id', '>', after!))
    .orderBy('coach_id')
    .limit(most)
    .execute()
}

/** All of them, read in parts. */
export async function* everyCustomer(db: Kysely<DB>, provider: PaymentProviderName) {
  for (let after: UserId | null = null; ;) {
    const part = await listCustomers(db, provider, { after, most: PART })
    yield* part
    if (part.length < PART) return
    after = part.at(-1)!.coachId
  }
}

/** Begins to open a page to pay on; false while another tab or server does. Ends by itself. */
export async function beginOpening(
  db: Kysely<DB>,
  { coachId }: CoachScope,
  { now, until }: { now: EpochMs; until: EpochMs },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_customers')
    .set({ opening_until: toTimestamp(until) })
    .where('coach_id', '=', coachId)
    .where((row) => row.or([row('opening_until', 'is', null), row('opening_until', '<=', toTimestamp(now))]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends what began until then, not what another tab has begun since. */
export async function endOpening(db: Kysely<DB>, { coachId }: CoachScope, until: EpochMs): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ opening_until: null })
    .where('coach_id', '=', coachId)
    .where('opening_until', '=', toTimestamp(until))
    .execute()
}

/** Forgets the customer that a coach was, who is deleted at the provider. */
export async function removeCustomer(db: Kysely<DB>, { coachId }: CoachScope): Promise<void> {
  await db.deleteFrom('payment_customers').where('coach_id', '=', coachId).execute()
}
