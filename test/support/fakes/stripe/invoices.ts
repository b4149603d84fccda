import { DAY_MS } from '#time/clock.ts'
import { charge, newIntent } from './cards.ts'
import { ApiFailure } from './failure.ts'
import type * as o from './objects.ts'
import { type World, get, wholeList } from './world.ts'

const DAY = DAY_MS / 1000

/** Days between the attempts to charge for a renewal; afterwards the subscription ends. */
const RETRY_DAYS = [3, 5, 7]

/** How a new line of an invoice differs from one for a whole period of the plan. */
type NewLine = { price: o.Price; amount: number; start: number; end: number; proration?: boolean }

export function newLine(
  world: World,
  { id, currency, items }: o.Subscription,
  { price, amount, start, end, proration = false }: NewLine,
): o.Line {
  return {
    id: world.newId('il'),
    object: 'line_item',
    amount,
    currency,
    description: proration
      ? `Tiempo no usado de ${price.nickname ?? price.id}`
      : (price.nickname ?? price.id),
    discount_amounts: [],
    discountable: !proration,
    invoice: null,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: null,
        subscription: id,
        subscription_item: items.data[0]!.id,
      },
    },
    period: { start, end },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount),
    },
    quantity: 1,
    subscription: id,
    subtotal: amount,
  }
}

/** What an invoice with these lines comes to: after coupons, and after what the customer has as a credit. */
export function totalsOf(
  world: World,
  subscription: Pick<o.Subscription, 'id' | 'customer'>,
  lines: o.Line[],
) {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const discount = world.discounts.get(subscription.id)
  const off = discount && discount.left > 0 ? offOf(discount.coupon, lines) : 0
  const total = subtotal - off
  const starting = world.customers.get(subscription.customer)?.balance ?? 0
  return {
    subtotal,
    total,
    total_discount_amounts: off > 0 ? [{ amount: off, discount: `di_${discount?.coupon.id}` }] : [],
    starting_balance: starting,
    amount_due: Math.max(0, total + starting),
    /** Below zero: a credit. */
    left: Math.min(0, total + starting),
  }
}

export function offOf(
  { percent_off: percent, amount_off: minor }: o.Coupon,
  lines: Pick<o.Line, 'amount' | 'discountable'>[],
): number {
  const base = lines.filter(({ discountable }) => discountable).reduce((sum, { amount }) => sum + amount, 0)
  return Math.min(base, percent === null ? (minor ?? 0) : Math.round((base * percent) / 100))
}

export function newInvoice(
  world: World,
  subscription: o.Subscription,
  reason: NonNullable<o.Invoice['billing_reason']>,
  lines: o.Line[],
): o.Invoice {
  const id = world.newId('in')
  const { left: _left, ...totals } = totalsOf(world, subscription, lines)
  const invoice: o.Invoice = {
    id,
    object: 'invoice',
    ...totals,
    amount_paid: 0,
    amount_remaining: totals.amount_due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: world.seconds(),
    currency: subscription.currency,
    customer: subscription.customer,
    ending_balance: null,
    hosted_invoice_url: null,
    lines: wholeList(lines.map((line) => ({ ...line, invoice: id }))),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
    },
    period_end: world.seconds(),
    period_start: world.seconds(),
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  }
  world.invoices.set(id, invoice)
  subscription.latest_invoice = id
  world.emit('invoice.created', invoice)
  return invoice
}

/** Nothing on it changes any more; what the customer has as a credit is used, or becomes more. */
export function finalize(world: World, invoice: o.Invoice): void {
  const subscription = subscriptionOf(world, invoice)
  const { left, ...totals } = totalsOf(world, subscription, invoice.lines.data)
  Object.assign(invoice, totals, {
    amount_remaining: totals.amount_due,
    ending_balance: left,
    hosted_invoice_url: `${world.origin()}/invoices/${invoice.id}`,
    number: invoice.id.toUpperCase(),
    status: 'open',
  })
  invoice.status_transitions.finalized_at = world.seconds()
  get(world.customers, 'customer', subscription.customer).balance = left
  const discount = world.discounts.get(subscription.id)
  if (discount) discount.left -= 1
  world.emit('invoice.finalized', invoice)
}

