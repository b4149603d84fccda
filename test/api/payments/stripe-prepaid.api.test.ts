import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startReconciling } from '#server/modules/payments/accounts/reconciling.service.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
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

// @spec P.277
describe('a prepaid period', () => {
  it('by voucher is pending until somebody pays it in a shop', async () => {
    const coach = await world.unpaid()
    const { url, checkoutId } = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(url)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ payment: false, paymentStatus: 'pending' })
    const { vouchers } = await world.waiting(coach)
    expect(vouchers).toEqual([
      {
        method: 'oxxo',
        checkoutId,
        planId: 'monthly',
        amountMinor: 49_900,
        currency: 'MXN',
        issuedAt: expect.any(String),
        reference: expect.stringMatching(/^\d+$/),
        pageUrl: expect.any(String),
        expiresAt: expect.any(String),
      },
    ])
    world.stripe.payVoucher([...world.stripe.world.intents.keys()].at(-1)!)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: null })
    expect((await world.waiting(coach)).vouchers).toEqual([])
    expect(await world.causes(coach)).toEqual(['voucherIssued', 'paid'])
  })

  it('by voucher that nobody pays is nothing again', async () => {
    const coach = await world.unpaid()
    const { url } = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(url)
    await world.tell()
    await world.pass(5 * DAY_MS)
    expect(await world.state(coach)).toMatchObject({ payment: false, paymentStatus: 'none' })
    expect(await world.causes(coach)).toEqual(['voucherIssued', 'voucherExpired'])
  })

  it('by transfer in two parts says what is missing, and keeps what is too much', async () => {
    const coach = await world.unpaid()
    const { url } = await world.open(coach, 'monthly', 'spei')
    await world.stripe.submit(url)
    await world.tell()
    const [asked] = (await world.waiting(coach)).vouchers
    expect(asked).toMatchObject({ waitsUntil: toIso(epochMs(fromIso(asked!.issuedAt) + 7 * DAY_MS)) })
    const customer = [...world.stripe.world.customers.keys()].at(-1)!
    world.stripe.transfer(customer, 20_000)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ payment: false, paymentStatus: 'pending' })
    expect((await world.waiting(coach)).vouchers).toMatchObject([
      { method: 'spei', remainingMinor: 29_900, waitsUntil: null },
    ])
    world.stripe.transfer(customer, 30_000)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
    expect(await world.waiting(coach)).toMatchObject({
      vouchers: [],
      balance: { amountMinor: 100, currency: 'MXN' },
    })
  })

  it('that is cancelled and kept after all switches no card on again that was cancelled before', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    await call('POST /v1/payment/cancel', { body: {} }, coach.token)
    const { url } = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(url)
    world.stripe.payVoucher([...world.stripe.world.intents.keys()].at(-1)!)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: null })
    await call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'cancelled' })
    await call('POST /v1/payment/resume', {}, coach.token)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: null })
  })

  it('is paid again ten days before it ends, not earlier, and keeps the days that are left', async () => {
    const coach = await world.unpaid()
    const { url } = await world.open(coach, 'monthly', 'oxxo')
    await world.stripe.submit(url)
    world.stripe.payVoucher([...world.stripe.world.intents.keys()].at(-1)!)
    await world.tell()
    const first = await world.state(coach)
    expect(await refusalOf(coach)).toBe('payment.already_active')
    await world.pass((await world.left(coach)) - 10 * DAY_MS)
    const next = await world.open(coach, 'monthly', 'card')
    await world.stripe.submit(next.url, { card: CARDS.works })
    await world.tell()
    // The card is charged when the period ends.
    const { periodEndsAt, renewsAs } = await world.state(coach)
    expect([periodEndsAt! >= first.periodEndsAt!, renewsAs]).toEqual([true, 'monthly'])
    expect(await world.causes(coach)).toEqual(['paid', 'trialBegan'])
  })
})

// @spec P.277
describe('a transfer', () => {
  const customer = () => [...world.stripe.world.customers.keys()].at(-1)!
  const asked = async () => {
    const coach = await world.unpaid()
    const { url } = await world.open(coach, 'monthly', 'spei')
    await world.stripe.submit(url)
    await world.tell()
    return coach
  }
  /** Time passes, in which Stripe has nothing to tell of a transfer: what is read daily is read. */
  const days = async (ms: number) => {
    await world.wait(ms)
    const told = world.stripe.webhooks.waiting().map((event) => JSON.stringify(event))
    expect(told.filter((event) => event.includes(customer()))).toEqual([])
    await startReconciling(world.app.deps)
    await world.app.settle()
  }

  it('that nobody makes is waited for for seven days, and counts when it comes late', async () => {
    const coach = await asked()
    await days(7 * DAY_MS - HOUR_MS)
    expect(await world.state(coach)).toMatchObject({ payment: false, paymentStatus: 'pending' })
    expect((await world.waiting(coach)).vouchers).toHaveLength(1)
    await days(DAY_MS)
    expect(await world.state(coach)).toMatchObject({ payment: false, paymentStatus: 'none' })
    expect((await world.waiting(coach)).vouchers).toEqual([])
    expect(await world.causes(coach)).toEqual(['voucherIssued', 'voucherExpired'])
    await days(20 * DAY_MS)
    world.stripe.transfer(customer(), 49_900)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ payment: true, paymentStatus: 'active' })
    expect(await world.left(coach)).toBeGreaterThan(27 * DAY_MS)
    expect(await world.causes(coach)).toEqual(['voucherIssued', 'voucherExpired', 'paid'])
  })

  it('of which a part came is waited for for longer, also where the part was late', async () => {
    const [early, late] = [await asked(), await asked()]
    const [first, second] = [...world.stripe.world.customers.keys()].slice(-2)
    world.stripe.transfer(first!, 20_000)
    await world.tell()
    await days(8 * DAY_MS)
    expect(await world.state(early)).toMatchObject({ paymentStatus: 'pending' })
    expect(await world.state(late)).toMatchObject({ paymentStatus: 'none' })
    world.stripe.transfer(second!, 20_000)
    await world.tell()
    await days(30 * DAY_MS)
    for (const coach of [early, late]) {
      expect(await world.state(coach)).toMatchObject({ payment: false, paymentStatus: 'pending' })
      expect((await world.waiting(coach)).vouchers).toMatchObject([{ remainingMinor: 29_900 }])
    }
    for (const each of [first!, second!]) world.stripe.transfer(each, 29_900)
    await world.tell()
    for (const coach of [early, late])
      expect(await world.state(coach)).toMatchObject({ payment: true, paymentStatus: 'active' })
    expect(await world.causes(early)).toEqual(['voucherIssued', 'paid'])
    expect(await world.causes(late)).toEqual(['voucherIssued', 'voucherExpired', 'voucherIssued', 'paid'])
  })
})
