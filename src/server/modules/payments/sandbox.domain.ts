import type { PaymentStatus } from '#contract/account/auth.ts'
import type { CheckoutStatus, PlanId } from '#contract/payments.ts'
import type { CheckoutId } from '#contract/values.ts'
import { DAY_MS, type EpochMs, epochMs } from '#time/clock.ts'
import type { Fact } from './ledger/ledger.domain.ts'
import type { CheckoutOutcome } from './payments.domain.ts'

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
