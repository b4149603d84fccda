import type Stripe from 'stripe'
import { PlanId } from '#contract/payments.ts'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'

/** The lookup keys of the prices of each plan. Amounts are Stripe's: nothing that a browser sends is one. */
export type PriceKeys = Record<PlanId, { recurring: string; prepaid: string }>

export const PRICE_KEYS: PriceKeys = {
  monthly: { recurring: 'norte_monthly', prepaid: 'norte_monthly_prepaid' },
  yearly: { recurring: 'norte_yearly', prepaid: 'norte_yearly_prepaid' },
}

/** @throws ProviderRefusal if there is no such price: the operator's command makes them. */
export async function priceByKey(client: Stripe, key: string): Promise<Stripe.Price> {
  const { data } = await client.prices.list({ lookup_keys: [key], active: true, limit: 1 })
  const [price] = data
  if (!price) throw new ProviderRefusal(`Stripe has no active price with the lookup key ${key}`)
  return price
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
