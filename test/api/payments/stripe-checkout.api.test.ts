import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PlanId } from '#contract/payments.ts'
import { createStripe } from '#server/platform/payments/stripe/stripe.ts'
import { HOUR_MS } from '#time/clock.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'
import type { TestCoach } from '#test/support/people.ts'

let world: StripeApp
beforeAll(async () => {
  world = await makeStripeApp()
})
beforeEach(() => world.startTest())
afterEach(() => world.expectSums())
afterAll(() => world.close())

const checkout = ({ token }: TestCoach, planId: PlanId) =>
  world.app.call('POST /v1/payment/checkout', { body: { planId, method: 'card' } }, token)
const customer = () => [...world.stripe.world.customers.keys()].at(-1)!
const chargesOf = (of: string) =>
  [...world.stripe.world.charges.values()].filter((charge) => charge.customer === of)

// @spec P.288
describe('two tabs that pay at the same moment', () => {
  it('pay once, whichever page is paid first', async () => {
    for (const order of [(pages: string[]) => pages, (pages: string[]) => pages.toReversed()]) {
      const coach = await world.unpaid()
      const plans = ['monthly', 'yearly'] as const
      const answers = await Promise.all(plans.map((planId) => checkout(coach, planId)))
      expect(answers.map(({ status }) => status)).toContain(201)
      const pages: string[] = []
      for (const [at, { status, body, refusal }] of answers.entries()) {
        if (status === 201) pages.push(body.url)
        else {
          expect(refusal.code).toBe('payment.opening')
          pages.push((await world.open(coach, plans[at])).url)
        }
      }
      expect(new Set(pages).size).toBe(2)
      for (const page of order(pages)) await world.stripe.submit(page, { card: CARDS.works })
      await world.tell()
      expect(chargesOf(customer())).toHaveLength(1)
      expect(await world.causes(coach)).toEqual(['paid'])
      expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
    }
  })

  it('open one page after the other: the second is asked to wait', async () => {
    const coach = await world.unpaid()
    let second: Awaited<ReturnType<typeof checkout>> | undefined
    world.stripe.beforeNextCall({ method: 'POST', path: /checkout\/sessions$/ }, async () => {
      second = await checkout(coach, 'yearly')
    })
    const first = await checkout(coach, 'monthly')
    expect(first.status).toBe(201)
    expect([second!.status, second!.refusal.code]).toEqual([409, 'payment.opening'])
    const { url } = await world.open(coach, 'yearly')
    for (const page of [first.body.url, url]) await world.stripe.submit(page, { card: CARDS.works })
    await world.tell()
    expect(chargesOf(customer())).toMatchObject([{ amount: 499_000 }])
    expect(await world.causes(coach)).toEqual(['paid'])
    expect(await world.state(coach)).toMatchObject({ planId: 'yearly' })
  })
})

// @spec P.280
describe('a Stripe that is slow', () => {
  /** Has people wait for so long only, while `run` runs. */
  async function waitingFor<T>(patienceMs: number, run: () => Promise<T>): Promise<T> {
    const { config, clock, payments } = world.app.deps
    const { accounts } = payments
    const settings = { ...config.stripe!, plans: config.plans, timeoutMs: 600_000, patienceMs }
    payments.accounts = await createStripe(settings, clock)
    try {
      return await run()
    } finally {
      payments.accounts = accounts!
      world.stripe.recover()
    }
  }
  /** The next attempt pays, once. */
  const paysAfterwards = async (coach: TestCoach) => {
    const { url } = await world.open(coach)
    await world.stripe.submit(url, { card: CARDS.works })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid'])
    const of = [...world.stripe.world.customers.values()].filter(({ email }) => email === coach.email)
    expect(of).toHaveLength(1)
    expect(chargesOf(of[0]!.id)).toHaveLength(1)
    const pages = [...world.stripe.world.sessions.values()].filter((page) => page.customer === of[0]!.id)
    expect(pages.filter(({ status }) => status === 'open')).toEqual([])
  }
  const REFUSED = {
    code: 'payment.provider_away',
    error:
      'El servicio de pagos no responde. Inténtalo de nuevo en unos minutos; lo que ya se hizo no se repite.',
  }

  it('in every call has a person wait for a while only, and the next attempt opens the page', async () => {
    const coach = await world.unpaid()
    // Each of the calls in a row would be answered in time.
    const { status, refusal } = await waitingFor(500, () => {
      world.stripe.slowDown(200)
      return checkout(coach, 'monthly')
    })
    expect([status, refusal]).toEqual([503, expect.objectContaining(REFUSED)])
    await paysAfterwards(coach)
  })

  it.each([
    ['the customer is made', { method: 'POST', path: /customers$/ }],
    ['the customer is written', { method: 'POST', path: /customers\/cus/ }],
    ['what was paid is read', { method: 'GET', path: /charges/ }],
    ['the price is asked for', { method: 'GET', path: /prices/ }],
    ['the page is opened', { method: 'POST', path: /checkout\/sessions$/ }],
    ['it has opened the page', { method: 'POST', path: /checkout\/sessions$/, afterwards: true }],
  ] as const)('when %s leaves nothing half done', async (_when, where) => {
    const coach = await world.unpaid()
    const { status, refusal } = await waitingFor(500, () => {
      world.stripe.failNextCalls('hang', 1_000, where)
      return checkout(coach, 'monthly')
    })
    expect([status, refusal]).toEqual([503, expect.objectContaining(REFUSED)])
    await paysAfterwards(coach)
  })

  it('keeps what was told, and reads it later', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    const told = await waitingFor(100, () => {
      world.stripe.failNextCalls('hang', 1_000, { path: /charges/ })
      return world.stripe.webhooks.send(world.stripe.webhooks.waiting().slice(-1))
    })
    expect(told).toMatchObject([{ status: 204 }])
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    await world.app.settle()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
  })
})

