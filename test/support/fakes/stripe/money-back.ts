import { invalid } from './failure.ts'
import type * as o from './objects.ts'
import { type World, get } from './world.ts'

/** The charge that brought the money of an invoice, an intent or a charge. */
function chargeOf(world: World, payment: string): o.Charge {
  const intents = [...world.invoicePayments.values()]
    .filter(({ invoice }) => invoice === payment)
    .map(({ payment: { payment_intent: intent } }) => intent)
  const found = [...world.charges.values()].find(
    ({ id, payment_intent: intent, status }) =>
      status === 'succeeded' && (id === payment || intent === payment || intents.includes(intent)),
  )
  if (!found) throw invalid(`Nothing was charged for ${payment}`)
  // What was paid in cash is neither refunded nor disputed at Stripe.
  if (world.intents.get(found.payment_intent)?.payment_method_types.includes('oxxo'))
    throw invalid('Payments by OXXO cannot be refunded or disputed')
  return found
}

/** Gives money back, all that is left without an amount. One that is pending is settled later. */
export function refund(
  world: World,
  payment: string,
  minor?: number,
  status: 'succeeded' | 'pending' = 'succeeded',
): o.Refund {
  const charge = chargeOf(world, payment)
  const left = charge.amount - charge.amount_refunded
  const amount = minor ?? left
  if (amount <= 0 || amount > left) throw invalid('Refund amount is greater than what is left', 'amount')
  const row: o.Refund = {
    id: world.newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    customer: charge.customer,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: null,
    status,
  }
  world.refunds.set(row.id, row)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  world.emit('refund.created', row)
  world.emit('charge.refunded', charge)
  return row
}

export function settleRefund(world: World, id: string, status: 'succeeded' | 'failed'): void {
  const row = get(world.refunds, 'refund', id)
  row.status = status
  if (status === 'failed') {
    const charge = get(world.charges, 'charge', row.charge)
    charge.amount_refunded -= row.amount
    charge.refunded = false
  }
  world.emit(status === 'failed' ? 'refund.failed' : 'refund.updated', row)
}

/** A bank takes the money back. With `warning_needs_response` it only asks. */
export function dispute(
  world: World,
  payment: string,
  status: 'needs_response' | 'warning_needs_response' = 'needs_response',
): o.Dispute {
  const charge = chargeOf(world, payment)
  const row: o.Dispute = {
    id: world.newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: world.seconds(),
    currency: charge.currency,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status,
  }
  world.disputes.set(row.id, row)
  charge.disputed = true
  world.emit('charge.dispute.created', row)
  return row
}

export function closeDispute(world: World, id: string, outcome: 'won' | 'lost'): void {
  const row = get(world.disputes, 'dispute', id)
  row.status = outcome
  world.emit('charge.dispute.closed', row)
}
