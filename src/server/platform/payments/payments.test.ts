import { describe, expect, it } from 'vitest'
import { PaymentProviderName } from '#contract/payments.ts'
import { CheckoutId } from '#contract/values.ts'
import { createPaymentProvider } from './payments.ts'

const id = CheckoutId.parse('01890000-0000-7000-8000-000000000000')
const purchase = { id, planId: 'monthly', method: 'card', amountMinor: 49_900, currency: 'MXN' } as const
const create = (provider: PaymentProviderName) => createPaymentProvider(provider, 'https://norte.example')

describe.each(PaymentProviderName.options)('the payment provider %s', (name) => {
  const payments = create(name)

  it('says its name', () => {
    expect(payments.provider).toBe(name)
  })

  it('opens a checkout by each of its methods, and none without a method', async () => {
    if (payments.methods.length === 0) await expect(payments.openCheckout(purchase)).rejects.toThrow(name)
    for (const method of payments.methods) {
      const { url } = await payments.openCheckout({ ...purchase, method })
      expect(new URL(url).protocol).toBe('https:')
    }
  })
})

it('lets outcomes be played in test mode only, on a page of this server', async () => {
  const playing = PaymentProviderName.options.filter((name) => create(name).playsOutcomes)
  expect(playing).toEqual(['sandbox'])
  expect(await create('sandbox').openCheckout(purchase)).toEqual({
    url: `https://norte.example/checkout/${id}`,
  })
})
