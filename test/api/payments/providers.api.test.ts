import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markPaid } from '#server/modules/payments/operator.service.ts'
import { stateOf } from '#server/modules/payments/ledger/ledger.domain.ts'
import { listLines } from '#server/modules/payments/ledger/ledger.service.ts'
import { getPayment } from '#server/modules/payments/payments.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { DAY_MS, fromIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { type StripeService } from '#test/support/fakes/stripe/stripe.ts'
import { makeStripeApp } from '#test/support/payments/stripe-app.ts'
import { type TestCoach, newCoach } from '#test/support/people.ts'
import { seedSignIns } from '#test/support/seeds.ts'

// One suite for each way in which coaches pay (product §5): what a person does differs, what it means does not.

type Place = {
  app: TestApp
  /** Pays a month as people do there. */
  pay(coach: TestCoach): Promise<void>
  pass(ms: number): Promise<void>
  close(): Promise<void>
}

const NAMES = ['stripe', 'sandbox', 'manual', 'off'] as const
const PLACES: Record<(typeof NAMES)[number], () => Promise<Place>> = {
  async stripe() {
    const { app, stripe, ...world } = await makeStripeApp()
    return {
      app,
      async pay(coach) {
        await payAtStripe(app, stripe, coach)
        await world.tell()
      },
      pass: (ms) => world.pass(ms),
      close: () => world.close(),
    }
  },
  async sandbox() {
    const app = await makeApp()
    const pay = async (coach: TestCoach) => {
      const { checkoutId } = await checkout(app, coach)
      await app.call('POST /v1/payment/sandbox/:checkoutId', {
        params: { checkoutId },
        body: { outcome: 'success' },
      })
    }
    return { app, pay, pass: async (ms) => app.clock.advance(ms), close: () => app.close() }
  },
  manual: () => byOperator('manual'),
  // Nobody has to; what the operator notes counts once another way is chosen.
  off: () => byOperator('off'),
}

async function byOperator(provider: 'manual' | 'off'): Promise<Place> {
  const app = await makeApp({ env: { PAYMENT_PROVIDER: provider } })
  const by = { byOperator: 'Luis', reason: 'Transferencia' }
  const pay = async ({ email }: TestCoach) => void (await markPaid(app.deps, email, 'monthly', by))
  return { app, pay, pass: async (ms) => app.clock.advance(ms), close: () => app.close() }
}

async function checkout(app: TestApp, { token }: TestCoach) {
  const body = { planId: 'monthly', method: 'card' } as const
  return (await app.call('POST /v1/payment/checkout', { body }, token)).body
}

async function payAtStripe(app: TestApp, stripe: StripeService, coach: TestCoach) {
  const { url } = await checkout(app, coach)
  await stripe.submit(url, { card: CARDS.works })
}

