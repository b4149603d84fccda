import type Stripe from 'stripe'
import type { Plan } from '#contract/payments.ts'
import { API_VERSION } from './client.ts'
import { isCode } from './failures.ts'
import { EVENT_TYPES } from './notices.ts'
import { PLAN_KEY, type PriceKeys, type PriceKind, costsAs, intervalOf } from './prices.ts'

/** Where Stripe says that something changed, below the public address of the installation. */
export const WEBHOOK_PATH = '/v1/payment/stripe/webhook'

/** What became of a price: the amounts are in minor units; `was` is the one that the key had before. */
export type PriceReport = { key: string; minor: number; currency: string } & (
  | { did: 'kept' | 'made' }
  | { did: 'moved'; was: number }
)

/** The one product that all prices are of. Its name is on receipts. */
const PRODUCT = { id: 'norte', name: 'Norte' }

type Wanted = { key: string; plan: Plan; kind: PriceKind }

/**
 * Makes the product and its prices as the plans say. Amounts of a price never change at Stripe: another amount is another price, to
 * which the lookup key moves. Who subscribed keeps the price that they agreed to. Done again, it does nothing.
 */
export async function setUpPrices(
  client: Stripe,
  keys: PriceKeys,
  plans: readonly Plan[],
): Promise<PriceReport[]> {
  const product = await productOf(client)
  const wanted = plans.flatMap((plan): Wanted[] => [
    { key: keys[plan.id].recurring, plan, kind: 'recurring' },
    { key: keys[plan.id].prepaid, plan, kind: 'prepaid' },
  ])
  const { data: present } = await client.prices.list({
    lookup_keys: wanted.map(({ key }) => key),
    active: true,
    limit: 100,
  })
  const reports: PriceReport[] = []
  for (const each of wanted) {
    const old = present.find(({ lookup_key: key }) => key === each.key)
    const said = { key: each.key, minor: each.plan.amountMinor, currency: each.plan.currency }
    if (old && isAsWanted(old, each)) {
      reports.push({ ...said, did: 'kept' })
      continue
    }
    await makePrice(client, product, each)
    reports.push(old ? { ...said, did: 'moved', was: old.unit_amount ?? 0 } : { ...said, did: 'made' })
  }
  return reports
}

async function productOf(client: Stripe): Promise<string> {
  try {
    return (await client.products.retrieve(PRODUCT.id)).id
  } catch (error) {
    if (!isCode(error, 'resource_missing')) throw error
    return (await client.products.create(PRODUCT)).id
  }
}

function isAsWanted(price: Stripe.Price, { plan, kind }: Wanted): boolean {
  const isNamed = price.metadata[PLAN_KEY] === plan.id
  return costsAs(price, plan, kind) && price.tax_behavior === 'inclusive' && isNamed
}

async function makePrice(
  client: Stripe,
  product: string,
  { key, plan: { id, amountMinor, currency }, kind }: Wanted,
): Promise<void> {
  const interval = intervalOf(id, kind)
  await client.prices.create({
    product,
    currency: currency.toLowerCase(),
    unit_amount: amountMinor,
    tax_behavior: 'inclusive',
    lookup_key: key,
    transfer_lookup_key: true,
    metadata: { [PLAN_KEY]: id },
    ...(interval && { recurring: { interval } }),
  })
}

/** What became of the endpoint of webhooks. Stripe tells its secret once, when it is made. */
export type EndpointReport = { url: string } & ({ did: 'kept' | 'updated' } | { did: 'made'; secret: string })

/** Has Stripe send what `readNotice` reads to that address. Done again, it does nothing. */
export async function setUpEndpoint(client: Stripe, url: string): Promise<EndpointReport> {
  const { data } = await client.webhookEndpoints.list({ limit: 100 })
  const present = data.find((endpoint) => endpoint.url === url)
  if (!present) {
    const made = await client.webhookEndpoints.create({
      url,
      enabled_events: [...EVENT_TYPES],
      api_version: API_VERSION,
      description: 'Norte',
    })
    return { url, did: 'made', secret: made.secret ?? '' }
  }
  const missing = EVENT_TYPES.filter((type) => !present.enabled_events.includes(type))
  const hearsAll = present.enabled_events.includes('*') || missing.length === 0
  if (hearsAll && present.status === 'enabled') return { url, did: 'kept' }
  await client.webhookEndpoints.update(present.id, { enabled_events: [...EVENT_TYPES], disabled: false })
  return { url, did: 'updated' }
}
