import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReconciling } from '#server/modules/payments/accounts/reconciling.service.ts'
import { exempt, showLedger } from '#server/modules/payments/operator.service.ts'
import { periodEnd } from '#server/modules/payments/payments.domain.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { TestCoach } from '#test/support/people.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'

let world: StripeApp
beforeAll(async () => {
  world = await makeStripeApp()
})
beforeEach(() => world.startTest())
afterEach(() => world.expectSums())
afterAll(() => world.close())

const call: StripeApp['app']['call'] = (...of) => world.app.call(...of)
const refusalOf = async ({ token }: { token: string }) =>
  (await call('POST /v1/payment/checkout', { body: { planId: 'monthly', method: 'card' } }, token)).refusal
    .code

/** What was charged to the coach, the first charge first. */
async function chargedAmounts({ email }: TestCoach): Promise<number[]> {
  const { customers, charges } = world.stripe.world
  const own = new Set([...customers.values()].filter((each) => each.email === email).map(({ id }) => id))
  return [...charges.values()].filter(({ customer }) => own.has(customer ?? '')).map(({ amount }) => amount)
}

// @spec P.276
describe('a card', () => {
  it('opens the gate with the webhook, renews itself, and has no other payment beside it', async () => {
    const coach = await world.unpaid()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none', allowedActions: ['pay'] })
    await world.subscribe(coach)
    expect((await call('GET /v1/dashboard', {}, coach.token)).status).toBe(402)
    expect(new Set(await world.tell())).toEqual(new Set([204]))
    expect((await call('GET /v1/dashboard', {}, coach.token)).status).toBe(200)
    expect(await world.state(coach)).toMatchObject({
      paymentStatus: 'active',
      planId: 'monthly',
      periodEndsAt: '2027-03-01T15:00:00.000Z',
      renewsAs: 'monthly',
      allowedActions: ['cancel', 'changePlan', 'openPortal'],
    })
    expect(await refusalOf(coach)).toBe('payment.already_active')
    await world.pass((await world.left(coach)) + 2 * HOUR_MS)
    expect(await world.state(coach)).toMatchObject({
      paymentStatus: 'active',
      periodEndsAt: '2027-04-01T15:00:00.000Z',
    })
    expect(await world.causes(coach)).toEqual(['paid', 'paid'])
  })

  it('that is declined changes nothing, and another one pays on the same page', async () => {
    const coach = await world.unpaid()
    const { url } = await world.open(coach)
    const { html } = await world.stripe.submit(url, { card: CARDS.declined })
    expect(html).toContain('rechazada')
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    await world.stripe.submit(url, { card: CARDS.works })
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
  })

  it('in two tabs pays once', async () => {
    const coach = await world.unpaid()
    const first = await world.open(coach)
    const second = await world.open(coach)
    expect(second).toEqual(first)
    const other = await world.open(coach, 'yearly')
    await world.stripe.submit(first.url, { card: CARDS.works })
    await world.stripe.submit(other.url, { card: CARDS.works })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid'])
    expect(await world.state(coach)).toMatchObject({ planId: 'yearly' })
  })

  it('is cancelled with its reason, kept after all, and cancelled at Stripe itself', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const cancelled = await call('POST /v1/payment/cancel', { body: { reason: 'price' } }, coach.token)
    expect(cancelled.body).toMatchObject({ paymentStatus: 'cancelled', renewsAs: null })
    expect((await call('POST /v1/payment/resume', {}, coach.token)).body).toMatchObject({
      paymentStatus: 'active',
      renewsAs: 'monthly',
    })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'cancelled', 'resumed'])
    await call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(await world.causes(coach)).toEqual(['paid', 'cancelled', 'resumed', 'cancelled'])
    await world.pass(await world.left(coach))
    expect(await world.state(coach)).toMatchObject({
      payment: false,
      paymentStatus: 'none',
      allowedActions: ['pay'],
    })
  })

  it('that fails leads to grace, and a good one out of it; without one the gate closes after 14 days', async () => {
    const { stripe, app } = world
    const [back, gone] = [await world.unpaid(), await world.unpaid()]
    for (const coach of [back, gone]) await world.subscribe(coach)
    await world.tell()
    const customers = [...stripe.world.customers.keys()].slice(-2)
    for (const customer of customers) stripe.changeCard(customer, CARDS.savesOnly)
    await world.pass((await world.left(back)) + 2 * HOUR_MS)
    for (const coach of [back, gone]) {
      expect(await world.state(coach)).toMatchObject({ payment: true, paymentStatus: 'pastDue' })
      expect((await world.waiting(coach)).retryAt).not.toBeNull()
    }
    stripe.changeCard(customers[0]!, CARDS.works)
    await world.pass(4 * DAY_MS)
    expect(await world.state(back)).toMatchObject({ paymentStatus: 'active' })
    await world.pass(11 * DAY_MS)
    expect(await world.state(gone)).toMatchObject({ payment: false, paymentStatus: 'none' })
    expect((await app.call('GET /v1/dashboard', {}, gone.token)).refusal.code).toBe('payment.required')
    await world.pass(20 * DAY_MS)
    await world.subscribe(gone)
    await world.tell()
    expect(await world.state(gone)).toMatchObject({ paymentStatus: 'active' })
  })

  it('that is given back in full, or whose dispute is lost, closes the gate', async () => {
    const [refunded, disputed] = [await world.unpaid(), await world.unpaid()]
    await world.subscribe(refunded)
    await world.subscribe(disputed)
    await world.tell()
    const charges = [...world.stripe.world.charges.keys()].slice(-2)
    world.stripe.refund(charges[0]!, 10_000)
    await world.tell()
    expect(await world.state(refunded)).toMatchObject({ paymentStatus: 'active' })
    world.stripe.refund(charges[0]!)
    const dispute = world.stripe.dispute(charges[1]!)
    await world.tell()
    expect(await world.state(refunded)).toMatchObject({ paymentStatus: 'none' })
    expect(await world.state(disputed)).toMatchObject({ paymentStatus: 'active' })
    world.stripe.closeDispute(dispute, 'lost')
    await world.tell()
    expect(await world.state(disputed)).toMatchObject({ paymentStatus: 'none' })
    expect(await world.causes(refunded)).toEqual(['paid', 'refunded', 'refunded'])
    expect(await world.causes(disputed)).toEqual(['paid', 'disputeOpened', 'disputeLost'])
  })

  it('counts again when what was given back is not taken by its bank', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const refund = world.stripe.refund([...world.stripe.world.charges.keys()].at(-1)!)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    world.stripe.settleRefund(refund, 'failed')
    await world.tell()
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', payment: true })
    expect(await world.causes(coach)).toEqual(['paid', 'refunded', 'refundFailed'])
  })

  it('changes its plan at once, at the price that was shown', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    expect(
      (await call('GET /v1/payment/plan-change', { query: { planId: 'monthly' } }, coach.token)).refusal.code,
    ).toBe('payment.plan_unknown')
    const preview = await call('GET /v1/payment/plan-change', { query: { planId: 'yearly' } }, coach.token)
    expect(preview.body).toMatchObject({
      dueNow: { amountMinor: 499_000 - 49_900, currency: 'MXN' },
      creditMinor: 0,
    })
    const changed = await call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, coach.token)
    expect(changed.body).toMatchObject({
      planId: 'yearly',
      renewsAs: 'yearly',
      periodEndsAt: toIso(periodEnd(world.app.clock.now(), 'yearly', 'UTC')),
    })
    // Back to the dear month: what is left pays it.
    const back = await call('POST /v1/payment/plan-change', { body: { planId: 'monthly' } }, coach.token)
    expect(back.body).toMatchObject({
      planId: 'monthly',
      periodEndsAt: toIso(periodEnd(world.app.clock.now(), 'monthly', 'UTC')),
    })
    await world.tell()
    expect(await world.state(coach)).toEqual(back.body)
  })

  it('whose bank refuses a change of plan keeps the plan', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const before = await world.state(coach)
    world.stripe.changeCard([...world.stripe.world.customers.keys()].at(-1)!, CARDS.savesOnly)
    const refused = await call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, coach.token)
    expect([refused.status, refused.refusal.code]).toEqual([422, 'payment.card_declined'])
    await world.tell()
    expect(await world.state(coach)).toEqual(before)
  })

  it('whose change of plan was done, and whose answer was lost at each attempt, has the other plan once', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const before = await world.state(coach)
    const change = () => call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, coach.token)
    world.stripe.failNextCalls('drop', 2, { method: 'POST', path: /subscriptions/, afterwards: true })
    const lost = await change()
    expect([lost.status, lost.refusal.code]).toEqual([503, 'payment.provider_away'])
    // Nothing was heard of it: the ledger says what it said, until the webhook, or the next attempt, reads it.
    expect(await world.state(coach)).toEqual(before)
    expect(await world.causes(coach)).toEqual(['paid'])
    await world.tell()
    const after = {
      payment: true,
      paymentStatus: 'active',
      planId: 'yearly',
      renewsAs: 'yearly',
      periodEndsAt: toIso(periodEnd(world.app.clock.now(), 'yearly', 'UTC')),
    }
    expect(await world.state(coach)).toMatchObject(after)
    expect(await world.causes(coach)).toEqual(['paid', 'paid'])
    expect((await change()).refusal.code).toBe('payment.plan_unknown')
    expect(await chargedAmounts(coach)).toEqual([49_900, 449_100])
  })

  it('whose change of plan is asked for again before anything was told is changed once', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const change = () => call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, coach.token)
    world.stripe.failNextCalls('drop', 2, { method: 'POST', path: /subscriptions/, afterwards: true })
    expect((await change()).refusal.code).toBe('payment.provider_away')
    expect((await change()).body).toMatchObject({ planId: 'yearly', renewsAs: 'yearly' })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'paid'])
    expect(await chargedAmounts(coach)).toEqual([49_900, 449_100])
  })

  it('whose change of plan was lost is found by the reading of the day', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    world.stripe.failNextCalls('drop', 2, { method: 'POST', path: /subscriptions/, afterwards: true })
    const body = { planId: 'yearly' } as const
    const lost = await call('POST /v1/payment/plan-change', { body }, coach.token)
    expect(lost.refusal.code).toBe('payment.provider_away')
    await world.wait(DAY_MS)
    await startReconciling(world.app.deps)
    await world.app.settle()
    expect(await world.state(coach)).toMatchObject({ planId: 'yearly', renewsAs: 'yearly' })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'paid'])
  })

  it('is changed on a page of Stripe, where there is a subscription', async () => {
    const coach = await world.unpaid()
    expect((await call('POST /v1/payment/portal', {}, coach.token)).refusal.code).toBe('payment.no_portal')
    await world.subscribe(coach)
    await world.tell()
    const { body } = await call('POST /v1/payment/portal', {}, coach.token)
    expect(new URL(body.url).origin).toBe(world.stripe.url)
  })
})

