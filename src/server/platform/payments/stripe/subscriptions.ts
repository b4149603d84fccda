import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { PlanId } from '#contract/payments.ts'
import { ProviderRefusal } from '#contract/payments/provider-failures.ts'
import type { PlanChangePreview } from '../accounts.ts'
import { isRefused } from './failures.ts'
import { planLineOf } from './paid-invoices.ts'
import { type Catalogue, planOfPrice, priceOf } from './prices.ts'
import { instantOf, moneyOf } from './terms.ts'

/** Its period is not paid: it ends at once, and what is open of it is not collected any more. */
const UNPAID = new Set(['past_due', 'unpaid'])
const LIVE = new Set(['active', 'trialing', 'past_due', 'unpaid'])

/**
 * Ends the customer's subscriptions with their period, or has the newest go on: two that renew themselves would be paid twice. What
 * is so already is not written.
 */
export async function setRenewal(client: Stripe, customer: string, renews: boolean): Promise<void> {
  const live = await liveOnes(client, customer)
  const renewing = live.filter(renewsItself)
  if (!renews) {
    await Promise.all(renewing.map((each) => endRenewal(client, customer, each)))
    return
  }
  const [newest] = live
  if (!newest || renewing.length > 0) return
  // Stripe's own pages may have set a day instead of the period's end.
  const byDay = newest.cancel_at !== null && !newest.cancel_at_period_end
  await client.subscriptions.update(newest.id, byDay ? { cancel_at: '' } : { cancel_at_period_end: false })
}

async function endRenewal(
  client: Stripe,
  customer: string,
  { id, status }: Stripe.Subscription,
): Promise<void> {
  try {
    await (UNPAID.has(status)
      ? // The SDK gives a key to each POST, and this is a DELETE.
        client.subscriptions.cancel(id, {}, { idempotencyKey: randomUUID() })
      : client.subscriptions.update(id, { cancel_at_period_end: true }))
  } catch (error) {
    if (!isRefused(error)) throw error
    // Another tab, or Stripe, may have ended it a moment ago: then it is what was wanted.
    const live = await liveOnes(client, customer)
    if (live.some((each) => each.id === id && renewsItself(each))) throw error
  }
}

/** @throws ProviderRefusal without a subscription. */
export async function previewPlan(
  client: Stripe,
  catalogue: Catalogue,
  customer: string,
  planId: PlanId,
): Promise<PlanChangePreview> {
  const { subscription, item, price } = await change(client, catalogue, customer, planId)
  const asked: Stripe.InvoiceCreatePreviewParams = {
    customer,
    subscription: subscription.id,
    subscription_details: { items: [{ id: item.id, price: price.id }], proration_behavior: 'always_invoice' },
  }
  const [now, later] = await Promise.all([
    client.invoices.createPreview(asked),
    client.invoices.createPreview({ ...asked, preview_mode: 'recurring' }),
  ])
  const { currency } = now
  const credit = Math.max(0, -(now.starting_balance + now.total))
  const nextAt =
    subscription.status === 'trialing'
      ? subscription.trial_end
      : (planLineOf(now.lines.data)?.period.end ?? item.current_period_end)
  return {
    dueNow: moneyOf(now.amount_due, currency),
    creditMinor: credit,
    next: {
      at: instantOf(nextAt ?? item.current_period_end),
      amount: moneyOf(Math.max(0, later.total - credit), currency),
    },
  }
}

/**
 * Changes the plan at once. A plan that the subscription has already is not changed, so that a call whose answer was lost is
 * done once.
 * @throws ProviderRefusal without a subscription, and if what is due cannot be charged: then nothing changed.
 */
export async function changePlan(
  client: Stripe,
  catalogue: Catalogue,
  customer: string,
  planId: PlanId,
): Promise<void> {
  const { subscription, item, price } = await change(client, catalogue, customer, planId)
  if (planOfPrice(item.price) === planId) return
  await client.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: price.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  })
}

async function change(client: Stripe, catalogue: Catalogue, customer: string, planId: PlanId) {
  const [live, price] = await Promise.all([
    liveOnes(client, customer),
    priceOf(client, catalogue, planId, 'recurring'),
  ])
  const subscription = live.find(renewsItself) ?? live[0]
  const item = subscription?.items.data[0]
  if (!subscription || !item) throw new ProviderRefusal('There is no subscription to change')
  return { subscription, item, price }
}

async function liveOnes(client: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await client.subscriptions.list({ customer, limit: 100 })
  return data.filter(isLive)
}

/** Whether it goes on after its period. Stripe's pages may end one by a day instead of by the period. */
export const renewsItself = ({
  cancel_at: endsAt,
  cancel_at_period_end: ends,
}: Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end'>): boolean => !ends && endsAt === null

/** Whether it runs: neither ended, nor waiting for a first payment that may never come. */
export const isLive = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => LIVE.has(status)
