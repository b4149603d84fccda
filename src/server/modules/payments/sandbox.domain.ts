import type { PaymentStatus } from '#contract/account/auth.ts'
import type { CheckoutStatus, Plan, PlanId } from '#contract/payments.ts'
import type { CheckoutId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, epochMs } from '#time/clock.ts'
import type { Fact } from './ledger/ledger.domain.ts'
import { type CheckoutOutcome, periodEnd } from './payments.domain.ts'

type Played = {
  id: CheckoutId
  planId: PlanId
  /** Before the outcome. */
  status: CheckoutStatus
  zone: string
  /** How long the coach may try Norte with their first checkout; 0 where there is no trial. */
  trialDays: number
  /** Of the coach, before the outcome. */
  paymentStatus: PaymentStatus
}

/** What an outcome that somebody plays in test mode is in the ledger; undefined if it is nothing (product §5). */
export function factOf(
  outcome: CheckoutOutcome,
  { id, planId, status, zone, trialDays, paymentStatus }: Played,
  now: EpochMs,
): Fact | undefined {
  switch (outcome) {
    case 'voucher':
      return { cause: 'voucherIssued', of: id, planId }
    case 'decline':
      return status === 'voucher' ? { cause: 'voucherExpired', of: id } : undefined
    case 'success':
      return trialDays > 0 && (paymentStatus === 'none' || paymentStatus === 'pending')
        ? { cause: 'trialBegan', for: id, planId, until: epochMs(now + trialDays * DAY_MS) }
        : { cause: 'paid', of: id, for: id, planId, zone, until: null }
  }
}

export type PlanChange = {
  /** What is paid now, in minor units, tax included. */
  dueMinor: number
  /** The end of what is paid then. */
  nextAt: EpochMs
}

/**
 * What a change to another plan costs in test mode. What is left of the plan before is taken off a dearer one, which begins at
 * once; a cheaper one, and any in a trial, begins when the present period ends.
 */
export function planChangeOf(
  { from, to, until, isTrial }: { from: Plan | undefined; to: Plan; until: EpochMs; isTrial: boolean },
  zone: string,
  now: EpochMs,
): PlanChange {
  const later = { dueMinor: 0, nextAt: until }
  if (isTrial || !from) return later
  const share = (until - now) / (periodEnd(now, from.id, zone) - now)
  const left = Math.round(from.amountMinor * share)
  if (to.amountMinor <= left) return later
  return { dueMinor: to.amountMinor - left, nextAt: periodEnd(now, to.id, zone) }
}
