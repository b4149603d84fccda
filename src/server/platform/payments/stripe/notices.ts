import type Stripe from 'stripe'
import type { EpochMs } from '#time/clock.ts'
import type { Notice } from '../accounts.ts'
import { idOf, instantOf } from './terms.ts'

/** The events that the endpoint of webhooks needs. */
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
