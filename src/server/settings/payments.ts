import { PaymentProviderName } from '#contract/payments.ts'
import { setting } from './setting.ts'
import { choice, yesNo } from './values.ts'

/** How coaches pay. */
export const PAYMENT_SETTINGS = {
  PAYMENT_PROVIDER: setting(choice(PaymentProviderName.options), {
    preset: 'sandbox',
    doc: 'How coaches pay: `stripe` (cards, OXXO and transfers; docs/self-hosting.md), `sandbox` (test mode, charges nothing), `manual` (the operator marks a coach as paid), `off` (nobody has to pay).',
  }),
  ALLOW_SANDBOX: setting(yesNo(), {
    preset: 'no',
    doc: 'Allows the sandbox, or a test key of Stripe, in production, where they are refused otherwise.',
  }),
}
