import type { PaymentMethod, Plan, PlanId } from '#contract/payments.ts'
import type { CheckoutId, UserId } from '#contract/values.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { AccountCheckout, PaymentAccounts, Payer } from '#server/platform/payments/accounts.ts'
import { createStripe } from '#server/platform/payments/stripe/stripe.ts'
import { type EpochMs, fixedClock, fromIso } from '#time/clock.ts'
import { CARDS } from './cards.ts'
import { PLANS, type StripeService, startStripe } from './stripe.ts'

/** The moment at which tests begin: a Monday, 09:00 in Mexico City. */
export const START: EpochMs = fromIso('2026-11-02T15:00:00Z')

/** The plans as people see them before they pay. */
export const SHOWN: readonly Plan[] = (['monthly', 'yearly'] as const).map((id) => ({
  id,
  amountMinor: PLANS[id],
  currency: 'MXN',
}))

export type Till = Awaited<ReturnType<typeof openTill>>

/** `PaymentAccounts` over a separate Stripe, with a customer, and what people do at its pages. */
export async function openTill(options: { service?: StripeService; timeoutMs?: number } = {}) {
  const service = options.service ?? (await startStripe({ clock: fixedClock(START) }))
  const secret = service.notify('http://127.0.0.1:9/webhooks')
  service.webhooks.hold()
  const accounts: PaymentAccounts = await createStripe(
    {
      apiKey: service.apiKey,
      apiUrl: service.url,
      webhookSecrets: [secret],
      plans: SHOWN,
      timeoutMs: options.timeoutMs ?? 60_000,
    },
    service.clock,
  )
  const customer = await accounts.createCustomer(newPayer())
  const open = (planId: PlanId, method: PaymentMethod, more: Partial<AccountCheckout> = {}) =>
    accounts.openCheckout(customer, newCheckout(planId, method, more))
  return {
    service,
    accounts,
    customer,
    secret,
    open,
    /** Subscribes with a card on the hosted page. Answers the checkout. */
    async subscribe(planId: PlanId, form: Record<string, string> = {}, more: Partial<AccountCheckout> = {}) {
      const { url, checkoutId } = await open(planId, 'card', more)
      const done = await service.submit(url, { card: CARDS.works, ...form })
      return { checkoutId, ...done }
    },
    snapshot: () => accounts.snapshot(customer),
  }
}

export const newPayer = (more: Partial<Payer> = {}): Payer => ({
  coachId: newId<UserId>(),
  name: 'Ana Coach',
  email: 'ana@correo.example',
  language: 'es-MX',
  ...more,
})

export const newCheckout = (
  planId: PlanId,
  method: PaymentMethod,
  more: Partial<AccountCheckout> = {},
): AccountCheckout => ({
  id: newId<CheckoutId>(),
  planId,
  method,
  startsAt: null,
  returnUrl: 'https://norte.example/payment?done',
  cancelUrl: 'https://norte.example/payment',
  language: 'es-MX',
  ...more,
})

const newId = <Id extends string>(): Id => uuidv7(START) as Id
