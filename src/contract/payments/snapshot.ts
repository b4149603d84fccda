import type { EpochMs } from '#time/clock.ts'
import type { PaymentMethod, PlanId } from '../payments.ts'
import type { CheckoutId } from '../values.ts'

// What a payment provider has of a customer, in Norte's terms: between the provider and the ledger.

/** Amounts are integer minor units, tax included. */
export type Money = { minor: number; currency: string }

/** A plan that renews itself with a card, as the provider has it now. */
export type Subscription = {
  id: string
  /** The checkout that began it; null if it was made in another way. */
  checkoutId: CheckoutId | null
  planId: PlanId
  /** When its trial ends or ended; null without one. */
  trialEndsAt: EpochMs | null
  startedAt: EpochMs
  /** Until when it runs; it renews itself then unless it was cancelled. */
  periodEndsAt: EpochMs
  /** When somebody cancelled it, mostly for its period's end; null if nobody did. */
  cancelledAt: EpochMs | null
  /** When it ended for good; null while it runs. */
  endedAt: EpochMs | null
}

/** Money that went back. `id` is the provider's. One that a bank did not take is here again: `hasFailed`. */
export type Refund = { id: string; at: EpochMs; minor: number; hasFailed: boolean }

/** A bank took the money back, and somebody decides to whom it belongs. */
export type Dispute = { id: string; openedAt: EpochMs; outcome: 'open' | 'won' | 'lost' }

/** Money that came. `id` is the provider's, and names the same money in each snapshot. */
export type Payment = {
  id: string
  /** The checkout that asked for it; null for a renewal. */
  checkoutId: CheckoutId | null
  planId: PlanId
  method: PaymentMethod
  /** What was paid, after what a coupon or an earlier plan took off; 0 if they took off all of it. */
  amount: Money
  paidAt: EpochMs
  /** From when it pays, as the provider says; null for a prepaid period. */
  from: EpochMs | null
  /** Until when it pays, as the provider says; null for a prepaid period, which Norte counts. */
  until: EpochMs | null
  /** It is of a changed plan: what is left of the one before was taken off, so `until` counts though it is earlier. */
  isPlanChange: boolean
  refunds: readonly Refund[]
  disputes: readonly Dispute[]
}

/** A charge that a bank refused. */
export type FailedCharge = {
  id: string
  at: EpochMs
  /** When it is tried again; null if it is not. */
  retryAt: EpochMs | null
}

/** Where and until when somebody can pay in cash or by transfer. */
export type Voucher = {
  /** The provider's name of the payment it asks for, as of `Payment.id` once it is paid. */
  id: string
  checkoutId: CheckoutId
  planId: PlanId
  issuedAt: EpochMs
  /** After it nothing can be paid; null for a transfer, which waits. */
  expiresAt: EpochMs | null
  /** When it expired or was cancelled; null while it can be paid. */
  endedAt: EpochMs | null
  amount: Money
  /** How to pay it. The texts are empty once it cannot be paid any more. */
  how:
    | { method: 'oxxo'; reference: string; pageUrl: string | null }
    | {
        method: 'spei'
        clabe: string
        bank: string
        reference: string
        /** What is still missing of the amount: parts of it may have come. */
        remainingMinor: number
        pageUrl: string | null
      }
}

/** All that a provider has of one customer. Nothing in it depends on what it told before, or in which order. */
export type Snapshot = {
  subscriptions: readonly Subscription[]
  payments: readonly Payment[]
  failedCharges: readonly FailedCharge[]
  vouchers: readonly Voucher[]
  /** Of the customer, that nothing has used yet: a transfer of too much. Null for nothing. */
  balance: Money | null
}
