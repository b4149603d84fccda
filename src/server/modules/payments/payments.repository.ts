import type { Kysely, Transaction } from 'kysely'
import type { CheckoutStatus, PaymentMethod, PaymentProviderName, PlanId } from '#contract/payments.ts'
import type { CheckoutId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { DB } from '../../db/schema.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import type { CoachScope } from '../../policy/scope.ts'
import type { StoredState } from './payments.domain.ts'

export type NewCheckout = {
  id: CheckoutId
  provider: string
  planId: PlanId
  method: PaymentMethod
  amountMinor: number
  currency: string
}

export function getPayment(db: Kysely<DB>, scope: CoachScope): Promise<StoredState> {
  return paymentOf(db, scope).executeTakeFirstOrThrow()
}

/** The same, locked until the transaction ends: concurrent outcomes of one payment wait for each other. */
export function lockPayment(tx: Transaction<DB>, scope: CoachScope): Promise<StoredState> {
  return paymentOf(tx, scope).forUpdate().executeTakeFirstOrThrow()
}

function paymentOf(db: Kysely<DB>, scope: CoachScope) {
  return db
    .selectFrom('coaches')
    .select(['payment_status as status', 'plan_id as planId', 'period_ends_at as periodEndsAt'])
    .where('id', '=', scope.coachId)
}

/** Who pays, as a provider is told: nothing of the practice. */
export function findPayer(db: Kysely<DB>, scope: CoachScope) {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.id')
    .where('coaches.id', '=', scope.coachId)
    .select(['users.email', 'users.language', 'users.name', 'users.last_name as lastName'])
    .executeTakeFirstOrThrow()
}

/** Enough for anybody; older ones are not shown. */
const MOST_VOUCHERS = 20

/** The coach's checkouts that were issued as vouchers and are not paid yet, the last first. */
export function listVouchers(db: Kysely<DB>, scope: CoachScope, provider: PaymentProviderName) {
  return db
    .selectFrom('checkouts')
    .select(['id as checkoutId', 'plan_id as planId', 'method', 'amount_minor as amountMinor', 'currency'])
    .select('updated_at as issuedAt')
    .where('coach_id', '=', scope.coachId)
    .where('provider', '=', provider)
    .where('status', '=', 'voucher')
    .orderBy('updated_at', 'desc')
    .limit(MOST_VOUCHERS)
    .execute()
}

/** The coach of an address. */
export function findCoach(db: Kysely<DB>, email: string) {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.id')
    .where('users.email', '=', email)
    .select(['coaches.id as coachId', 'users.timezone'])
    .executeTakeFirst()
}

/** The payments of all coaches, by address. */
export function listPayments(db: Kysely<DB>) {
  return reports(db).orderBy('users.email').execute()
}

/** The payment of a coach with their address. */
export function getReport(db: Kysely<DB>, scope: CoachScope) {
  return reports(db).where('coaches.id', '=', scope.coachId).executeTakeFirstOrThrow()
}

function reports(db: Kysely<DB>) {
  return db
    .selectFrom('coaches')
    .innerJoin('users', 'users.id', 'coaches.id')
    .select([
      'users.email',
      'coaches.payment_status as status',
      'coaches.plan_id as planId',
      'coaches.period_ends_at as periodEndsAt',
    ])
}

export async function updatePayment(
  tx: Transaction<DB>,
  scope: CoachScope,
  payment: StoredState,
  now: EpochMs,
): Promise<void> {
  await tx
    .updateTable('coaches')
    .set({
      payment_status: payment.status,
      plan_id: payment.planId,
      period_ends_at: payment.periodEndsAt === null ? null : toTimestamp(payment.periodEndsAt),
      updated_at: toTimestamp(now),
    })
    .where('id', '=', scope.coachId)
    .execute()
}

export async function insertCheckout(
  db: Kysely<DB>,
  scope: CoachScope,
  checkout: NewCheckout,
  now: EpochMs,
): Promise<void> {
  await db
    .insertInto('checkouts')
    .values({
      id: checkout.id,
      coach_id: scope.coachId,
      provider: checkout.provider,
      plan_id: checkout.planId,
      method: checkout.method,
      amount_minor: checkout.amountMinor,
      currency: checkout.currency,
      status: 'open',
      created_at: toTimestamp(now),
      updated_at: toTimestamp(now),
    })
    .execute()
}

/** A checkout of one provider by its id, with its coach's zone: the id gives access, as on every payment page. */
export function findCheckout(db: Kysely<DB>, id: CheckoutId, provider: string) {
  return db
    .selectFrom('checkouts')
    .innerJoin('users', 'users.id', 'checkouts.coach_id')
    .select([
      'checkouts.id',
      'checkouts.coach_id as coachId',
      'checkouts.plan_id as planId',
      'checkouts.method',
      'checkouts.amount_minor as amountMinor',
      'checkouts.currency',
      'checkouts.status',
      'users.timezone',
    ])
    .where('checkouts.id', '=', id)
    .where('checkouts.provider', '=', provider)
    .executeTakeFirst()
}

/** The zone of the coach: periods that Norte counts end by its clock. */
export async function findZone(db: Kysely<DB>, scope: CoachScope): Promise<string> {
  const { timezone } = await db
    .selectFrom('users')
    .select('timezone')
    .where('id', '=', scope.coachId)
    .executeTakeFirstOrThrow()
  return timezone
}

/** Marks those of these checkouts as paid that are not yet. */
export async function markPaid(tx: Transaction<DB>, ids: readonly CheckoutId[], now: EpochMs): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('checkouts')
    .set({ status: 'paid', updated_at: toTimestamp(now) })
    .where('id', 'in', ids)
    .where('status', '<>', 'paid')
    .execute()
}

/** How many checkouts the coach has opened since then. */
export async function countCheckouts(db: Kysely<DB>, scope: CoachScope, since: EpochMs): Promise<number> {
  const { opened } = await db
    .selectFrom('checkouts')
    .select((row) => row.fn.countAll<number>().as('opened'))
    .where('coach_id', '=', scope.coachId)
    .where('created_at', '>', toTimestamp(since))
    .executeTakeFirstOrThrow()
  return Number(opened)
}

/** Sets the status of a checkout; the caller has locked its coach's payment. */
export async function updateCheckout(
  tx: Transaction<DB>,
  id: CheckoutId,
  to: CheckoutStatus,
  now: EpochMs,
): Promise<void> {
  await tx
    .updateTable('checkouts')
    .set({ status: to, updated_at: toTimestamp(now) })
    .where('id', '=', id)
    .execute()
}
