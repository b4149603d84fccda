import { charge, newIntent } from './cards.ts'
import { ApiFailure, invalid } from './failure.ts'
import { type Params, listOf, partOf, refuseUnknown, textOf } from './form.ts'
import { finalize, markPaid, newInvoice, newLine, totalsOf } from './invoices.ts'
import type * as o from './objects.ts'
import { followPeriod, periodEnd } from './periods.ts'
import { type World, get, wholeList } from './world.ts'

/** Another interval begins a period at once; what is left of the old one is taken off. */
function linesOf(
  world: World,
  subscription: o.Subscription,
  item: o.SubscriptionItem,
  price: o.Price,
): o.Line[] {
  const now = world.seconds()
  const { current_period_start: start, current_period_end: until } = item
  const share = (until - now) / (until - start)
  return [
    newLine(world, subscription, {
      price: item.price,
      amount: -Math.round(paidFor(world, subscription) * share),
      start: now,
      end: until,
      proration: true,
    }),
    newLine(world, subscription, {
      price,
      amount: price.unit_amount,
      start: now,
      end: periodEnd(now, now, price),
    }),
  ]
}

/** What the present period had cost, after coupons: credits are never more than was debited. */
function paidFor(world: World, { id }: o.Subscription): number {
  const last = [...world.invoices.values()].findLast(
    (invoice) => invoice.parent.subscription_details.subscription === id && invoice.status === 'paid',
  )
  const line = last?.lines.data.find(({ amount }) => amount > 0)
  if (!last || !line) return 0
  return line.amount - last.total_discount_amounts.reduce((sum, { amount }) => sum + amount, 0)
}

export function changePrice(
  world: World,
  subscription: o.Subscription,
  item: o.SubscriptionItem,
  price: o.Price,
  params: Params,
): void {
  if (price.id === item.price.id) return
  if (!price.recurring) throw invalid('The price specified is set to `type=one_time`', 'items[0][price]')
  if (subscription.status === 'trialing') {
    item.price = price
    return
  }
  if (textOf(params, 'proration_behavior') !== 'always_invoice')
    throw invalid('This Stripe only knows always_invoice', 'proration_behavior')
  const lines = linesOf(world, subscription, item, price)
  const due = totalsOf(world, subscription, lines).amount_due
  const intent = due > 0 ? chargeFor(world, subscription, due, params) : undefined
  const now = world.seconds()
  item.price = price
  item.current_period_start = now
  item.current_period_end = periodEnd(now, now, price)
  subscription.billing_cycle_anchor = now
  const invoice = newInvoice(world, subscription, 'subscription_update', lines)
  finalize(world, invoice)
  markPaid(world, invoice, intent)
  followPeriod(world, subscription)
}

function chargeFor(world: World, subscription: o.Subscription, amount: number, params: Params): o.Intent {
  const intent = newIntent(world, {
    amount,
    customer: subscription.customer,
    metadata: {},
    payment_method_types: ['card'],
  })
  try {
    charge(world, intent, get(world.cards, 'payment method', subscription.default_payment_method))
  } catch (error) {
    // Without it the plan would change and the subscription be past due.
    if (error instanceof ApiFailure && textOf(params, 'payment_behavior') !== 'error_if_incomplete')
      throw invalid('This Stripe only knows error_if_incomplete', 'payment_behavior')
    throw error
  }
  return intent
}

/** What the next invoice would be after a change: with `recurring` a usual one, without what is taken off once. */
export function previewInvoice(world: World, params: Params) {
  refuseUnknown(params, ['customer', 'subscription', 'subscription_details', 'preview_mode'])
  const subscription = get(world.subscriptions, 'subscription', textOf(params, 'subscription'))
  const [wanted] = listOf(partOf(params, 'subscription_details'), 'items')
  const item = subscription.items.data[0]!
  const price = get(
    world.prices,
    'price',
    typeof wanted === 'object' ? textOf(wanted, 'price') : item.price.id,
  )
  const { current_period_start: start, current_period_end: until } = item
  const isTrial = subscription.status === 'trialing'
  const lines =
    textOf(params, 'preview_mode') === 'recurring'
      ? [newLine(world, subscription, { price, amount: price.unit_amount, start, end: until })]
      : isTrial
        ? [newLine(world, subscription, { price, amount: 0, start, end: until })]
        : linesOf(world, subscription, item, price)
  const { left: _left, ...totals } = totalsOf(world, subscription, lines)
  return {
    object: 'invoice',
    id: `upcoming_${subscription.id}`,
    ...totals,
    currency: subscription.currency,
    customer: subscription.customer,
    ending_balance: null,
    lines: wholeList(lines),
    status: 'draft',
  }
}
