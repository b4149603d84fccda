import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { endExemption, exempt, showLedger } from '#server/modules/payments/operator.service.ts'
import { readCustomer } from '#server/modules/payments/accounts/reading.service.ts'
import { DAY_MS, HOUR_MS } from '#time/clock.ts'
import type { TestCoach } from '#test/support/people.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'

// What nobody is charged for, though a card is at hand.

let world: StripeApp
beforeAll(async () => {
  world = await makeStripeApp()
})
beforeEach(() => world.startTest())
afterAll(() => world.close())

const call: StripeApp['app']['call'] = (...of) => world.app.call(...of)
const BY = { byOperator: 'Luis', reason: 'Convenio' }
const lastCustomer = () => [...world.stripe.world.customers.keys()].at(-1)!
const lastSubscription = () => [...world.stripe.world.subscriptions.values()].at(-1)!

async function subscribed(): Promise<TestCoach> {
  const coach = await world.unpaid()
  await world.subscribe(coach)
  await world.tell()
  return coach
}

/** Pays a month in a shop that was asked for before the card. */
async function paidTwice(): Promise<TestCoach> {
  const coach = await world.unpaid()
  const { url } = await world.open(coach, 'monthly', 'oxxo')
  await world.stripe.submit(url)
  const intent = [...world.stripe.world.intents.keys()].at(-1)!
  await world.subscribe(coach)
  await world.tell()
  world.stripe.payVoucher(intent)
  return coach
}

describe('a coach whom the operator exempts', () => {
  it('has no card that is charged again, and keeps what was paid', async () => {
    const coach = await subscribed()
    const { deps } = world.app
    expect(await exempt(deps, coach.email, BY)).toMatchObject({ paymentStatus: 'exempt', stopped: true })
    expect(lastSubscription()).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'exempt', renewsAs: null })
    expect(await exempt(deps, coach.email, BY)).toBeUndefined()
    const charges = world.stripe.world.charges.size
    await world.pass(40 * DAY_MS)
    expect(world.stripe.world.charges.size).toBe(charges)
    expect(await world.state(coach)).toMatchObject({ payment: true, paymentStatus: 'exempt' })
    expect(await endExemption(deps, coach.email, BY)).toMatchObject({ paymentStatus: 'none' })
  })

  it('is not exempt while Stripe does not answer, and the card goes on', async () => {
    const coach = await subscribed()
    const { deps } = world.app
    const before = await showLedger(deps, coach.email)
    for (const fault of [{}, { method: 'POST', path: /subscriptions/ } as const]) {
      world.stripe.failNextCalls(500, 1_000, fault)
      await expect(exempt(deps, coach.email, BY)).rejects.toMatchObject({ name: 'ProviderAway' })
      world.stripe.recover()
      expect(await showLedger(deps, coach.email)).toEqual(before)
      expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: 'monthly' })
    }
    expect(lastSubscription()).toMatchObject({ cancel_at_period_end: false })
    expect(await exempt(deps, coach.email, BY)).toMatchObject({ stopped: true })
  })

  it('who was exempt before has the card stopped all the same', async () => {
    const coach = await subscribed()
    const { deps } = world.app
    await exempt(deps, coach.email, BY)
    // Somebody has it go on at Stripe.
    await deps.payments.accounts!.setRenewal(lastCustomer(), true)
    expect(await exempt(deps, coach.email, BY)).toMatchObject({ paymentStatus: 'exempt', stopped: true })
    expect(lastSubscription()).toMatchObject({ cancel_at_period_end: true })
  })

  it('without a card, or whose customer is gone, is exempt', async () => {
    const { deps } = world.app
    const [bare, gone] = [await world.unpaid(), await subscribed()]
    world.stripe.world.customers.delete(lastCustomer())
    for (const { email } of [bare, gone])
      expect(await exempt(deps, email, BY)).toMatchObject({ paymentStatus: 'exempt', stopped: false })
  })
})

