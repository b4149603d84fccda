import type { PaymentMethod, PaymentProviderName, PlanId } from '#contract/payments.ts'
import type { CheckoutId } from '#contract/values.ts'

/** What is bought, and how it will be paid. The amount is in minor units, tax included. */
export type Purchase = {
  id: CheckoutId
  planId: PlanId
  method: PaymentMethod
  amountMinor: number
  currency: string
}

/** How coaches pay (product §5). */
export type PaymentProvider = {
  provider: PaymentProviderName
  /** The methods it offers on the screen; without one nothing can be bought there. */
  methods: readonly PaymentMethod[]
  /** Anybody with the address of a checkout may play its outcome: test mode. */
  playsOutcomes: boolean
  /** Opens a checkout for one of `methods`. Answers the address where the coach pays. */
  openCheckout(purchase: Purchase): Promise<{ url: string }>
}

/** The provider that is configured. `publicUrl` is the origin of the local checkout page. */
export function createPaymentProvider(provider: PaymentProviderName, publicUrl: string): PaymentProvider {
  return provider === 'sandbox' ? sandbox(publicUrl) : withoutCheckout(provider)
}

/** Test mode: a page of Norte's own, where the coach chooses what happens. */
function sandbox(publicUrl: string): PaymentProvider {
  return {
    provider: 'sandbox',
    methods: ['card', 'oxxo', 'spei'],
    playsOutcomes: true,
    openCheckout: async ({ id }) => ({ url: `${publicUrl}/checkout/${id}` }),
  }
}

/** The operator marks coaches as paid (`manual`), or nobody has to pay (`off`). */
function withoutCheckout(provider: 'manual' | 'off'): PaymentProvider {
  return {
    provider,
    methods: [],
    playsOutcomes: false,
    openCheckout: () => Promise.reject(new Error(`The payment provider ${provider} has no checkout`)),
  }
}
