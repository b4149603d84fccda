import type Stripe from 'stripe'
import { type Plan, PlanId } from '#contract/payments.ts'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'

/** The lookup keys of the prices of each plan. Amounts are Stripe's: nothing that a browser sends is one. */
export type PriceKeys = Record<PlanId, Record<PriceKind, string>>

export const PRICE_KEYS: PriceKeys = {
  monthly: { recurring: 'norte_monthly', prepaid: 'norte_monthly_prepaid' },
  yearly: { recurring: 'norte_yearly', prepaid: 'norte_yearly_prepaid' },
}

/** What is sold: the keys of the prices, and what the plans cost where they are shown. */
export type Catalogue = { keys: PriceKeys; plans: readonly Plan[] }

/** How a plan is paid: by a card that renews itself, or a period in advance. */
export type PriceKind = 'recurring' | 'prepaid'

/**
 * The price of a plan, by its key.
 * @throws ProviderRefusal if there is no such price, or another one than is shown: the operator's command makes them.
 */
export async function priceOf(
  client: Stripe,
  { keys, plans }: Catalogue,
  planId: PlanId,
  kind: PriceKind,
): Promise<Stripe.Price> {
  const key = keys[planId][kind]
  const { data } = await client.prices.list({ lookup_keys: [key], active: true, limit: 1 })
  const [price] = data
  if (!price) throw new ProviderRefusal(`Stripe has no active price with the lookup key ${key}`)
  const plan = plans.find(({ id }) => id === planId)
  if (plan && costsAs(price, plan, kind)) return price
  const found = `${price.unit_amount} ${price.currency} per ${price.recurring?.interval ?? 'payment'}`
  throw new ProviderRefusal(
    `The price ${key} at Stripe (${found}, in minor units) is not that of the settings: run scripts/operator/stripe.ts`,
    'priceDiffers',
  )
}

const INTERVALS = { monthly: 'month', yearly: 'year' } as const

/** How often the price of a plan is charged by itself; null for a period in advance. */
export const intervalOf = (planId: PlanId, kind: PriceKind): 'month' | 'year' | null =>
  kind === 'recurring' ? INTERVALS[planId] : null

/** Whether a price charges what the plan costs, as often. */
export function costsAs(
  { unit_amount: minor, currency, recurring }: Pick<Stripe.Price, 'unit_amount' | 'currency' | 'recurring'>,
  plan: Plan,
  kind: PriceKind,
): boolean {
  return (
    minor === plan.amountMinor &&
    currency === plan.currency.toLowerCase() &&
    (recurring?.interval ?? null) === intervalOf(plan.id, kind) &&
    (recurring?.interval_count ?? 1) === 1
  )
}

/** The name of the plan in the metadata of what Norte makes at Stripe. */
export const PLAN_KEY = 'norte_plan'

/** The plan of a price; undefined if it sells something else. */
export function planOfPrice({
  metadata,
  recurring,
}: Pick<Stripe.Price, 'metadata' | 'recurring'>): PlanId | undefined {
  const named = PlanId.safeParse(metadata[PLAN_KEY])
  if (named.success) return named.data
  if (recurring?.interval_count !== 1) return undefined
  return recurring.interval === 'month' ? 'monthly' : recurring.interval === 'year' ? 'yearly' : undefined
}

/**
 * Knows the plans of prices by their ids, also of prices that are not sold any more. The plan of a price never changes, so each is
 * asked for once.
 */
export function createPlansByPrice(client: Stripe) {
  const plans = new Map<string, PlanId | undefined>()
  const learn = (price: Stripe.Price) => plans.set(price.id, planOfPrice(price))
  return {
    learn,
    /** Asks for those that are not known yet. */
    async of(ids: Iterable<string>): Promise<ReadonlyMap<string, PlanId | undefined>> {
      const unknown = [...new Set(ids)].filter((id) => !plans.has(id))
      for (const price of await Promise.all(unknown.map((id) => client.prices.retrieve(id)))) learn(price)
      return plans
    },
  }
}
export type PlansByPrice = ReturnType<typeof createPlansByPrice>
