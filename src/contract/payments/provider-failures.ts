// How a payment provider fails: for those who speak to it, and for those who say it to people.

/**
 * The provider did not do it, and nothing is half done: it cannot be reached, is too slow, has too much to do or failed. Worth
 * another attempt.
 */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway'
}

/**
 * Why a provider refuses: a bank declined the card; a subscription renews itself, so another one would be paid twice; a page that
 * was open has just been completed, so that the customer may have paid; the customer was deleted there; its price is not the one that
 * is shown, which the operator has to mend; anything else.
 */
export type RefusalReason =
  | 'cardDeclined'
  | 'subscriptionRuns'
  | 'checkoutCompleted'
  | 'customerGone'
  | 'priceDiffers'
  | 'other'

/** The provider refuses for good: what was asked does not fit what it has. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly reason: RefusalReason

  constructor(message: string, reason: RefusalReason = 'other') {
    super(message)
    this.reason = reason
  }
}
