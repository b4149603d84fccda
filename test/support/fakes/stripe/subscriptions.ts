import { invalid } from './failure.ts'
import { type Params, flagOf, listOf, refuseUnknown, textOf } from './form.ts'
import { end, finalize, markPaid, newInvoice, newLine } from './invoices.ts'
import type * as o from './objects.ts'
import { followPeriod, periodEnd } from './periods.ts'
import { changePrice } from './plan-change.ts'
import { type World, get, wholeList } from './world.ts'

/** What Checkout makes of a page that was completed with a card. The intent brought the first payment. */
export function createSubscription(
  world: World,
  { customer }: { customer: string },
  { price, metadata, trialEnd }: o.SessionOrder,
  card: o.Card,
  paid: { intent: o.Intent | undefined; coupon: o.Coupon | undefined },
): o.Subscription {
  const now = world.seconds()
  const id = world.newId('sub')
  const isTrial = trialEnd !== undefined && trialEnd > now
  const until = isTrial ? trialEnd : periodEnd(now, now, price)
  const subscription: o.Subscription = {
    id,
    object: 'subscription',
    billing_cycle_anchor: isTrial ? trialEnd : now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    default_payment_method: card.id,
    ended_at: null,
    items: wholeList([
      {
        id: world.newId('si'),
        object: 'subscription_item',
        created: now,
        current_period_end: until,
        current_period_start: now,
        metadata: {},
        price,
        quantity: 1,
        subscription: id,
      },
    ]),
    latest_invoice: null,
    livemode: false,
    metadata,
    start_date: now,
    status: isTrial ? 'trialing' : 'active',
    trial_end: isTrial ? trialEnd : null,
    trial_start: isTrial ? now : null,
  }
  world.subscriptions.set(id, subscription)
  if (paid.coupon)
    world.discounts.set(id, { coupon: paid.coupon, left: paid.coupon.duration === 'forever' ? Infinity : 1 })
  world.emit('customer.subscription.created', subscription)
  const amount = isTrial ? 0 : price.unit_amount
  const line = newLine(world, subscription, { price, amount, start: now, end: until })
  const invoice = newInvoice(world, subscription, 'subscription_create', [line])
  // The invoice of a trial is about nothing, and a coupon waits for the first one that is about something.
  const waiting = isTrial ? world.discounts.get(id) : undefined
  if (waiting) waiting.left += 1
  finalize(world, invoice)
  markPaid(world, invoice, paid.intent)
  followPeriod(world, subscription)
  return subscription
}

/** Ends it at once. What is open of it is not collected any more. */
export function cancelSubscription(world: World, id: string): o.Subscription {
  const subscription = get(world.subscriptions, 'subscription', id)
  if (subscription.status === 'canceled') throw invalid('No such subscription: it was canceled.', 'id')
  end(world, subscription, 'cancellation_requested')
  return subscription
}

export function updateSubscription(world: World, id: string, params: Params): o.Subscription {
  refuseUnknown(params, [
    'items',
    'proration_behavior',
    'payment_behavior',
    'cancel_at_period_end',
    'cancel_at',
    'metadata',
    'default_payment_method',
  ])
  const subscription = get(world.subscriptions, 'subscription', id)
  if (subscription.status === 'canceled')
    throw invalid('A canceled subscription can only update its cancellation_details.', 'id')
  const [wanted] = listOf(params, 'items')
  if (typeof wanted === 'object') {
    const item = subscription.items.data.find((each) => each.id === textOf(wanted, 'id'))
    if (!item) throw invalid(`No such subscription item: '${textOf(wanted, 'id')}'`, 'items[0][id]')
    changePrice(world, subscription, item, get(world.prices, 'price', textOf(wanted, 'price')), params)
  }
  const ends = flagOf(params, 'cancel_at_period_end')
  if (ends !== undefined) {
    subscription.cancel_at_period_end = ends
    const until = subscription.items.data[0]!.current_period_end
    Object.assign(subscription, {
      cancel_at: ends ? until : null,
      canceled_at: ends ? world.seconds() : null,
    })
    subscription.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: ends ? 'cancellation_requested' : null,
    }
  }
  if (params['cancel_at'] === '') Object.assign(subscription, { cancel_at: null, canceled_at: null })
  followPeriod(world, subscription)
  world.emit('customer.subscription.updated', subscription)
  return subscription
}
