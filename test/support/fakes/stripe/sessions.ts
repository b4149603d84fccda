import { DAY_MS, HOUR_MS } from '#time/clock.ts'
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
import { type World, get } from './world.ts'

const KNOWN = [
  'mode',
  'customer',
  'client_reference_id',
  'metadata',
  'success_url',
  'cancel_url',
  'locale',
  'line_items',
  'allowed_payment_method_types',
  'payment_method_options',
  'allow_promotion_codes',
  'subscription_data',
  'payment_intent_data',
  'expires_at',
]
const EXPIRES_SECONDS = DAY_MS / 1000
const SHORTEST_TRIAL_SECONDS = (48 * HOUR_MS) / 1000

export function createSession(world: World, params: Params): o.Session {
  refuseUnknown(params, KNOWN)
  const mode = textOf(params, 'mode')
  const customer = get(world.customers, 'customer', textOf(params, 'customer'), 'customer')
  const [line] = listOf(params, 'line_items')
  const price = get(
    world.prices,
    'price',
    typeof line === 'object' ? textOf(line, 'price') : undefined,
    'line_items[0][price]',
  )
  if (!price.active) throw invalid('The price specified is inactive.', 'line_items[0][price]')
  if (mode !== 'payment' && mode !== 'subscription') throw invalid('Invalid mode', 'mode')
  if ((mode === 'subscription') !== (price.recurring !== null))
    throw invalid(`You specified \`${mode}\` mode but passed another kind of price`, 'mode')
  const types = textsOf(params, 'allowed_payment_method_types')
  if (mode === 'subscription' && types.some((type) => type !== 'card'))
    throw invalid('No valid payment method types for this Checkout Session.', 'allowed_payment_method_types')
  const options = partOf(params, 'payment_method_options')
  const transfer = textOf(partOf(partOf(options, 'customer_balance'), 'bank_transfer'), 'type')
  if (types.includes('customer_balance') && transfer !== 'mx_bank_transfer')
    throw invalid('Missing required param: bank_transfer', 'payment_method_options[customer_balance]')
  if (!textOf(params, 'success_url')) throw invalid('Missing required param: success_url.', 'success_url')
  const now = world.seconds()
  const subscribed = partOf(params, 'subscription_data')
  const trialEnd = numberOf(subscribed, 'trial_end')
  if (trialEnd !== undefined && trialEnd < now + SHORTEST_TRIAL_SECONDS)
    throw invalid(
      'The `trial_end` date has to be at least 2 days in the future.',
      'subscription_data[trial_end]',
    )
  const id = world.newId('cs_test')
  const session: o.Session = {
    id,
    object: 'checkout.session',
    allow_promotion_codes: flagOf(params, 'allow_promotion_codes') ?? null,
    amount_subtotal: price.unit_amount,
    amount_total: price.unit_amount,
    cancel_url: textOf(params, 'cancel_url') ?? null,
    client_reference_id: textOf(params, 'client_reference_id') ?? null,
    created: now,
    currency: price.currency,
    customer: customer.id,
    expires_at: numberOf(params, 'expires_at') ?? now + EXPIRES_SECONDS,
    invoice: null,
    livemode: false,
    locale: textOf(params, 'locale') ?? null,
    metadata: metadataOf(params),
    mode,
    payment_intent: null,
    payment_method_types: types,
    payment_status: 'unpaid',
    status: 'open',
    subscription: null,
    success_url: textOf(params, 'success_url') ?? null,
    url: `${world.origin()}/c/pay/${id}`,
  }
  world.sessions.set(id, session)
  world.orders.set(id, {
    price,
    metadata: metadataOf(mode === 'subscription' ? subscribed : partOf(params, 'payment_intent_data')),
    trialEnd,
    oxxoDays: numberOf(partOf(options, 'oxxo'), 'expires_after_days') ?? 3,
  })
  world.schedule(`session ${id}`, session.expires_at, () => void expireSession(world, id))
  return session
}

export const listSessions = (world: World, params: Params) =>
  page(world.sessions, '/v1/checkout/sessions', params, {
    customer: is('customer'),
    status: is('status'),
    payment_intent: is('payment_intent'),
    subscription: is('subscription'),
  })

export function expireSession(world: World, id: string): o.Session {
  const session = get(world.sessions, 'checkout.session', id)
  if (session.status !== 'open')
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', 'session')
  session.status = 'expired'
  session.url = null
  world.unschedule(`session ${id}`)
  world.emit('checkout.session.expired', session)
  return session
}

/** Somebody did on the page what it asks for. */
export function completeSession(world: World, session: o.Session, outcome: Partial<o.Session>): void {
  Object.assign(session, outcome, { status: 'complete', url: null })
  world.unschedule(`session ${session.id}`)
  world.emit('checkout.session.completed', session)
}

/** What was waited for after the page was completed came, or will not come. */
export function settleSession(world: World, intent: o.Intent, status: 'paid' | 'unpaid'): void {
  const session = [...world.sessions.values()].find(({ payment_intent: of }) => of === intent.id)
  if (!session) return
  session.payment_status = status
  const event = status === 'paid' ? 'async_payment_succeeded' : 'async_payment_failed'
  world.emit(`checkout.session.${event}`, session)
}
