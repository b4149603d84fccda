import type Stripe from 'stripe'
import type { Money, Snapshot, Subscription } from '#contract/payments/snapshot.ts'
import { chargesByIntent } from './charges.ts'
import { failedChargesOf, paymentsOfInvoices, pricesIn } from './paid-invoices.ts'
import { prepaidPayments, vouchersOf } from './prepaid.ts'
import { type PlansByPrice, planOfPrice } from './prices.ts'
import { renewsItself } from './subscriptions.ts'
import { checkoutOf, instantOf, instantOrNull, moneyOf } from './terms.ts'

/** What is older than the newest of each kind is in the ledger already. */
const NEWEST = 100

/**
 * All that Stripe has of a customer: five calls in parallel, one more for each charge that was disputed, and one for each price
 * that was not heard of before.
 */
export async function snapshotOf(client: Stripe, plans: PlansByPrice, customer: string): Promise<Snapshot> {
  const newest = { customer, limit: NEWEST }
  const [subscriptions, invoices, intents, charges, balance] = await Promise.all([
    client.subscriptions.list({ ...newest, status: 'all' }),
    client.invoices.list({ ...newest, expand: ['data.payments'] }),
    client.paymentIntents.list(newest),
    client.charges.list({ ...newest, expand: ['data.refunds', 'data.balance_transaction'] }),
    balanceOf(client, customer),
  ])
  for (const { items } of subscriptions.data) for (const { price } of items.data) plans.learn(price)
  const [known, disputes] = await Promise.all([
    plans.of(pricesIn(invoices.data)),
    disputesOf(client, charges.data),
  ])
  const byIntent = chargesByIntent(charges.data, disputes)
  return {
    subscriptions: subscriptions.data.flatMap(subscriptionOf),
    payments: [
      ...paymentsOfInvoices(invoices.data, known, byIntent),
      ...prepaidPayments(intents.data, byIntent),
    ],
    failedCharges: failedChargesOf(invoices.data, byIntent),
    vouchers: vouchersOf(intents.data),
    balance,
  }
}

/** One whose first payment never came has not begun. */
function subscriptionOf(subscription: Stripe.Subscription): Subscription[] {
  const { id, status, metadata, items, start_date: startedAt, trial_end: trialEndsAt } = subscription
  const [item] = items.data
  const planId = item && planOfPrice(item.price)
  if (!planId || status === 'incomplete' || status === 'incomplete_expired') return []
  return [
    {
      id,
      checkoutId: checkoutOf(metadata),
      planId,
      trialEndsAt: instantOrNull(trialEndsAt),
      startedAt: instantOf(startedAt),
      periodEndsAt: instantOf(item.current_period_end),
      cancelledAt: isCancelled(subscription) ? instantOrNull(subscription.canceled_at) : null,
      endedAt: instantOrNull(subscription.ended_at),
    },
  ]
}

/** Stripe calls one cancelled too that it ended because nothing could be charged. */
function isCancelled(subscription: Stripe.Subscription): boolean {
  const { ended_at: endedAt, cancellation_details: details } = subscription
  return !renewsItself(subscription) || (endedAt !== null && details?.reason === 'cancellation_requested')
}

async function disputesOf(client: Stripe, charges: readonly Stripe.Charge[]): Promise<Stripe.Dispute[]> {
  const disputed = charges.filter(({ disputed: isDisputed }) => isDisputed)
  const lists = await Promise.all(
    disputed.map(({ id }) => client.disputes.list({ charge: id, limit: NEWEST })),
  )
  return lists.flatMap(({ data }) => data)
}

/** What came by transfer and is not used yet. Norte sells in one currency. */
async function balanceOf(client: Stripe, customer: string): Promise<Money | null> {
  const account = await client.customers.retrieve(customer, { expand: ['cash_balance'] })
  if (account.deleted) return null
  const [found] = Object.entries(account.cash_balance?.available ?? {}).filter(([, minor]) => minor > 0)
  return found ? moneyOf(found[1], found[0]) : null
}
