import type { Clock } from '#time/clock.ts'
import type { PaymentAccounts } from '../accounts.ts'
import { openCheckout } from './checkout.ts'
import { type StripeConnection, connectStripe } from './client.ts'
import { createCustomer, updateCustomer } from './customers.ts'
import { asking } from './failures.ts'
import { customerOf, readNotice } from './notices.ts'
import { PRICE_KEYS, type PriceKeys, createPlansByPrice } from './prices.ts'
import { snapshotOf } from './snapshot.ts'
import { changePlan, previewPlan, setRenewal } from './subscriptions.ts'
import { localeOf } from './terms.ts'

export type StripeSettings = StripeConnection & {
  /** Of the endpoint of webhooks; two while one is replaced. */
  webhookSecrets: readonly string[]
  priceKeys?: PriceKeys | undefined
}

/** Payments that Stripe keeps. The SDK is loaded here, so only for those who use it. */
export async function createStripe(settings: StripeSettings, clock: Clock): Promise<PaymentAccounts> {
  const { webhookSecrets, priceKeys: keys = PRICE_KEYS } = settings
  const client = await connectStripe(settings)
  const plans = createPlansByPrice(client)
  return {
    createCustomer: (payer) => asking(() => createCustomer(client, payer)),
    updateCustomer: (customer, payer) => asking(() => updateCustomer(client, customer, payer)),
    openCheckout: (customer, checkout) => asking(() => openCheckout(client, keys, clock, customer, checkout)),
    snapshot: (customer) => asking(() => snapshotOf(client, plans, customer)),
    setRenewal: (customer, renews) => asking(() => setRenewal(client, customer, renews)),
    previewPlan: (customer, planId) => asking(() => previewPlan(client, keys, customer, planId)),
    changePlan: (customer, planId) => asking(() => changePlan(client, keys, customer, planId)),
    openPortal: (customer, returnUrl, language) =>
      asking(async () => {
        const { url } = await client.billingPortal.sessions.create({
          customer,
          return_url: returnUrl,
          locale: localeOf(language),
          // Straight to the card: plan and cancellation are on Norte's own screens.
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
          },
        })
        return { url }
      }),
    readNotice: (body, signature, now) => readNotice(client, webhookSecrets, body, signature, now),
    customerOf: (notice) => asking(() => customerOf(client, notice)),
  }
}
