import { invalid } from './failure.ts'
import {
  type Params,
  flagOf,
  listOf,
  metadataOf,
  numberOf,
  partOf,
  refuseUnknown,
  textOf,
  textsOf,
} from './form.ts'
import { is, page } from './lists.ts'
import type * as o from './objects.ts'
import { API_VERSION, type World, get } from './world.ts'

export function createProduct(world: World, params: Params): o.Product {
  refuseUnknown(params, ['id', 'name', 'metadata', 'description', 'tax_code'])
  const id = textOf(params, 'id') ?? world.newId('prod')
  if (world.products.has(id)) throw invalid('Product already exists.', 'id', 'resource_already_exists')
  const product: o.Product = {
    id,
    object: 'product',
    active: true,
    created: world.seconds(),
    metadata: metadataOf(params),
    name: textOf(params, 'name') ?? '',
  }
  world.products.set(id, product)
  return product
}

export function createPrice(world: World, params: Params): o.Price {
  refuseUnknown(params, [
    'product',
    'currency',
    'unit_amount',
    'recurring',
    'lookup_key',
    'transfer_lookup_key',
    'tax_behavior',
    'metadata',
    'nickname',
  ])
  const product = get(world.products, 'product', textOf(params, 'product'), 'product')
  const interval = textOf(partOf(params, 'recurring'), 'interval')
  const amount = numberOf(params, 'unit_amount')
  if (amount === undefined || amount < 0) throw invalid('Invalid unit_amount', 'unit_amount')
  const lookupKey = textOf(params, 'lookup_key') ?? null
  const holder = [...world.prices.values()].find(
    (price) => lookupKey !== null && price.lookup_key === lookupKey,
  )
  if (holder) {
    if (flagOf(params, 'transfer_lookup_key') !== true)
      throw invalid('A price already uses that lookup key.', 'lookup_key')
    holder.lookup_key = null
  }
  const price: o.Price = {
    id: world.newId('price'),
    object: 'price',
    active: true,
    created: world.seconds(),
    currency: textOf(params, 'currency') ?? 'mxn',
    livemode: false,
    lookup_key: lookupKey,
    metadata: metadataOf(params),
    nickname: textOf(params, 'nickname') ?? null,
    product: product.id,
    recurring:
      interval === 'month' || interval === 'year'
        ? { interval, interval_count: 1, usage_type: 'licensed' }
        : null,
    tax_behavior: textOf(params, 'tax_behavior') ?? 'unspecified',
    type: interval ? 'recurring' : 'one_time',
    unit_amount: amount,
  }
  world.prices.set(price.id, price)
  return price
}

export const listPrices = (world: World, params: Params) =>
  page(world.prices, '/v1/prices', params, {
    active: is('active'),
    product: is('product'),
    lookup_keys: ({ lookup_key: key }, _wanted, all) =>
      key !== null && textsOf(all, 'lookup_keys').includes(key),
  })

export function updatePrice(world: World, id: string, params: Params): o.Price {
  refuseUnknown(params, [
    'active',
    'lookup_key',
    'transfer_lookup_key',
    'nickname',
    'metadata',
    'tax_behavior',
  ])
  const price = get(world.prices, 'price', id)
  price.active = flagOf(params, 'active') ?? price.active
  return price
}

/** A code that people type in on the page of Checkout. */
export function createPromotionCode(
  world: World,
  code: string,
  off: { percent: number } | { minor: number },
  duration: 'once' | 'forever' = 'once',
): o.PromotionCode {
  const coupon: o.Coupon = {
    id: world.newId('coupon'),
    object: 'coupon',
    amount_off: 'minor' in off ? off.minor : null,
    percent_off: 'percent' in off ? off.percent : null,
    currency: 'minor' in off ? 'mxn' : null,
    duration,
    duration_in_months: null,
    valid: true,
  }
  world.coupons.set(coupon.id, coupon)
  const promotion: o.PromotionCode = {
    id: world.newId('promo'),
    object: 'promotion_code',
    active: true,
    code,
    promotion: { type: 'coupon', coupon: coupon.id },
  }
  world.promotionCodes.set(promotion.id, promotion)
  return promotion
}

export function createEndpoint(world: World, params: Params): o.Endpoint & { secret: string } {
  refuseUnknown(params, ['url', 'enabled_events', 'api_version', 'description', 'metadata', 'connect'])
  const url = textOf(params, 'url')
  if (!url) throw invalid('Missing required param: url.', 'url', 'parameter_missing')
  const endpoint: o.Endpoint = {
    id: world.newId('we'),
    object: 'webhook_endpoint',
    api_version: textOf(params, 'api_version') ?? API_VERSION,
    created: world.seconds(),
    description: textOf(params, 'description') ?? null,
    enabled_events: listOf(params, 'enabled_events').filter((each) => typeof each === 'string'),
    livemode: false,
    metadata: metadataOf(params),
    status: 'enabled',
    url,
  }
  const secret = `whsec_${world.newId('test')}`
  world.endpoints.set(endpoint.id, endpoint)
  world.secrets.set(endpoint.id, [secret])
  return { ...endpoint, secret }
}

export function updateEndpoint(world: World, id: string, params: Params): o.Endpoint {
  refuseUnknown(params, ['url', 'enabled_events', 'description', 'disabled', 'metadata'])
  const endpoint = get(world.endpoints, 'webhook endpoint', id)
  endpoint.url = textOf(params, 'url') ?? endpoint.url
  if (params['enabled_events']) endpoint.enabled_events = textsOf(params, 'enabled_events')
  const disabled = flagOf(params, 'disabled')
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled'
  return endpoint
}
