import { setting } from './setting.ts'
import { integer } from './values.ts'

/** What coaches pay. */
export const PRICE_SETTINGS = {
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
