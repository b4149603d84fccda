import type { PaymentMethod, PlanId } from '#contract/payments.ts'
import type { Money, Snapshot } from '#contract/payments/snapshot.ts'
import type { CheckoutId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'

/**
 * Something changed at the provider: whose, and under which id it says so once. Without a customer it is about a charge, and
 * `customerOf` asks whose that is; or about nobody who is a customer.
 */
export type Notice = { id: string; type: string; at: EpochMs } & (
  | { customer: string; charge: null }
  | { customer: null; charge: string | null }
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

/** What is to be paid, and how. The price is the provider's, by the key of the plan; another one than is shown is refused. */
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
  /**
   * Runs `work` for somebody who waits for it: all that it asks of the provider takes about 20 s together at most. What would take
   * longer throws `ProviderAway`.
   */
  inTime<T>(work: () => Promise<T>): Promise<T>
  /** Makes the customer of a coach; the same one if it is asked for again within a day. */
  createCustomer(payer: Payer): Promise<string>
  /** Says who the customer is now. */
  updateCustomer(customer: string, payer: Payer): Promise<void>
  /** Has the customer forgotten, and no card of theirs charged again; one that is gone stays so. */
  removeCustomer(customer: string): Promise<void>
  /**
   * Opens a hosted page. Pages of the customer that were open before can no longer be paid, except one that asks for the same: it
   * is opened again, and `checkoutId` is the checkout that made it. Vouchers and transfers that were issued can still be paid.
   */
  openCheckout(customer: string, checkout: AccountCheckout): Promise<{ url: string; checkoutId: CheckoutId }>
  snapshot(customer: string): Promise<Snapshot>
  /** Ends the customer's subscriptions with their period, at once if it is not paid, or has the newest go on. */
  setRenewal(customer: string, renews: boolean): Promise<void>
  /** Asks what `changePlan` would cost now. */
  previewPlan(customer: string, planId: PlanId): Promise<PlanChangePreview>
  /** Changes the plan at once; what is left of the old one is taken off. */
  changePlan(customer: string, planId: PlanId): Promise<void>
  /** A page of the provider where the customer changes their card. */
  openPortal(customer: string, returnUrl: string, language?: string): Promise<{ url: string }>
  /**
   * What a call of the provider says, after its signature was checked over the bytes that came; undefined if it is forged,
   * changed, too old, or of no concern.
   */
  readNotice(body: Buffer, signature: string | undefined, now: EpochMs): Notice | undefined
  /** Whose a notice is; null if it is nobody's. Asks the provider if the notice does not say it. */
  customerOf(notice: Notice): Promise<string | null>
}
