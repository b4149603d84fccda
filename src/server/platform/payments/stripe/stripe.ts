import type { Plan } from '#contract/payments.ts'
import type { Clock } from '#time/clock.ts'
import type { PaymentAccounts } from '../accounts.ts'
import { openCheckout } from './checkout.ts'
import { type StripeConnection, connectStripe } from './client.ts'
import { createCustomer, removeCustomer, updateCustomer } from './customers.ts'
import { within } from './deadline.ts'
import { asking } from './failures.ts'
import { customerOf, readNotice } from './notices.ts'
import { type Catalogue, PRICE_KEYS, createPlansByPrice } from './prices.ts'
import { snapshotOf } from './snapshot.ts'
import { changePlan, previewPlan, setRenewal } from './subscriptions.ts'
import { localeOf } from './terms.ts'

export type StripeSettings = StripeConnection & {
  /** Of the endpoint of webhooks; two while one is replaced. */
  webhookSecrets: readonly string[]
  /** What the plans cost where they are shown. */
  plans: readonly Plan[]
  /** How long a person waits for all that is asked for them. */
  patienceMs?: number | undefined
}

/** The screens wait for 30 s: enough is left for a last attempt that is refused, and for the database. */
const PATIENCE_MS = 20_000

/** Payments that Stripe keeps. The SDK is loaded here, so only for those who use it. */
export async function createStripe(settings: StripeSettings, clock: Clock): Promise<PaymentAccounts> {
  const { webhookSecrets, patienceMs = PATIENCE_MS } = settings
  const catalogue: Catalogue = { keys: PRICE_KEYS, plans: settings.plans }
  const client = await connectStripe(settings)
  const plans = createPlansByPrice(client)
  return {
    inTime: (work) => within(patienceMs, work),
    createCustomer: (payer) => asking(() => createCustomer(client, payer)),
    updateCustomer: (customer, payer) => asking(() => updateCustomer(client, customer, payer)),
    removeCustomer: (customer) => asking(() => removeCustomer(client, customer)),
    openCheckout: (customer, checkout) =>
      asking(() => openCheckout(client, catalogue, clock, customer, checkout)),
    snapshot: (customer) => asking(() => snapshotOf(client, plans, customer)),
    setRenewal: (customer, renews) => asking(() => setRenewal(client, customer, renews)),
    previewPlan: (customer, planId) => asking(() => previewPlan(client, catalogue, customer, planId)),
    changePlan: (customer, planId) => asking(() => changePlan(client, catalogue, customer, planId)),
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
