import { declined } from './failure.ts'
import type * as o from './objects.ts'
import type { World } from './world.ts'

/** Stripe's numbers for tests, and what cards with them do. */
export const CARDS = {
  works: '4242424242424242',
  declined: '4000000000000002',
  /** Asks its bank each time somebody pays on a page. */
  asksBank: '4000002500003155',
  /** Can be saved, and refuses each charge. */
  savesOnly: '4000000000000341',
}

/** Why a card cannot even be saved; undefined if it can. */
export const refusalOf = (number: string): string | undefined =>
  number === CARDS.declined
    ? 'Tu tarjeta fue rechazada.'
    : Object.values(CARDS).includes(number)
      ? undefined
      : 'El número de la tarjeta no es válido.'

export function saveCard(world: World, customer: string, number: string): o.Card {
  const card: o.Card = { id: world.newId('pm'), object: 'payment_method', number, customer }
  world.cards.set(card.id, card)
  return card
}

export function newIntent(
  world: World,
  intent: Pick<o.Intent, 'amount' | 'customer' | 'metadata' | 'payment_method_types'>,
): o.Intent {
  const row: o.Intent = {
    id: world.newId('pi'),
    object: 'payment_intent',
    amount_received: 0,
    canceled_at: null,
    created: world.seconds(),
    currency: 'mxn',
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method_options: {},
    status: 'requires_payment_method',
    ...intent,
  }
  world.intents.set(row.id, row)
  world.emit('payment_intent.created', row)
  return row
}

/** The money of an intent came. */
export function succeed(world: World, intent: o.Intent): o.Charge {
  const booked: o.BalanceTransaction = {
    id: world.newId('txn'),
    object: 'balance_transaction',
    amount: intent.amount,
    created: world.seconds(),
    currency: intent.currency,
    type: 'charge',
  }
  world.balanceTransactions.set(booked.id, booked)
  const charge = newCharge(world, intent, { status: 'succeeded', balance_transaction: booked.id })
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
  })
  world.emit('charge.succeeded', charge)
  world.emit('payment_intent.succeeded', intent)
  return charge
}

/** Charges a saved card. @throws ApiFailure if its bank refuses; the failed charge stays. */
export function charge(world: World, intent: o.Intent, card: o.Card): o.Charge {
  if (card.number === CARDS.works || card.number === CARDS.asksBank) return succeed(world, intent)
  const failed = newCharge(world, intent, { status: 'failed', failure_code: 'card_declined' })
  const failure = declined(failed.id)
  intent.status = 'requires_payment_method'
  intent.last_payment_error = { code: 'card_declined', message: failure.message, type: 'card_error' }
  world.emit('charge.failed', failed)
  world.emit('payment_intent.payment_failed', intent)
  throw failure
}

function newCharge(world: World, intent: o.Intent, outcome: Partial<o.Charge>): o.Charge {
  const id = world.newId('ch')
  const isPaid = outcome.status === 'succeeded'
  const row: o.Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    balance_transaction: null,
    captured: isPaid,
    created: world.seconds(),
    currency: intent.currency,
    customer: intent.customer,
    disputed: false,
    failure_code: null,
    livemode: false,
    metadata: intent.metadata,
    paid: isPaid,
    payment_intent: intent.id,
    receipt_url: isPaid ? `${world.origin()}/receipts/${id}` : null,
    refunded: false,
    status: 'pending',
    ...outcome,
  }
  world.charges.set(id, row)
  intent.latest_charge = id
  return row
}
