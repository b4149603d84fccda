import type { PaymentMethod, PaymentProviderName } from '#contract/payments.ts'
import type { CheckoutId } from '#contract/values.ts'
import type { PaymentAccounts } from './accounts.ts'

/** How coaches pay (product §5). Exactly one of the ways to a checkout is there if it has methods. */
export type PaymentProvider = {
  provider: PaymentProviderName
  /** The methods it offers on the screen; without one nothing can be bought there. */
  methods: readonly PaymentMethod[]
  /** Test mode: the page where anybody with its address plays the outcome of a checkout. */
  playedAt?: (id: CheckoutId) => string
  /** What the provider itself keeps of coaches; without it Norte's ledger alone says what was paid. */
  accounts?: PaymentAccounts
}

/** The provider that is configured. `publicUrl` is the origin of the local checkout page. */
export function createPaymentProvider(
  provider: PaymentProviderName,
  publicUrl: string,
  accounts?: PaymentAccounts,
): PaymentProvider {
  switch (provider) {
    case 'sandbox':
      return { provider, methods: METHODS, playedAt: (id) => `${publicUrl}/checkout/${id}` }
    case 'stripe':
      if (!accounts) throw new Error('Stripe needs its accounts')
      return { provider, methods: METHODS, accounts }
    // The operator marks coaches as paid, or nobody has to pay.
    case 'manual':
    case 'off':
      return { provider, methods: [] }
  }
}

const METHODS: readonly PaymentMethod[] = ['card', 'oxxo', 'spei']
