// A Stripe to test with, on loopback: the API as the SDK speaks it, the hosted pages, signed webhooks, and a clock. It does what
// Stripe's documentation says of the calls that Norte makes; routes.ts lists them. Tests play the bank, the shop and the time.

import type { PlanId } from '#contract/payments.ts'
import { type Clock, type EpochMs, systemClock } from '#time/clock.ts'
import { createEndpoint, createPrice, createProduct, createPromotionCode } from './catalogue.ts'
import { CARDS } from './cards.ts'
import { type Call, createFaults } from './faults.ts'
import { closeDispute, dispute, refund, settleRefund } from './money-back.ts'
import { changeCard } from './pages.ts'
import { listen } from './server.ts'
import { receive } from './transfers.ts'
import { payVoucher } from './vouchers.ts'
import { createWebhooks, signatureOf } from './webhooks.ts'
import { createWorld, get } from './world.ts'

export type StripeService = Awaited<ReturnType<typeof startStripe>>

type Options = {
  /** The clock that its clock goes with. */
  clock?: Clock
  /** What the plans cost, in minor units; null for an account without prices. */
  plans?: Record<PlanId, number> | null
}

/** What they cost without settings. */
export const PLANS: Record<PlanId, number> = { monthly: 49_900, yearly: 499_000 }

export async function startStripe({ clock = systemClock, plans = PLANS }: Options = {}) {
  let origin = ''
  const world = createWorld(clock, () => origin)
  const apiKey = `sk_test_${world.newId('norte')}`
  const webhooks = createWebhooks(world)
  const faults = createFaults()
  const calls: Call[] = []
  if (plans) sell(plans)
  const server = await listen(world, apiKey, faults, calls)
  origin = server.origin

  function sell(prices: Record<PlanId, number>) {
    const product = createProduct(world, { name: 'Norte' }).id
    for (const planId of ['monthly', 'yearly'] as const) {
      const price = {
        product,
        currency: 'mxn',
        unit_amount: String(prices[planId]),
        tax_behavior: 'inclusive',
        metadata: { norte_plan: planId },
      }
      const recurring = { interval: planId === 'monthly' ? 'month' : 'year' }
      createPrice(world, { ...price, lookup_key: `norte_${planId}`, recurring })
      createPrice(world, { ...price, lookup_key: `norte_${planId}_prepaid` })
    }
  }

  return {
    url: origin,
    apiKey,
    cards: CARDS,
    /** What it has, for tests to look at. */
    world,
    /** The calls that came, oldest first. */
    calls,
    clock: { now: world.now } satisfies Clock,
    webhooks,
    failNextCalls: faults.failNextCalls,
    slowDown: faults.slowDown,
    recover: faults.recover,
    beforeNextCall: faults.beforeNextCall,

    /** Sends events there from now on. Answers the secret of the endpoint. */
    notify(url: string, types: readonly string[] = ['*']): string {
      return createEndpoint(world, { url, enabled_events: [...types] }).secret
    },
    /** Another secret for the endpoints, beside the present one, as while one is replaced. */
    addSecret(): string {
      const secret = `whsec_${world.newId('test')}`
      for (const secrets of world.secrets.values()) secrets.push(secret)
      return secret
    },
    /** The header that an endpoint with this secret believes. */
    sign: (body: string, secret: string, at: EpochMs = world.now()) =>
      signatureOf(body, [secret], Math.floor(at / 1000)),

    /** Lets time pass: renews, retries, expires, sends again what was not taken. */
    async advance(ms: number): Promise<void> {
      world.runUntil(world.now() + ms)
      await webhooks.settled()
    },

    /** A code for the page of Checkout. */
    addPromotionCode: (
      code: string,
      off: { percent: number } | { minor: number },
      duration?: 'once' | 'forever',
    ) => void createPromotionCode(world, code, off, duration),
    /** Somebody pays a voucher in a shop; `id` is its payment intent. */
    payVoucher: (id: string) => payVoucher(world, id),
    /** A transfer of a customer arrives, with what they wrote as its reference. */
    transfer: (customer: string, minor: number, reference?: string) =>
      receive(world, customer, minor, reference),
    /** Gives back the money of an invoice, intent or charge, all that is left without an amount. */
    refund: (payment: string, minor?: number, status?: 'succeeded' | 'pending') =>
      refund(world, payment, minor, status).id,
    settleRefund: (id: string, status: 'succeeded' | 'failed') => settleRefund(world, id, status),
    /** A bank takes the money back, or only asks. */
    dispute: (payment: string, status?: 'needs_response' | 'warning_needs_response') =>
      dispute(world, payment, status).id,
    closeDispute: (id: string, outcome: 'won' | 'lost') => closeDispute(world, id, outcome),
    /** The customer's card is another one from now on. */
    changeCard: (customer: string, number: string) => changeCard(world, customer, number),

    /** Fills in a hosted page as a browser would. Answers where it leads, and what it shows without leading on. */
    async submit(
      url: string,
      form: Record<string, string> = {},
    ): Promise<{ url: string | null; html: string }> {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams(form),
        redirect: 'manual',
      })
      const location = answer.headers.get('location')
      return { url: location && new URL(location, origin).href, html: await answer.text() }
    },
    /** The session of a hosted page. */
    session: (url: string) => get(world.sessions, 'checkout.session', url.split('/').at(-1)),

    async close(): Promise<void> {
      await webhooks.settled()
      await server.close()
    },
  }
}