// @spec P.276
describe('a card that would be charged again', () => {
  it('is stopped at once while its period is not paid, and another way is open', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    world.stripe.changeCard([...world.stripe.world.customers.keys()].at(-1)!, CARDS.savesOnly)
    await world.pass((await world.left(coach)) + 2 * HOUR_MS)
    expect(await world.state(coach)).toMatchObject({
      paymentStatus: 'pastDue',
      allowedActions: ['cancel', 'openPortal'],
    })
    const stopped = await call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(stopped.body).toMatchObject({ paymentStatus: 'pastDue', renewsAs: null, allowedActions: ['pay'] })
    await world.pass(7 * DAY_MS)
    expect(await world.causes(coach)).toEqual(['paid', 'chargeFailed', 'cancelled'])
    const { url } = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(url)
    world.stripe.payVoucher([...world.stripe.world.intents.keys()].at(-1)!)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: null })
  })

  it('after its payment was given back in full is stopped too', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    world.stripe.refund([...world.stripe.world.charges.keys()].at(-1)!)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ payment: false, renewsAs: 'monthly' })
    const stopped = await call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(stopped.body).toMatchObject({
      payment: false,
      renewsAs: null,
      allowedActions: ['pay', 'openPortal'],
    })
  })

  // @spec P.292, P.298
  it('beside a voucher that is paid later counts as well: two months', async () => {
    const coach = await world.unpaid()
    const voucher = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(voucher.url)
    const intent = [...world.stripe.world.intents.keys()].at(-1)!
    await world.subscribe(coach)
    await world.tell()
    const month = await world.left(coach)
    const { chargesAt, periodEndsAt } = await world.state(coach)
    expect(chargesAt).toBe(periodEndsAt)
    world.stripe.payVoucher(intent)
    await world.tell()
    expect(await world.left(coach)).toBeGreaterThan(month + 27 * DAY_MS)
    // The card is charged at its own time all the same.
    expect((await world.state(coach)).chargesAt).toBe(chargesAt)
    await world.pass(month + 2 * HOUR_MS)
    expect(await world.left(coach)).toBeGreaterThan(month + 27 * DAY_MS)
  })
})

