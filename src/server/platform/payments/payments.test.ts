import { describe, expect, it } from 'vitest'
import { PaymentProviderName } from '#contract/payments.ts'
import { CheckoutId } from '#contract/values.ts'
import type { PaymentAccounts } from './accounts.ts'
import { createPaymentProvider } from './payments.ts'

const id = CheckoutId.parse('01890000-0000-7000-8000-000000000000')
const accounts = {} as PaymentAccounts
const create = (provider: PaymentProviderName) =>
  createPaymentProvider(provider, 'https://norte.example', provider === 'stripe' ? accounts : undefined)

describe.each(PaymentProviderName.options)('the payment provider %s', (name) => {
  const payments = create(name)

  it('says its name', () => {
    expect(payments.provider).toBe(name)
  })

  it('has one way to a checkout if it has methods, and none without', () => {
    const ways = [payments.playedAt, payments.accounts].filter((way) => way !== undefined)
    expect(ways).toHaveLength(payments.methods.length > 0 ? 1 : 0)
  })
})

it('lets outcomes be played in test mode only, on a page of this server', () => {
  const playing = PaymentProviderName.options.filter((name) => create(name).playedAt)
  expect(playing).toEqual(['sandbox'])
  expect(create('sandbox').playedAt?.(id)).toBe(`https://norte.example/checkout/${id}`)
})

it('has no Stripe without its accounts', () => {
  expect(() => createPaymentProvider('stripe', 'https://norte.example')).toThrow('accounts')
})
