import type Stripe from 'stripe'
import { expect, it } from 'vitest'
import { planLineOf } from './paid-invoices.ts'

const line = (id: string, amount: number, end: number, type = 'subscription_item_details') =>
  ({ id, amount, period: { start: 0, end }, parent: { type } }) as unknown as Stripe.InvoiceLineItem

it('the plan of an invoice is what costs something and lasts longest', () => {
  const lines = [
    line('il_taken_off', -24_950, 30),
    line('il_rest_of_the_month', 10_000, 30),
    line('il_year', 499_000, 380),
    line('il_one_of_the_operator', 100, 900, 'invoice_item_details'),
  ]
  expect(planLineOf(lines)?.id).toBe('il_year')
  expect(planLineOf(lines.toReversed())?.id).toBe('il_year')
})

it('an invoice of nothing, or of what is taken off, sells no plan', () => {
  expect(planLineOf([line('il_trial', 0, 30)])).toBe(undefined)
  expect(planLineOf([line('il_taken_off', -1, 30)])).toBe(undefined)
  expect(planLineOf([])).toBe(undefined)
})
