import type Stripe from 'stripe'
import { type Clock, DAY_MS, type EpochMs } from '#time/clock.ts'
import type { Notice } from '../accounts.ts'
import { idOf, instantOf } from './terms.ts'

/** The events that the endpoint of webhooks needs. Stripe lists events of at most 20 types at once. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'payment_intent.requires_action',
  'payment_intent.partially_funded',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer_cash_balance_transaction.created',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[]

const TOLERANCE_SECONDS = 5 * 60

/**
 * Reads a call of Stripe. Its signature is over the bytes and the time, under any of the secrets: there are two while one is
 * replaced. Undefined for a call that is not from Stripe, or too old.
 */
export function readNotice(
  client: Stripe,
  secrets: readonly string[],
  body: Buffer,
  signature: string | undefined,
  now: EpochMs,
): Notice | undefined {
  if (signature === undefined || !secrets.some((secret) => isSigned(client, secret, body, signature, now)))
    return undefined
  return noticeOf(JSON.parse(body.toString('utf8')))
}

function isSigned(client: Stripe, secret: string, body: Buffer, signature: string, now: EpochMs): boolean {
  try {
    return (
      client.webhooks.signature?.verifyHeader(
        body,
        signature,
        secret,
        TOLERANCE_SECONDS,
        // The default one.
        undefined,
        now,
      ) ?? false
    )
  } catch {
    // Only a signature that does not fit, or a header that cannot be read: nothing else runs here.
    return false
  }
}

/** What is read of an event. Its object is whatever it is about. */
type SaidObject = {
  id?: string
  object?: string
  customer?: string | { id: string } | null
  charge?: unknown
}
type Said = { id: string; type: string; created: number; data?: { object?: SaidObject } }

function noticeOf({ id, type, created, data }: Said): Notice {
  const { object = {} } = data ?? {}
  const notice = { id, type, at: instantOf(created) }
  const customer = object.object === 'customer' ? (object.id ?? null) : idOf(object.customer)
  if (customer !== null) return { ...notice, customer, charge: null }
  // Disputes name a charge and no customer.
  const charge = idOf(object.charge as string | { id: string } | null | undefined)
  return { ...notice, customer: null, charge }
}

/** Whose a notice is; null if it is nobody's. */
export async function customerOf(client: Stripe, notice: Notice): Promise<string | null> {
  if (notice.customer !== null) return notice.customer
  if (notice.charge === null) return null
  const { customer } = await client.charges.retrieve(notice.charge)
  return idOf(customer)
}

/** Stripe keeps events for 30 days; one day less, because its clock is another one. */
const EVENTS_KEPT_MS = 29 * DAY_MS

/** How long a voucher or a transfer may be older than what happened to it. */
const PENDING_MS = 30 * DAY_MS

/** The customers with events since then, each once, or, if that is too long ago, with anything that may have changed. */
export async function* changedSince(client: Stripe, clock: Clock, at: EpochMs): AsyncIterable<string> {
  const isKept = at > clock.now() - EVENTS_KEPT_MS
  const seen = new Set<string>()
  for await (const customer of isKept ? ofEvents(client, at) : ofObjects(client, at)) {
    if (seen.has(customer)) continue
    seen.add(customer)
    yield customer
  }
}

async function* ofEvents(client: Stripe, at: EpochMs): AsyncIterable<string> {
  const created = { gte: Math.floor(at / 1000) }
  for await (const event of client.events.list({ created, types: [...EVENT_TYPES], limit: 100 })) {
    const notice = noticeOf(event)
    const customer = await customerOf(client, notice)
    if (customer !== null) yield customer
  }
}

async function* ofObjects(client: Stripe, at: EpochMs): AsyncIterable<string> {
  const since = { created: { gte: Math.floor(at / 1000) }, limit: 100 }
  const pending = { created: { gte: Math.floor((at - PENDING_MS) / 1000) }, limit: 100 }
  // An old subscription may have been cancelled or changed.
  for await (const each of client.subscriptions.list({ status: 'all', limit: 100 }))
    yield* present(each.customer)
  for await (const each of client.paymentIntents.list(pending)) yield* present(each.customer)
  for await (const each of client.refunds.list({ ...since, expand: ['data.charge'] }))
    yield* present(customerOfCharge(each.charge))
  for await (const each of client.disputes.list({ ...pending, expand: ['data.charge'] }))
    yield* present(customerOfCharge(each.charge))
}

const customerOfCharge = (charge: Stripe.Refund['charge']) =>
  typeof charge === 'object' && charge !== null ? charge.customer : null

function* present(customer: string | { id: string } | null): Iterable<string> {
  const id = idOf(customer)
  if (id !== null) yield id
}
