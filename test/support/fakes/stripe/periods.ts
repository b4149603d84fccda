import { addMonths } from '#time/calendar-date.ts'
import { HOUR_MS, epochMs } from '#time/clock.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'
import { collect, end, finalize, newInvoice, newLine } from './invoices.ts'
import type * as o from './objects.ts'
import type { World } from './world.ts'

/** Stripe waits about that long between making the invoice of a renewal and charging it. */
const DRAFT_SECONDS = HOUR_MS / 1000

/** The end of the period that begins at `start`, in seconds: the same wall time in UTC as the anchor, months or years later. */
export function periodEnd(anchor: number, start: number, price: o.Price): number {
  const { date, hour, minute, second } = { second: anchor % 60, ...wallClock(epochMs(anchor * 1000), 'UTC') }
  for (let count = 1; ; count += 1) {
    const months = count * (price.recurring?.interval === 'year' ? 12 : 1)
    const at = wallToInstant(addMonths(date, months), hour * 60 + minute, 'UTC') / 1000 + second
    if (at > start) return at
  }
}

/** Renews or ends the subscription when its period ends. */
export function followPeriod(world: World, subscription: o.Subscription): void {
  const item = subscription.items.data[0]!
  world.schedule(`period ${subscription.id}`, subscription.cancel_at ?? item.current_period_end, () => {
    if (subscription.cancel_at_period_end || subscription.cancel_at !== null)
      return end(world, subscription, 'cancellation_requested')
    renew(world, subscription, item)
  })
}

function renew(world: World, subscription: o.Subscription, item: o.SubscriptionItem): void {
  const start = item.current_period_end
  item.current_period_start = start
  item.current_period_end = periodEnd(subscription.billing_cycle_anchor, start, item.price)
  if (subscription.status === 'trialing') subscription.status = 'active'
  const { price, current_period_end: until } = item
  const line = newLine(world, subscription, { price, amount: price.unit_amount, start, end: until })
  const invoice = newInvoice(world, subscription, 'subscription_cycle', [line])
  world.emit('customer.subscription.updated', subscription)
  world.schedule(`collect ${invoice.id}`, world.seconds() + DRAFT_SECONDS, () => {
    if (subscription.status === 'canceled') return
    finalize(world, invoice)
    collect(world, invoice)
  })
  followPeriod(world, subscription)
}
