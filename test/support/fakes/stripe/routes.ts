import {
  createEndpoint,
  createPrice,
  createProduct,
  listPrices,
  updateEndpoint,
  updatePrice,
} from './catalogue.ts'
import { type Params, metadataOf, refuseUnknown, textOf, textsOf } from './form.ts'
import { is, page } from './lists.ts'
import type * as o from './objects.ts'
import { previewInvoice } from './plan-change.ts'
import { createSession, expireSession, listSessions } from './sessions.ts'
import { cancelSubscription, updateSubscription } from './subscriptions.ts'
import { type World, get } from './world.ts'

type Handler = (world: World, params: Params, id: string) => object

/** The calls that this Stripe answers; any other is a 404, as an address that Stripe does not have. */
const ROUTES: [method: 'GET' | 'POST' | 'DELETE', path: string, handler: Handler][] = [
  ['POST', '/v1/products', createProduct],
  ['GET', '/v1/products/:id', (world, _params, id) => get(world.products, 'product', id)],
  ['POST', '/v1/prices', createPrice],
  ['GET', '/v1/prices', listPrices],
  ['GET', '/v1/prices/:id', (world, _params, id) => get(world.prices, 'price', id)],
  ['POST', '/v1/prices/:id', (world, params, id) => updatePrice(world, id, params)],
  ['POST', '/v1/webhook_endpoints', createEndpoint],
  [
    'GET',
    '/v1/webhook_endpoints',
    (world, params) => page(world.endpoints, '/v1/webhook_endpoints', params, {}),
  ],
  ['POST', '/v1/webhook_endpoints/:id', (world, params, id) => updateEndpoint(world, id, params)],
  ['POST', '/v1/customers', createCustomer],
  ['GET', '/v1/customers/:id', (world, _params, id) => get(world.customers, 'customer', id)],
  ['POST', '/v1/customers/:id', updateCustomer],
  ['DELETE', '/v1/customers/:id', (world, _params, id) => deleteCustomer(world, id)],
  ['POST', '/v1/checkout/sessions', createSession],
  ['GET', '/v1/checkout/sessions', listSessions],
  ['GET', '/v1/checkout/sessions/:id', (world, _params, id) => get(world.sessions, 'checkout.session', id)],
  ['POST', '/v1/checkout/sessions/:id/expire', (world, _params, id) => expireSession(world, id)],
  ['GET', '/v1/subscriptions', listSubscriptions],
  ['POST', '/v1/subscriptions/:id', (world, params, id) => updateSubscription(world, id, params)],
  ['DELETE', '/v1/subscriptions/:id', (world, _params, id) => cancelSubscription(world, id)],
  [
    'GET',
    '/v1/invoices',
    (world, params) =>
      page(world.invoices, '/v1/invoices', params, {
        customer: is('customer'),
        status: is('status'),
        subscription: ({ parent }, wanted) => parent.subscription_details.subscription === wanted,
      }),
  ],
  ['POST', '/v1/invoices/create_preview', previewInvoice],
  [
    'GET',
    '/v1/payment_intents',
    (world, params) => page(world.intents, '/v1/payment_intents', params, OF_CUSTOMER),
  ],
  [
    'GET',
    '/v1/charges',
    (world, params) =>
      page(world.charges, '/v1/charges', params, { ...OF_CUSTOMER, payment_intent: is('payment_intent') }),
  ],
  ['GET', '/v1/charges/:id', (world, _params, id) => get(world.charges, 'charge', id)],
  ['GET', '/v1/refunds', (world, params) => page(world.refunds, '/v1/refunds', params, OF_CHARGE)],
  ['GET', '/v1/disputes', (world, params) => page(world.disputes, '/v1/disputes', params, OF_CHARGE)],
  [
    'GET',
    '/v1/events',
    (world, params) =>
      page(world.events, '/v1/events', params, {
        type: is('type'),
        types: ({ type }, _wanted, all) => textsOf(all, 'types').includes(type),
      }),
  ],
  ['POST', '/v1/billing_portal/sessions', createPortal],
]

const OF_CUSTOMER = { customer: is<{ customer: string }>('customer') }
const OF_CHARGE = {
  charge: is<{ charge: string; payment_intent: string }>('charge'),
  payment_intent: is<{ charge: string; payment_intent: string }>('payment_intent'),
}

/** What answers a call; undefined for an address that there is not. */
export function routeOf(method: string, path: string) {
  const parts = path.split('/')
  for (const [verb, pattern, handler] of ROUTES) {
    const wanted = pattern.split('/')
    const fits = verb === method && wanted.length === parts.length
    if (!fits || !wanted.every((part, index) => part === ':id' || part === parts[index])) continue
    const id = parts[wanted.indexOf(':id')] ?? ''
    return (world: World, params: Params) => handler(world, params, id)
  }
  return undefined
}

function createCustomer(world: World, params: Params): o.Customer {
  refuseUnknown(params, ['name', 'email', 'preferred_locales', 'metadata', 'description'])
  const customer: o.Customer = {
    id: world.newId('cus'),
    object: 'customer',
    balance: 0,
    created: world.seconds(),
    email: textOf(params, 'email') ?? null,
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: metadataOf(params),
    name: textOf(params, 'name') ?? null,
    preferred_locales: textsOf(params, 'preferred_locales'),
  }
  world.customers.set(customer.id, customer)
  world.emit('customer.created', customer)
  return customer
}

function updateCustomer(world: World, params: Params, id: string): o.Customer {
  refuseUnknown(params, ['name', 'email', 'preferred_locales', 'metadata', 'description'])
  const customer = get(world.customers, 'customer', id)
  customer.name = textOf(params, 'name') ?? customer.name
  customer.email = textOf(params, 'email') ?? customer.email
  if (params['preferred_locales']) customer.preferred_locales = textsOf(params, 'preferred_locales')
  world.emit('customer.updated', customer)
  return customer
}

/** A customer who is deleted has no subscription any more; what they paid stays. */
function deleteCustomer(world: World, id: string): object {
  get(world.customers, 'customer', id)
  for (const { id: subscription, customer, status } of world.subscriptions.values())
    if (customer === id && status !== 'canceled') cancelSubscription(world, subscription)
  world.customers.delete(id)
  return { id, object: 'customer', deleted: true }
}

/** Without a status those that were not cancelled, with `all` also those. */
function listSubscriptions(world: World, params: Params) {
  return page(
    world.subscriptions,
    '/v1/subscriptions',
    // The filter for when no status is asked for.
    { status: 'uncancelled', ...params },
    {
      customer: is('customer'),
      status: ({ status }, wanted) =>
        wanted === 'all' || (wanted === 'uncancelled' ? status !== 'canceled' : status === wanted),
    },
  )
}

function createPortal(world: World, params: Params): o.Portal {
  refuseUnknown(params, ['customer', 'return_url', 'locale', 'flow_data', 'configuration'])
  const id = world.newId('bps')
  const portal: o.Portal = {
    id,
    object: 'billing_portal.session',
    created: world.seconds(),
    customer: get(world.customers, 'customer', textOf(params, 'customer'), 'customer').id,
    livemode: false,
    locale: textOf(params, 'locale') ?? null,
    return_url: textOf(params, 'return_url') ?? null,
    url: `${world.origin()}/p/session/${id}`,
  }
  world.portals.set(id, portal)
  return portal
}