// @spec P.282
describe.each(NAMES)('the payment provider %s', (name) => {
  const isOff = name === 'off'
  let place: Place
  beforeAll(async () => {
    place = await PLACES[name]()
  })
  afterAll(() => place.close())

  const state = async ({ token }: TestCoach) => (await place.app.call('GET /v1/payment/me', {}, token)).body
  const dashboard = async ({ token }: TestCoach) =>
    (await place.app.call('GET /v1/dashboard', {}, token)).status
  const unpaid = () => newCoach(place.app, { paid: false })
  const left = async (coach: TestCoach) => {
    const { periodEndsAt } = await state(coach)
    return fromIso(periodEndsAt!) - place.app.clock.now()
  }

  it('says the same to the screens as its gate, which sells nothing where nobody has to pay', async () => {
    const coach = await unpaid()
    expect([(await state(coach)).payment, await dashboard(coach)]).toEqual(isOff ? [true, 200] : [false, 402])
    await place.pay(coach)
    expect([(await state(coach)).payment, await dashboard(coach)]).toEqual([true, 200])
    const offer = (await place.app.call('GET /v1/payment/plans', {}, coach.token)).body
    const sells = name === 'stripe' || name === 'sandbox'
    expect([offer.provider, offer.methods]).toEqual([name, sells ? ['card', 'oxxo', 'spei'] : []])
    const body = { planId: 'monthly', method: 'card' } as const
    const bought = await place.app.call('POST /v1/payment/checkout', { body }, coach.token)
    expect(bought.refusal.code).toBe(sells ? 'payment.already_active' : 'payment.plan_unknown')
  })

  // Where nobody has to pay there is nothing to open, to cancel or to end.
  describe.each(isOff ? [] : [name])('where people pay: %s', () => {
    it('opens the gate when somebody pays, for a month, and keeps a line of it', async () => {
      const coach = await unpaid()
      expect(await dashboard(coach)).toBe(402)
      await place.pay(coach)
      expect(await dashboard(coach)).toBe(200)
      expect(await state(coach)).toMatchObject({ payment: true, paymentStatus: 'active', planId: 'monthly' })
      const days = (await left(coach)) / DAY_MS
      expect(days).toBeGreaterThan(27.9)
      expect(days).toBeLessThan(31.1)
      const { data } = (await place.app.call('GET /v1/payment/ledger', {}, coach.token)).body
      expect(data).toMatchObject([{ cause: 'paid', planId: 'monthly', paymentStatus: 'active' }])
    })

    it('cancels for the end of the period, takes that back, and ends it', async () => {
      const coach = await unpaid()
      await place.pay(coach)
      const cancel = () =>
        place.app.call('POST /v1/payment/cancel', { body: { reason: 'unused' } }, coach.token)
      const resume = () => place.app.call('POST /v1/payment/resume', {}, coach.token)
      expect((await resume()).refusal.code).toBe('payment.not_cancelled')
      expect((await cancel()).body).toMatchObject({ payment: true, paymentStatus: 'cancelled' })
      expect((await cancel()).refusal.code).toBe('payment.nothing_to_cancel')
      expect((await resume()).body).toMatchObject({ payment: true, paymentStatus: 'active' })
      await cancel()
      await place.pass((await left(coach)) + DAY_MS)
      await seedSignIns(place.app, [coach])
      expect(await state(coach)).toMatchObject({ payment: false, paymentStatus: 'none' })
      expect(await dashboard(coach)).toBe(402)
      await place.pay(coach)
      expect(await state(coach)).toMatchObject({ payment: true, paymentStatus: 'active' })
    })
  })

  it('shows each coach their own payment alone, and no client any', async () => {
    const [one, other] = [await unpaid(), await unpaid()]
    await place.pay(one)
    expect(await state(other)).toMatchObject({ payment: isOff, paymentStatus: isOff ? 'exempt' : 'none' })
    const { data } = (await place.app.call('GET /v1/payment/ledger', {}, other.token)).body
    expect(data).toEqual([])
  })

  it('keeps a ledger that adds up to what the gate reads', async () => {
    const coach = await unpaid()
    await place.pay(coach)
    await place.app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    const scope = scopeOfPractice(coach.userId)
    const { db } = place.app.deps
    expect(stateOf(await listLines(db, scope))).toEqual(await getPayment(db, scope))
  })
})

describe('the payment provider off', () => {
  it('has everybody in, and nothing can be done about it', async () => {
    const app = await makeApp({ env: { PAYMENT_PROVIDER: 'off' } })
    const coach = await newCoach(app, { paid: false })
    const { body } = await app.call('GET /v1/payment/me', {}, coach.token)
    expect(body).toMatchObject({ payment: true, paymentStatus: 'exempt', allowedActions: [] })
    await app.close()
  })
})

// @spec P.283
describe('a change of plan in test mode', () => {
  it('takes what is left off a dearer plan at once, and waits with a cheaper one', async () => {
    const place = await PLACES.sandbox()
    const { app } = place
    const coach = await newCoach(app, { paid: false })
    await place.pay(coach)
    const preview = async (planId: 'monthly' | 'yearly') =>
      app.call('GET /v1/payment/plan-change', { query: { planId } }, coach.token)
    expect((await preview('monthly')).refusal.code).toBe('payment.plan_unknown')
    expect((await preview('yearly')).body).toMatchObject({
      dueNow: { amountMinor: 499_000 - 49_900, currency: 'MXN' },
      creditMinor: 0,
      next: { at: '2028-02-02T15:00:00.000Z', amountMinor: 499_000 },
    })
    const change = (planId: 'monthly' | 'yearly') =>
      app.call('POST /v1/payment/plan-change', { body: { planId } }, coach.token)
    expect((await change('yearly')).body).toMatchObject({
      planId: 'yearly',
      periodEndsAt: '2028-02-02T15:00:00.000Z',
    })
    expect((await change('monthly')).body).toMatchObject({
      planId: 'monthly',
      periodEndsAt: '2028-02-02T15:00:00.000Z',
    })
    const { data } = (await app.call('GET /v1/payment/ledger', {}, coach.token)).body
    expect(data.map(({ cause, amountMinor }) => [cause, amountMinor])).toEqual([
      ['planChanged', null],
      ['paid', 449_100],
      ['paid', 49_900],
    ])
    await app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect((await change('yearly')).refusal.code).toBe('payment.plan_unchangeable')
    await place.close()
  })
})
