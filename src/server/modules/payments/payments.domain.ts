import type { PaymentStatus } from '#contract/account/auth.ts'
import { keysOf } from '#contract/keys-of.ts'
import {
  type CheckoutStatus,
  GRACE_DAYS,
  type PaymentAction,
  type PaymentProviderName,
  type PlanId,
} from '#contract/payments.ts'
import { addMonths } from '#time/calendar-date.ts'
import { DAY_MS, type EpochMs } from '#time/clock.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'

/** How long a coach can continue after a period ended unpaid. */
export const GRACE_MS = GRACE_DAYS * DAY_MS

export type EffectivePayment = { payment: boolean; paymentStatus: PaymentStatus }

/**
 * The effective payment status at `now` (product §5). Nothing has to run when a period ends: an active plan is then
 * past due, with 14 days of grace, and afterwards not paid; a trial or a cancelled plan is not paid at once. With
 * `periodEndsAt` null it never ends. With the provider `off` everybody is exempt.
 */
export function effectivePayment(
  status: PaymentStatus,
  periodEndsAt: EpochMs | null,
  now: EpochMs,
  provider: PaymentProviderName,
): EffectivePayment {
  if (provider === 'off') return { payment: true, paymentStatus: 'exempt' }
  const current = statusAt(status, periodEndsAt, now)
  return { payment: PAID.has(current), paymentStatus: current }
}

const PAID: ReadonlySet<PaymentStatus> = new Set(['trial', 'active', 'pastDue', 'cancelled', 'exempt'])

/** What a stored status is at `now`: periods end by themselves. */
export function statusAt(status: PaymentStatus, periodEndsAt: EpochMs | null, now: EpochMs): PaymentStatus {
  if (periodEndsAt === null || now < periodEndsAt) return status
  switch (status) {
    case 'trial':
    case 'cancelled':
      return 'none'
    case 'active':
    case 'pastDue':
      return now < periodEndsAt + GRACE_MS ? 'pastDue' : 'none'
    case 'none':
    case 'pending':
    case 'exempt':
      return status
  }
}

/** How long before the end of a prepaid period the next one can be paid. */
const PAY_AHEAD_MS = 10 * DAY_MS

/** Where a coach's payment is, and how they pay. */
export type Standing = {
  /** As it is now. */
  paymentStatus: PaymentStatus
  periodEndsAt: EpochMs | null
  /** A card is charged by itself when the period ends. */
  renews: boolean
  /** What the provider can do: nothing is sold by hand; a page for the card needs a subscription there. */
  sells: boolean
  canChangePlan: boolean
  hasPortal: boolean
}

/** What a coach may do about their payment at `now` (product §5). */
export function allowedPaymentActions(standing: Standing, now: EpochMs): PaymentAction[] {
  const { paymentStatus, periodEndsAt, renews, sells, canChangePlan, hasPortal } = standing
  const left = periodEndsAt === null ? 0 : periodEndsAt - now
  const isPayable =
    paymentStatus === 'active' ? periodEndsAt !== null && left <= PAY_AHEAD_MS : paymentStatus !== 'exempt'
  const runs = left > 0
  const isPlan = paymentStatus === 'active' || paymentStatus === 'trial'
  const allowed: Record<PaymentAction, boolean> = {
    pay: sells && !renews && isPayable,
    // Also after the period, where a card that was refused would be charged again: then another way can be chosen.
    cancel: renews || (runs && (isPlan || paymentStatus === 'pastDue')),
    resume: runs && paymentStatus === 'cancelled',
    changePlan: canChangePlan && runs && isPlan,
    openPortal: hasPortal,
  }
  return keysOf(allowed).filter((action) => allowed[action])
}

export type CheckoutOutcome = 'success' | 'decline' | 'voucher'

/**
 * The status of a checkout after an outcome; undefined if it is final. A declined card or an issued voucher may still
 * be paid later on the same checkout (product §21); a repeated success is not an error.
 */
export function settleCheckout(status: CheckoutStatus, outcome: CheckoutOutcome): CheckoutStatus | undefined {
  if (status === 'paid') return outcome === 'success' ? 'paid' : undefined
  return ({ success: 'paid', decline: 'declined', voucher: 'voucher' } as const)[outcome]
}

export type StoredState = { status: PaymentStatus; planId: PlanId | null; periodEndsAt: EpochMs | null }

/** The same wall time a month or a year later, in the coach's zone. */
export function periodEnd(from: EpochMs, planId: PlanId, timezone: string): EpochMs {
  const { date, hour, minute } = wallClock(from, timezone)
  return wallToInstant(addMonths(date, planId === 'monthly' ? 1 : 12), hour * 60 + minute, timezone)
}