// @spec P.287
describe('why a coach cancels', () => {
  const reasonsOf = async ({ email }: TestCoach) =>
    (await showLedger(world.app.deps, email)).flatMap(({ cause, reason }) =>
      cause === 'cancelled' ? [reason] : [],
    )
  const cancel = ({ token }: TestCoach) =>
    call('POST /v1/payment/cancel', { body: { reason: 'price', comment: 'Muy caro' } }, token)
  const subscribed = async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    return coach
  }

  it('is kept where the webhook is read before the answer to the request', async () => {
    const coach = await subscribed()
    world.stripe.beforeNextCall({ method: 'GET', path: /^\/v1\/charges/ }, () => world.tell())
    expect((await cancel(coach)).body).toMatchObject({ paymentStatus: 'cancelled' })
    await world.tell()
    expect(await reasonsOf(coach)).toEqual(['price: Muy caro'])
  })

  it('is kept where the answer of Stripe is lost, and is not of a later cancellation', async () => {
    const coach = await subscribed()
    world.stripe.failNextCalls('drop', 10, { method: 'POST', path: /subscriptions/, afterwards: true })
    expect((await cancel(coach)).refusal.code).toBe('payment.provider_away')
    world.stripe.recover()
    await world.tell()
    expect(await reasonsOf(coach)).toEqual(['price: Muy caro'])
    await call('POST /v1/payment/resume', {}, coach.token)
    const customer = [...world.stripe.world.customers.keys()].at(-1)!
    await world.stripe.advance(1_000)
    await world.app.deps.payments.accounts!.setRenewal(customer, false)
    await world.tell()
    expect(await reasonsOf(coach)).toEqual(['price: Muy caro', null])
  })

  it('is what one of two tabs said, where the other says nothing', async () => {
    const coach = await subscribed()
    const cancelIn = (body: object) => call('POST /v1/payment/cancel', { body }, coach.token)
    let second: Promise<unknown> | undefined
    world.stripe.beforeNextCall({ method: 'POST', path: /subscriptions\/sub_/ }, async () => {
      second = cancelIn({})
      await second
    })
    await cancelIn({ reason: 'price', comment: 'Muy caro' })
    await second
    await world.tell()
    expect(await reasonsOf(coach)).toEqual(['price: Muy caro'])
  })

  it('is forgotten where Stripe refuses', async () => {
    const coach = await subscribed()
    world.stripe.failNextCalls(400, 1, { method: 'POST', path: /subscriptions\/sub_/ })
    expect((await cancel(coach)).status).toBeGreaterThanOrEqual(400)
    world.stripe.recover()
    await world.app.deps.payments.accounts!.setRenewal(
      [...world.stripe.world.customers.keys()].at(-1)!,
      false,
    )
    await world.tell()
    expect(await reasonsOf(coach)).toEqual([null])
  })

  it('of one that Stripe did not answer is not of what somebody cancels there much later', async () => {
    const coach = await subscribed()
    world.stripe.failNextCalls(500, 10, { method: 'POST', path: /subscriptions/ })
    expect((await cancel(coach)).refusal.code).toBe('payment.provider_away')
    world.stripe.recover()
    await world.pass(2 * HOUR_MS)
    await world.app.deps.payments.accounts!.setRenewal(
      [...world.stripe.world.customers.keys()].at(-1)!,
      false,
    )
    await world.tell()
    expect(await reasonsOf(coach)).toEqual([null])
  })
})

