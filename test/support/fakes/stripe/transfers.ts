import { newIntent, succeed } from './cards.ts'
import type * as o from './objects.ts'
import { settleSession } from './sessions.ts'
import { type World, get } from './world.ts'

/** Instructions for a transfer, and what the customer has in cash is used at once. */
export function askForTransfer(
  world: World,
  session: Pick<o.Session, 'customer' | 'amount_total'>,
  order: o.SessionOrder,
): o.Intent {
  const intent = newIntent(world, {
    amount: session.amount_total ?? 0,
    customer: session.customer,
    metadata: order.metadata,
    payment_method_types: ['customer_balance'],
  })
  const reference = intent.id.replaceAll(/\D/g, '').padStart(12, '0')
  Object.assign(intent, {
    status: 'requires_action',
    next_action: {
      type: 'display_bank_transfer_instructions',
      display_bank_transfer_instructions: {
        amount_remaining: intent.amount,
        currency: intent.currency,
        financial_addresses: [addressOf(session.customer)],
        hosted_instructions_url: `${world.origin()}/transfer/${intent.id}`,
        reference,
        type: 'mx_bank_transfer',
      },
    },
  } satisfies Partial<o.Intent>)
  if ((world.cash.get(session.customer) ?? 0) >= intent.amount) apply(world, intent)
  else world.emit('payment_intent.requires_action', intent)
  return intent
}

/** Each customer has one account number, of 18 digits. */
function addressOf(customer: string): o.SpeiAddress {
  const clabe = `646180${customer.replaceAll(/\D/g, '').padStart(12, '0')}`
  return {
    type: 'spei',
    supported_networks: ['spei'],
    spei: { account_holder_name: 'Norte', bank_code: '646', bank_name: 'STP', clabe },
  }
}

export const transferOf = ({ next_action: action }: o.Intent) =>
  action?.type === 'display_bank_transfer_instructions'
    ? action.display_bank_transfer_instructions
    : undefined

/**
 * Money came by transfer. It goes to what waits: what its reference names, else what waits for exactly that amount, else the oldest.
 * What nothing waits for stays in cash.
 */
export function receive(world: World, customer: string, minor: number, reference?: string): void {
  addCash(world, customer, minor, 'funded')
  for (;;) {
    const waiting = [...world.intents.values()].filter(
      (intent) => intent.customer === customer && transferOf(intent) !== undefined,
    )
    const next =
      waiting.find((intent) => transferOf(intent)?.reference === reference) ??
      waiting.find((intent) => transferOf(intent)?.amount_remaining === minor) ??
      waiting[0]
    if (!next || (world.cash.get(customer) ?? 0) === 0) return
    apply(world, next)
  }
}

function apply(world: World, intent: o.Intent): void {
  const instructions = transferOf(intent)
  if (!instructions) return
  const used = Math.min(instructions.amount_remaining, world.cash.get(intent.customer) ?? 0)
  addCash(world, intent.customer, -used, 'applied_to_payment')
  instructions.amount_remaining -= used
  if (instructions.amount_remaining > 0) {
    world.emit('payment_intent.partially_funded', intent)
    return
  }
  succeed(world, intent)
  settleSession(world, intent, 'paid')
}

function addCash(world: World, customer: string, minor: number, type: o.CashTransaction['type']): void {
  get(world.customers, 'customer', customer)
  const balance = (world.cash.get(customer) ?? 0) + minor
  world.cash.set(customer, balance)
  const transaction: o.CashTransaction = {
    id: world.newId('ccsbtxn'),
    object: 'customer_cash_balance_transaction',
    created: world.seconds(),
    currency: 'mxn',
    customer,
    ending_balance: balance,
    livemode: false,
    net_amount: minor,
    type,
  }
  world.cashTransactions.set(transaction.id, transaction)
  world.emit('customer_cash_balance_transaction.created', transaction)
}