describe('a change of plan while more is paid than the period of the card', () => {
  const change = ({ token }: TestCoach) =>
    call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, token)

  it('is not offered, and refused: what was paid beside the card would be lost', async () => {
    const coach = await paidTwice()
    await world.tell()
    const before = await world.state(coach)
    expect(before).toMatchObject({ renewsAs: 'monthly', allowedActions: ['cancel', 'openPortal'] })
    const preview = await call('GET /v1/payment/plan-change', { query: { planId: 'yearly' } }, coach.token)
    expect(preview.refusal.code).toBe('payment.plan_unchangeable')
    expect((await change(coach)).refusal.code).toBe('payment.plan_unchangeable')
    expect(await world.state(coach)).toEqual(before)
  })

  it('is refused too where it was paid a moment ago, and nobody has heard of it', async () => {
    const coach = await paidTwice()
    expect(await world.state(coach)).toMatchObject({ allowedActions: ['cancel', 'changePlan', 'openPortal'] })
    const month = await world.left(coach)
    expect((await change(coach)).refusal.code).toBe('payment.plan_unchangeable')
    expect(await world.left(coach)).toBeGreaterThan(month + 27 * DAY_MS)
    expect(lastSubscription().items.data[0]!.price.lookup_key).toBe('norte_monthly')
  })

  it('is done in the days that a card waits for the end of a prepaid period, which are kept', async () => {
    const coach = await world.unpaid()
    const { url } = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(url)
    world.stripe.payVoucher([...world.stripe.world.intents.keys()].at(-1)!)
    await world.tell()
    await world.pass((await world.left(coach)) - 9 * DAY_MS)
    await world.subscribe(coach)
    await world.tell()
    expect((await change(coach)).body).toMatchObject({ renewsAs: 'yearly' })
    expect(await world.left(coach)).toBeGreaterThanOrEqual(9 * DAY_MS)
    expect(await world.left(coach)).toBeLessThan(9 * DAY_MS + 4 * HOUR_MS)
  })

  it('of whom an earlier release has read nothing of the end is left as it was until the next reading', async () => {
    const coach = await paidTwice()
    await world.tell()
    const { db } = world.app.deps
    const held = {
      v: 1,
      subscription: { planId: 'monthly', renews: true },
      retryAt: null,
      balance: null,
      vouchers: [],
    }
    await db
      .updateTable('payment_customers')
      .set({ held: JSON.stringify(held) })
      .where('coach_id', '=', coach.userId)
      .execute()
    expect((await world.state(coach)).allowedActions).toContain('changePlan')
    await readCustomer(world.app.deps, lastCustomer())
    expect((await world.state(coach)).allowedActions).not.toContain('changePlan')
  })
})

describe('a price at Stripe that is not the one that is shown', () => {
  /** Until `done` what Stripe has is not what the settings say. */
  const dearer = (key: string) => {
    const price = [...world.stripe.world.prices.values()].find((each) => each.lookup_key === key)!
    const was = price.unit_amount
    price.unit_amount = was + 10_000
    return { done: () => void (price.unit_amount = was) }
  }

  it.each([
    ['norte_monthly', 'card'],
    ['norte_monthly_prepaid', 'oxxo'],
  ] as const)('(%s) is not sold, and the log says what to do', async (key, method) => {
    const coach = await world.unpaid()
    const { done } = dearer(key)
    const logged = vi.spyOn(world.app.deps.log, 'error')
    const body = { planId: 'monthly', method } as const
    const refused = await call('POST /v1/payment/checkout', { body }, coach.token)
    expect([refused.status, refused.refusal.code]).toEqual([503, 'payment.provider_away'])
    const [{ err }] = logged.mock.calls[0] as unknown as [{ err: Error }]
    expect(err.message).toContain(
      `${key} at Stripe (59900 mxn per ${method === 'card' ? 'month' : 'payment'}, in minor units) is not that of the settings: run scripts/operator/stripe.ts`,
    )
    const pages = [...world.stripe.world.sessions.values()]
    expect(pages.filter(({ customer }) => customer === lastCustomer())).toEqual([])
    done()
    expect(await world.open(coach, 'monthly', method)).toHaveProperty('url')
  })

  it('is not changed to either', async () => {
    const coach = await subscribed()
    const { done } = dearer('norte_yearly')
    const query = { planId: 'yearly' } as const
    const preview = await call('GET /v1/payment/plan-change', { query }, coach.token)
    const changed = await call('POST /v1/payment/plan-change', { body: query }, coach.token)
    expect([preview.refusal.code, changed.refusal.code]).toEqual([
      'payment.provider_away',
      'payment.provider_away',
    ])
    done()
    expect(await world.state(coach)).toMatchObject({ planId: 'monthly', renewsAs: 'monthly' })
  })
})
