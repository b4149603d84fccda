import { PaymentProviderName } from '#contract/payments.ts'
import { setting } from './setting.ts'
import { choice, integer, yesNo } from './values.ts'

/** How coaches pay, and what. */
export const PAYMENT_SETTINGS = {
  PAYMENT_PROVIDER: setting(choice(PaymentProviderName.options), {
    preset: 'sandbox',
    doc: 'How coaches pay: `sandbox` (test mode, charges nothing), `manual` (the operator marks a coach as paid), `off` (nobody has to pay).',
  }),
  ALLOW_SANDBOX: setting(yesNo(), {
    preset: 'no',
    doc: 'Allows the sandbox in production, where it is refused otherwise.',
  }),
  PLAN_MONTHLY_PRICE: setting(integer(1, 99_999_999), {
    preset: '49900',
    doc: 'Monthly plan in centavos of MXN, tax included.',
  }),
  PLAN_YEARLY_PRICE: setting(integer(1, 99_999_999), {
    preset: '499000',
    doc: 'Yearly plan in centavos of MXN, tax included.',
  }),
  TRIAL_DAYS: setting(integer(0, 90), { preset: '0', doc: 'Days free of charge after a first checkout.' }),
}
