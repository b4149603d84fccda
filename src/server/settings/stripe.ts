import { setting } from './setting.ts'
import { serviceOrigin, stripeKey, webhookSecrets } from './values.ts'

/** The account at Stripe with which coaches pay. */
export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: setting(stripeKey(), {
    secret: true,
    doc: 'The secret or restricted key of the Stripe account (`sk_live_…`, `rk_live_…`; `sk_test_…` charges nothing).',
  }),
  STRIPE_WEBHOOK_SECRETS: setting(webhookSecrets(), {
    secret: true,
    doc: 'The signing secret of the webhook endpoint at Stripe (`whsec_…`); two, separated by a comma, while one is replaced.',
  }),
  STRIPE_API_URL: setting(serviceOrigin(), {
    presetDoc: 'Stripe itself',
    doc: "Another address of Stripe's API, for tests.",
  }),
}
