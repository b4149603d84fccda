import type { PaymentMethod, PlanId } from '#contract/payments.ts'
import type { CheckoutId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'

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
  /** When somebody cancelled it for its period's end; null if it renews itself. */
  cancelledAt: EpochMs | null
  /** When it ended for good; null while it runs. */
  endedAt: EpochMs | null
}

/** Money that came back. `id` is the provider's. */
export type Refund = { id: string; at: EpochMs; minor: number }

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
  /** Until when it pays, as the provider says; null for a prepaid period, which Norte counts. */
  until: EpochMs | null
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

/**
 * Something changed at the provider: whose, and under which id it says so once. Without a customer it is about a charge, and
 * `customerOf` asks whose that is.
 */
export type Notice = { id: string; type: string; at: EpochMs } & (
  | { customer: string; charge: null }
  | { customer: null; charge: string }
)

/** Who pays. */
export type Payer = { coachId: UserId; name: string; email: string; language: string }

/** What a change of plan costs, and when: real numbers of the provider. */
export type PlanChangePreview = {
  /** What is charged now; 0 if something is left, which later charges use. */
  dueNow: Money
  /** What is left of the old plan beyond that. */
  creditMinor: number
  /** The first day of the next charge, and its amount. */
  next: { at: EpochMs; amount: Money }
}

/**
 * The provider did not do it, and nothing is half done: it cannot be reached, is too slow, has too much to do or failed. Worth
 * another attempt.
 */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/**
 * Why a provider refuses: a bank declined the card; a subscription renews itself, so another one would be paid twice; a page that
 * was open has just been completed, so that the customer may have paid; anything else.
 */
export type RefusalReason = 'cardDeclined' | 'subscriptionRuns' | 'checkoutCompleted' | 'other'

/** The provider refuses for good: what was asked does not fit what it has. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly reason: RefusalReason

  constructor(message: string, reason: RefusalReason = 'other') {
    super(message)
    this.reason = reason
  }
}

/** What is to be paid, and how. The plan's price is the provider's, by the key of its plan. */
export type AccountCheckout = {
  id: CheckoutId
  planId: PlanId
  method: PaymentMethod
  /** The first charge of a card comes then; what was paid or can be tried until then is kept. Null for now. */
  startsAt: EpochMs | null
  /** Where the hosted page leads afterwards. */
  returnUrl: string
  cancelUrl: string
  /** The language of the page, as of `Payer`; without one the browser's. */
  language?: string
}

/**
 * Payments that a provider keeps (product §5): cards that renew themselves, prepaid periods by voucher or transfer. Each write carries
 * its own key, so that one that is tried again is done once. All throw `ProviderAway` or `ProviderRefusal`.
 */
export type PaymentAccounts = {
  /** Makes the customer of a coach; the same one if it is asked for again within a day. */
  createCustomer(payer: Payer): Promise<string>
  /**
   * Opens a hosted page. Pages of the customer that were open before can no longer be paid, except one that asks for the same: it
   * is opened again, and `checkoutId` is the checkout that made it. Vouchers and transfers that were issued can still be paid.
   */
  openCheckout(customer: string, checkout: AccountCheckout): Promise<{ url: string; checkoutId: CheckoutId }>
  snapshot(customer: string): Promise<Snapshot>
  /** Ends the customer's subscriptions with their period, or has the newest go on. */
  setRenewal(customer: string, renews: boolean): Promise<void>
  /** Asks what `changePlan` would cost now. */
  previewPlan(customer: string, planId: PlanId): Promise<PlanChangePreview>
  /** Changes the plan at once; what is left of the old one is taken off. */
  changePlan(customer: string, planId: PlanId): Promise<void>
  /** A page of the provider where the customer changes their card. */
  openPortal(customer: string, returnUrl: string, language?: string): Promise<{ url: string }>
  /** The customers that changed since then, for what was missed. */
  changedSince(at: EpochMs): AsyncIterable<string>
  /**
   * What a call of the provider says, after its signature was checked over the bytes that came; undefined if it is forged,
   * changed, too old, or of no concern.
   */
  readNotice(body: Buffer, signature: string | undefined, now: EpochMs): Notice | undefined
  /** Whose a notice is; null if it is nobody's. Asks the provider if the notice does not say it. */
  customerOf(notice: Notice): Promise<string | null>
}