// @spec P.288
describe('in two tabs', () => {
  it('a card is cancelled once, and kept once, also where one hears of it after the other has asked', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const cancel = () => call('POST /v1/payment/cancel', { body: {} }, coach.token)
    const resume = () => call('POST /v1/payment/resume', {}, coach.token)
    // The other tab cancels a second later, between the question whether there is something to cancel and the cancellation.
    let second: Promise<{ status: number }> | undefined
    world.stripe.beforeNextCall({ method: 'POST', path: /subscriptions\/sub_/ }, async () => {
      second = cancel()
      await second
      await world.stripe.advance(1_000)
    })
    expect((await cancel()).status).toBe(200)
    expect((await second!).status).toBe(200)
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'cancelled'])
    expect(new Set((await Promise.all([resume(), resume()])).map(({ status }) => status))).toContain(200)
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'cancelled', 'resumed'])
  })

  it('a card whose period is not paid is stopped once, and nobody is told that it was refused', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    world.stripe.changeCard([...world.stripe.world.customers.keys()].at(-1)!, CARDS.savesOnly)
    await world.pass((await world.left(coach)) + 2 * HOUR_MS)
    const cancel = () => call('POST /v1/payment/cancel', { body: {} }, coach.token)
    world.stripe.beforeNextCall({ path: /subscriptions\/sub_/ }, async () => {
      expect((await cancel()).status).toBe(200)
    })
    expect((await cancel()).body).toMatchObject({ renewsAs: null, allowedActions: ['pay'] })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'chargeFailed', 'cancelled'])
  })
})