// @spec P.276
describe('what a browser sends', () => {
  const send = (coach: TestCoach, path: string, body: object) =>
    world.app.send({ method: 'POST', url: `/v1/payment/${path}`, token: coach.token, body })

  it('names a plan that is sold, and neither an amount nor a currency', async () => {
    const coach = await world.unpaid()
    const good = { planId: 'monthly', method: 'card' }
    const calls = world.stripe.calls.length
    for (const wrong of [
      { ...good, amountMinor: 1 },
      { ...good, currency: 'USD' },
      { ...good, amount: { minor: 1, currency: 'MXN' } },
      { ...good, price: 'price_00000001' },
      { ...good, planId: 'weekly' },
      { ...good, planId: 'norte_monthly' },
      { ...good, method: 'customer_balance' },
    ]) {
      const { status, body } = await send(coach, 'checkout', wrong)
      expect([status, body]).toEqual([422, expect.objectContaining({ code: 'request.invalid' })])
    }
    expect(world.stripe.calls.length).toBe(calls)
    const { db } = world.app.deps
    const of = db.selectFrom('checkouts').select('id').where('coach_id', '=', coach.userId)
    expect(await of.execute()).toEqual([])
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    const { body } = await send(coach, 'checkout', good)
    const session = world.stripe.session((body as { url: string }).url)
    expect(session).toMatchObject({ amount_total: 49_900, currency: 'mxn' })
  })

  it('changes a plan to another that is sold, at its own price', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const before = await world.state(coach)
    const calls = world.stripe.calls.length
    for (const wrong of [
      { planId: 'yearly', amountMinor: 1 },
      { planId: 'yearly', currency: 'USD' },
      { planId: 'weekly' },
    ])
      expect((await send(coach, 'plan-change', wrong)).status).toBe(422)
    expect(world.stripe.calls.length).toBe(calls)
    expect(await world.state(coach)).toEqual(before)
  })
})

// @spec P.276
describe('a code for the page of the provider', () => {
  it('that pays a whole period opens the account: the ledger says that nothing was paid', async () => {
    const coach = await world.unpaid()
    world.stripe.addPromotionCode('GRATIS', { percent: 100 })
    const { url } = await world.open(coach)
    await world.stripe.submit(url, { card: CARDS.works, promotionCode: 'GRATIS' })
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: 'monthly' })
    expect(chargesOf(customer())).toEqual([])
    const ledger = async () =>
      (await world.app.call('GET /v1/payment/ledger', {}, coach.token)).body.data.map(
        ({ cause, amountMinor, currency }) => ({ cause, amountMinor, currency }),
      )
    const free = { cause: 'paid', amountMinor: 0, currency: 'MXN' }
    expect(await ledger()).toEqual([free])
    // The code is for one period.
    await world.pass((await world.left(coach)) + 2 * HOUR_MS)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
    expect(await ledger()).toEqual([{ ...free, amountMinor: 49_900 }, free])
  })
})
