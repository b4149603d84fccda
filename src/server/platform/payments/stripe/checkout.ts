import type Stripe from 'stripe'
import type { PaymentMethod } from '#contract/payments.ts'
import type { CheckoutId } from '#contract/values.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '#time/clock.ts'
import { ProviderAway, ProviderRefusal } from '#contract/payments/provider-failures.ts'
import type { AccountCheckout } from '../accounts.ts'
import { isCode, isKeptFailure } from './failures.ts'
import { type Catalogue, PLAN_KEY, priceOf } from './prices.ts'
import { isLive, renewsItself } from './subscriptions.ts'
import { CHECKOUT_KEY, checkoutOf, localeOf } from './terms.ts'

type Session = Stripe.Checkout.Session

/** The name in the metadata of a page of what it asks for, so that one can be opened again. */
const ASKED_KEY = 'norte_asked'

/** Days until a voucher expires. */
const OXXO_DAYS = 3

/** A trial of Checkout is at least as long; with some minutes for clocks that differ. */
const SHORTEST_TRIAL_MS = 48 * HOUR_MS + 5 * MINUTE_MS

/**
 * Opens a page of Stripe Checkout for the customer, or the one that is open for the same. Others that are open are expired
 * afterwards: two that were opened in the same moment see each other then, and the same one stays.
 * @throws ProviderRefusal for a card while a subscription renews itself, and if a page was completed meanwhile.
 */
export async function openCheckout(
  client: Stripe,
  catalogue: Catalogue,
  clock: Clock,
  customer: string,
  checkout: AccountCheckout,
): Promise<{ url: string; checkoutId: CheckoutId }> {
  const { planId, method, startsAt } = checkout
  const [price, earlier] = await Promise.all([
    priceOf(client, catalogue, planId, method === 'card' ? 'recurring' : 'prepaid'),
    openSessions(client, customer),
    method === 'card' ? refuseSecond(client, customer) : undefined,
  ])
  const asked = [planId, method, price.id, startsAt ?? 'now'].join(' ')
  const isSame = ({ metadata }: Session) => metadata?.[ASKED_KEY] === asked
  if (earlier.some(isSame)) return converge(client, earlier, isSame, undefined)
  const wanted = { ...common(customer, checkout, asked), ...byMethod(checkout, price, clock) }
  // An attempt whose answer was lost is repeated under the same key. Its page may have been expired since, and Stripe keeps its own
  // failures for a key: then the second key.
  for (const attempt of [1, 2]) {
    const made = await make(client, checkout, wanted, attempt)
    const open = made ? await openSessions(client, customer) : []
    if (made && open.some(({ id }) => id === made.id)) {
      await refuseCompleted(
        client,
        made,
        earlier.filter((each) => !open.some(({ id }) => id === each.id)),
      )
      return converge(client, open, isSame, made)
    }
  }
  throw new ProviderAway('The page that Stripe opened is closed already')
}

async function make(
  client: Stripe,
  { id }: AccountCheckout,
  wanted: Stripe.Checkout.SessionCreateParams,
  attempt: number,
): Promise<Session | undefined> {
  const trialEnd = wanted.subscription_data?.trial_end ?? 'now'
  const idempotencyKey = ['checkout', id, trialEnd, attempt].join('-')
  try {
    return await client.checkout.sessions.create(wanted, { idempotencyKey })
  } catch (error) {
    if (isKeptFailure(error)) return undefined
    throw error
  }
}

/** Of those that ask for the same the oldest stays. Those that are newer and ask for something else belong to a call that follows. */
async function converge(
  client: Stripe,
  open: Session[],
  isSame: (session: Session) => boolean,
  made: Session | undefined,
): Promise<{ url: string; checkoutId: CheckoutId }> {
  // Stripe lists the newest first.
  const kept = open.findLast(isSame)
  const checkoutId = checkoutOf(kept?.metadata)
  if (!kept?.url || !checkoutId) throw new ProviderRefusal('Stripe opened a page without an address')
  const place = made ? open.findIndex(({ id }) => id === made.id) : -1
  const others = open.filter((session, index) => session !== kept && (isSame(session) || index > place))
  await Promise.all(others.map(({ id }) => expire(client, id)))
  return { url: kept.url, checkoutId }
}

/** One that was open a moment ago may have been paid since: then the page that was just made must not be paid as well. */
async function refuseCompleted(client: Stripe, made: Session, closed: readonly Session[]): Promise<void> {
  const now = await Promise.all(closed.map(({ id }) => client.checkout.sessions.retrieve(id)))
  if (!now.some(({ status }) => status === 'complete')) return
  await expire(client, made.id)
  throw new ProviderRefusal('A page that was open has just been completed', 'checkoutCompleted')
}

async function openSessions(client: Stripe, customer: string): Promise<Session[]> {
  const { data } = await client.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  return data.filter(({ metadata }) => checkoutOf(metadata) !== null)
}

async function expire(client: Stripe, id: string): Promise<void> {
  try {
    await client.checkout.sessions.expire(id)
  } catch (error) {
    // Somebody else may have expired it, or somebody has paid it just now.
    const { status } = await client.checkout.sessions.retrieve(id)
    if (status === 'complete')
      throw new ProviderRefusal('A page that was open has just been completed', 'checkoutCompleted')
    if (status !== 'expired' && !isCode(error, 'resource_missing')) throw error
  }
}

async function refuseSecond(client: Stripe, customer: string): Promise<void> {
  const { data } = await client.subscriptions.list({ customer, limit: 100 })
  if (data.some((each) => isLive(each) && renewsItself(each)))
    throw new ProviderRefusal('A subscription renews itself', 'subscriptionRuns')
}

function common(
  customer: string,
  { id, planId, returnUrl, cancelUrl, language }: AccountCheckout,
  asked: string,
): Stripe.Checkout.SessionCreateParams {
  return {
    customer,
    client_reference_id: id,
    metadata: { [CHECKOUT_KEY]: id, [PLAN_KEY]: planId, [ASKED_KEY]: asked },
    success_url: returnUrl,
    cancel_url: cancelUrl,
    locale: localeOf(language),
  }
}

function byMethod(
  { id, planId, method, startsAt }: AccountCheckout,
  price: Stripe.Price,
  clock: Clock,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { [CHECKOUT_KEY]: id, [PLAN_KEY]: planId }
  const items = { line_items: [{ price: price.id, quantity: 1 }], ...METHODS[method] }
  if (method !== 'card') return { mode: 'payment', ...items, payment_intent_data: { metadata } }
  const now = clock.now()
  const trial = startsAt !== null &&
    startsAt > now && {
      // Rounded up, in favour of the coach: seconds, and what Stripe has as the shortest trial.
      trial_end: Math.ceil(Math.max(startsAt, now + SHORTEST_TRIAL_MS) / 1000),
    }
  return {
    mode: 'subscription',
    ...items,
    allow_promotion_codes: true,
    subscription_data: { metadata, ...trial },
  }
}

const METHODS = {
  card: { allowed_payment_method_types: ['card'] },
  oxxo: {
    allowed_payment_method_types: ['oxxo'],
    payment_method_options: { oxxo: { expires_after_days: OXXO_DAYS } },
  },
  spei: {
    allowed_payment_method_types: ['customer_balance'],
    payment_method_options: {
      customer_balance: { funding_type: 'bank_transfer', bank_transfer: { type: 'mx_bank_transfer' } },
    },
  },
} satisfies Record<PaymentMethod, Stripe.Checkout.SessionCreateParams>