/** Paid by what an intent brought; without one there was nothing to pay. */
export function markPaid(world: World, invoice: o.Invoice, intent: o.Intent | undefined): void {
  const now = world.seconds()
  Object.assign(invoice, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
  })
  invoice.status_transitions.paid_at = now
  world.unschedule(`retry ${invoice.id}`)
  if (intent) {
    const payment = paymentOf(world, invoice, intent)
    Object.assign(payment, { amount_paid: invoice.amount_due, status: 'paid' })
    payment.status_transitions.paid_at = now
  }
  world.emit('invoice.paid', invoice)
}

/** Charges what is due of an open invoice. What is refused is tried again some days later. */
export function collect(world: World, invoice: o.Invoice): void {
  const subscription = subscriptionOf(world, invoice)
  if (invoice.amount_due === 0) return markPaid(world, invoice, undefined)
  const intent = intentOf(world, invoice)
  invoice.attempt_count += 1
  invoice.attempted = true
  try {
    charge(world, intent, get(world.cards, 'payment method', subscription.default_payment_method))
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    return refused(world, invoice, subscription)
  }
  markPaid(world, invoice, intent)
  if (subscription.status === 'past_due') {
    subscription.status = 'active'
    world.emit('customer.subscription.updated', subscription)
  }
}

function refused(world: World, invoice: o.Invoice, subscription: o.Subscription): void {
  const days = RETRY_DAYS[invoice.attempt_count - 1]
  invoice.next_payment_attempt = days === undefined ? null : world.seconds() + days * DAY
  world.emit('invoice.payment_failed', invoice)
  if (invoice.next_payment_attempt === null) {
    end(world, subscription, 'payment_failed')
    return
  }
  world.schedule(`retry ${invoice.id}`, invoice.next_payment_attempt, () => collect(world, invoice))
  if (subscription.status === 'past_due') return
  subscription.status = 'past_due'
  world.emit('customer.subscription.updated', subscription)
}

/** Ends a subscription for good. */
export function end(
  world: World,
  subscription: o.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  const now = world.seconds()
  subscription.status = 'canceled'
  subscription.ended_at = now
  subscription.canceled_at ??= now
  subscription.cancellation_details = { comment: null, feedback: null, feedback_option: null, reason }
  world.unschedule(`period ${subscription.id}`)
  for (const invoice of world.invoices.values()) {
    if (invoice.parent.subscription_details.subscription !== subscription.id || invoice.status !== 'open')
      continue
    invoice.next_payment_attempt = null
    world.unschedule(`retry ${invoice.id}`)
  }
  world.emit('customer.subscription.deleted', subscription)
}

const subscriptionOf = (world: World, { parent }: o.Invoice): o.Subscription =>
  get(world.subscriptions, 'subscription', parent.subscription_details.subscription)

function intentOf(world: World, invoice: o.Invoice): o.Intent {
  const known = [...world.invoicePayments.values()].find((payment) => payment.invoice === invoice.id)
  if (known) return get(world.intents, 'payment_intent', known.payment.payment_intent)
  const intent = newIntent(world, {
    amount: invoice.amount_due,
    customer: invoice.customer,
    metadata: {},
    payment_method_types: ['card'],
  })
  paymentOf(world, invoice, intent)
  return intent
}

function paymentOf(world: World, invoice: o.Invoice, intent: o.Intent): o.InvoicePayment {
  const known = [...world.invoicePayments.values()].find(
    ({ invoice: of, payment }) => of === invoice.id && payment.payment_intent === intent.id,
  )
  if (known) return known
  const payment: o.InvoicePayment = {
    id: world.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.seconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  world.invoicePayments.set(payment.id, payment)
  return payment
}