// @spec P.289
describe('who a coach is at Stripe', () => {
  it('follows name, address and language, by a job that a Stripe that is away only delays', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const customer = () => [...world.stripe.world.customers.values()].at(-1)!
    expect(customer()).toMatchObject({ email: coach.email })
    world.stripe.failNextCalls(500, 1_000)
    const params = { userId: coach.userId }
    const renamed = await call(
      'PUT /v1/user/:userId/profile',
      { params, body: { name: 'Ana María' } },
      coach.token,
    )
    expect(renamed.status).toBe(200)
    world.stripe.recover()
    expect(customer().name).not.toContain('Ana María')
    await world.app.settle()
    expect(customer().name).toMatch(/^Ana María /)
    await call('PUT /v1/user/:userId/preferences', { params, body: { language: 'en-US' } }, coach.token)
    await world.app.settle()
    expect(customer().preferred_locales).toEqual(['en-US'])
  })

  it('is not asked for of those who have never paid there', async () => {
    const coach = await world.unpaid()
    await exempt(world.app.deps, coach.email, { byOperator: 'Luis', reason: 'Convenio' })
    const before = world.stripe.calls.length
    const params = { userId: coach.userId }
    const body = { language: 'en-US' } as const
    const changed = await call('PUT /v1/user/:userId/preferences', { params, body }, coach.token)
    expect(changed.status).toBe(200)
    await world.app.settle()
    expect(world.stripe.calls.length).toBe(before)
  })
})

// @spec P.276, P.298
describe('a trial with a card', () => {
  let trials: StripeApp
  beforeAll(async () => {
    trials = await makeStripeApp({ env: { TRIAL_DAYS: '14' } })
  })
  beforeEach(() => trials.startTest())
  afterEach(() => trials.expectSums())
  afterAll(() => trials.close())

  it('goes on until the card is charged; where that fails, the account is open for 14 days more', async () => {
    const [paid, failed] = [await trials.unpaid(), await trials.unpaid()]
    await trials.subscribe(paid)
    await trials.subscribe(failed, 'monthly', CARDS.savesOnly)
    await trials.tell()
    const ends = epochMs(trials.app.clock.now() + 14 * DAY_MS)
    expect(await trials.state(paid)).toMatchObject({
      paymentStatus: 'trial',
      renewsAs: 'monthly',
      // Without the hours in which it is charged.
      chargesAt: toIso(ends),
    })
    expect(await trials.causes(paid)).toEqual(['trialBegan'])
    await trials.pass(14 * DAY_MS + HOUR_MS / 2)
    expect(await trials.state(paid)).toMatchObject({ payment: true, paymentStatus: 'trial' })
    await trials.pass(HOUR_MS)
    expect(await trials.state(paid)).toMatchObject({ payment: true, paymentStatus: 'active' })
    await trials.pass(6 * HOUR_MS)
    expect(await trials.state(failed)).toMatchObject({ payment: true, paymentStatus: 'pastDue' })
    await trials.pass(ends + 14 * DAY_MS - trials.app.clock.now())
    expect(await trials.state(failed)).toMatchObject({ payment: true, paymentStatus: 'pastDue' })
    await trials.pass(6 * HOUR_MS)
    expect(await trials.state(failed)).toMatchObject({ payment: false, paymentStatus: 'none' })
  })

  it('is not paid early with that card; without its charge it is paid in another way, and keeps its days', async () => {
    const coach = await trials.unpaid()
    await trials.subscribe(coach)
    await trials.tell()
    const trial = await trials.state(coach)
    expect(trial.allowedActions).toEqual(['cancel', 'changePlan', 'openPortal'])
    const checkout = (method: 'card' | 'oxxo') =>
      trials.app.call('POST /v1/payment/checkout', { body: { planId: 'monthly', method } }, coach.token)
    for (const method of ['card', 'oxxo'] as const)
      expect((await checkout(method)).refusal.code).toBe('payment.already_active')
    const cancelled = await trials.app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(cancelled.body).toMatchObject({
      payment: true,
      paymentStatus: 'cancelled',
      periodEndsAt: trial.periodEndsAt,
      renewsAs: null,
    })
    const { url } = (await checkout('oxxo')).body
    await trials.stripe.submit(url)
    trials.stripe.payVoucher([...trials.stripe.world.intents.keys()].at(-1)!)
    await trials.tell()
    const { timezone } = await trials.app.deps.db
      .selectFrom('users')
      .select('timezone')
      .where('id', '=', coach.userId)
      .executeTakeFirstOrThrow()
    expect(await trials.state(coach)).toMatchObject({
      paymentStatus: 'active',
      renewsAs: null,
      periodEndsAt: toIso(periodEnd(fromIso(trial.periodEndsAt!), 'monthly', timezone)),
    })
  })
})
