import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '#time/clock.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { START, type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'

let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(() => till.service.close())

const monthLater = epochMs(START + 30 * DAY_MS)
const twoMonthsLater = epochMs(START + 61 * DAY_MS)
/** Stripe charges a renewal an hour after its period began. */
const renewedAt = epochMs(monthLater + HOUR_MS)

describe('a subscription', () => {
  it('is told with its first payment', async () => {
    const { checkoutId, url } = await till.subscribe('monthly')
    expect(url).toBe('https://norte.example/payment?done')
    expect(await till.snapshot()).toEqual({
      subscriptions: [
        {
          id: expect.stringMatching(/^sub_/),
          checkoutId,
          planId: 'monthly',
          trialEndsAt: null,
          startedAt: START,
          periodEndsAt: monthLater,
          cancelledAt: null,
          endedAt: null,
        },
      ],
      payments: [
        {
          id: expect.stringMatching(/^in_/),
          checkoutId,
          planId: 'monthly',
          method: 'card',
          amount: { minor: 49_900, currency: 'MXN' },
          paidAt: START,
          from: START,
          until: monthLater,
          isPlanChange: false,
          refunds: [],
          disputes: [],
        },
      ],
      failedCharges: [],
      vouchers: [],
      balance: null,
    })
  })

  it('renews itself, which no checkout asked for', async () => {
    await till.subscribe('monthly')
    await till.service.advance(30 * DAY_MS)
    expect((await till.snapshot()).payments).toHaveLength(1)
    await till.service.advance(HOUR_MS)
    const { payments, subscriptions } = await till.snapshot()
    expect(
      payments.map(({ checkoutId, paidAt, from, until }) => ({ checkoutId, paidAt, from, until })),
    ).toEqual([
      { checkoutId: null, paidAt: renewedAt, from: monthLater, until: twoMonthsLater },
      { checkoutId: expect.any(String), paidAt: START, from: START, until: monthLater },
    ])
    expect(subscriptions[0]?.periodEndsAt).toBe(twoMonthsLater)
  })

  it('of a year ends its period a year later', async () => {
    await till.subscribe('yearly')
    const { payments, subscriptions } = await till.snapshot()
    expect(subscriptions[0]).toMatchObject({ planId: 'yearly', periodEndsAt: START + 365 * DAY_MS })
    expect(payments[0]).toMatchObject({ planId: 'yearly', until: START + 365 * DAY_MS })
    expect(payments[0]?.amount.minor).toBe(499_000)
  })

  it('keeps its name and its plan when its price is moved', async () => {
    await till.subscribe('monthly')
    for (const price of till.service.world.prices.values()) price.lookup_key = null
    expect((await till.snapshot()).payments[0]?.planId).toBe('monthly')
  })

  it('of something else that the account sells is left out', async () => {
    await till.subscribe('monthly')
    for (const price of till.service.world.prices.values()) {
      price.metadata = {}
      if (price.recurring) price.recurring.interval_count = 3
    }
    for (const { items } of till.service.world.subscriptions.values())
      for (const item of items.data) Object.assign(item.price, { metadata: {} })
    expect(await till.snapshot()).toMatchObject({ subscriptions: [], payments: [] })
  })
})

describe('a trial', () => {
  it('pays nothing until it ends, and then a first time', async () => {
    const startsAt = epochMs(START + 10 * DAY_MS)
    const { checkoutId } = await till.subscribe('monthly', {}, { startsAt })
    const before = await till.snapshot()
    expect(before.subscriptions).toMatchObject([
      { checkoutId, trialEndsAt: startsAt, periodEndsAt: startsAt },
    ])
    expect(before.payments).toEqual([])
    await till.service.advance(10 * DAY_MS + HOUR_MS)
    const { payments, subscriptions } = await till.snapshot()
    expect(payments).toMatchObject([{ planId: 'monthly', paidAt: startsAt + HOUR_MS }])
    expect(payments[0]?.until).toBe(subscriptions[0]?.periodEndsAt)
  })

  it('can end with a card that refuses', async () => {
    await till.subscribe('monthly', { card: CARDS.savesOnly }, { startsAt: epochMs(START + 10 * DAY_MS) })
    await till.service.advance(10 * DAY_MS + HOUR_MS)
    const { payments, failedCharges } = await till.snapshot()
    expect(payments).toEqual([])
    expect(failedCharges).toHaveLength(1)
  })
})

describe('a coupon', () => {
  it('lowers the amount', async () => {
    till.service.addPromotionCode('MITAD', { percent: 50 })
    await till.subscribe('monthly', { promotionCode: 'MITAD' })
    expect((await till.snapshot()).payments[0]?.amount.minor).toBe(24_950)
  })

  it('of all is a payment of nothing, which lasts as long as any', async () => {
    till.service.addPromotionCode('GRATIS', { percent: 100 })
    await till.subscribe('monthly', { promotionCode: 'GRATIS' })
    expect((await till.snapshot()).payments).toMatchObject([
      { amount: { minor: 0, currency: 'MXN' }, until: monthLater },
    ])
    await till.service.advance(30 * DAY_MS + HOUR_MS)
    expect((await till.snapshot()).payments.map(({ amount }) => amount.minor)).toEqual([49_900, 0])
  })

  it('that there is not is refused on the page', async () => {
    const { url, html } = await till.subscribe('monthly', { promotionCode: 'NADA' })
    expect(url).toBe(null)
    expect(html).toContain('Este código no es válido.')
  })
})

describe('a refused charge', () => {
  it('on the page of Checkout is left out: nothing has begun', async () => {
    const { html } = await till.subscribe('monthly', { card: CARDS.declined })
    expect(html).toContain('Tu tarjeta fue rechazada.')
    expect(await till.snapshot()).toMatchObject({ subscriptions: [], payments: [], failedCharges: [] })
  })

  it('of a first payment is left out too, if Stripe made its invoice already', async () => {
    await till.subscribe('monthly')
    till.service.changeCard(till.customer, CARDS.savesOnly)
    await till.service.advance(30 * DAY_MS + HOUR_MS)
    const { invoices, subscriptions } = till.service.world
    for (const invoice of invoices.values()) invoice.billing_reason = 'subscription_create'
    for (const subscription of subscriptions.values()) subscription.status = 'incomplete'
    expect(await till.snapshot()).toMatchObject({ failedCharges: [], subscriptions: [] })
  })

  it('is told with when it is tried again, and the payment when that works', async () => {
    await till.subscribe('monthly')
    till.service.changeCard(till.customer, CARDS.savesOnly)
    await till.service.advance(30 * DAY_MS + HOUR_MS)
    const retryAt = renewedAt + 3 * DAY_MS
    expect((await till.snapshot()).failedCharges).toEqual([
      { id: expect.stringMatching(/^ch_/), at: renewedAt, retryAt },
    ])
    await till.service.advance(3 * DAY_MS)
    expect((await till.snapshot()).failedCharges).toMatchObject([
      { at: retryAt, retryAt: retryAt + 5 * DAY_MS },
      { at: renewedAt, retryAt: null },
    ])
    till.service.changeCard(till.customer, CARDS.works)
    await till.service.advance(5 * DAY_MS)
    const { payments, failedCharges } = await till.snapshot()
    expect(failedCharges.map((each) => each.retryAt)).toEqual([null, null])
    expect(payments[0]).toMatchObject({ paidAt: retryAt + 5 * DAY_MS, until: twoMonthsLater })
  })

  it('that stays refused ends the subscription, which nobody cancelled', async () => {
    await till.subscribe('monthly')
    till.service.changeCard(till.customer, CARDS.savesOnly)
    await till.service.advance(30 * DAY_MS + HOUR_MS + 15 * DAY_MS)
    const { failedCharges, subscriptions, payments } = await till.snapshot()
    expect(failedCharges.map(({ at, retryAt }) => [at - renewedAt, retryAt])).toEqual([
      [15 * DAY_MS, null],
      [8 * DAY_MS, null],
      [3 * DAY_MS, null],
      [0, null],
    ])
    expect(subscriptions).toMatchObject([{ cancelledAt: null, endedAt: renewedAt + 15 * DAY_MS }])
    expect(payments).toHaveLength(1)
  })

  it('without any charge has the id of its invoice', async () => {
    await till.subscribe('monthly')
    till.service.changeCard(till.customer, CARDS.savesOnly)
    await till.service.advance(30 * DAY_MS + HOUR_MS)
    for (const [id, charge] of till.service.world.charges)
      if (charge.status === 'failed') till.service.world.charges.delete(id)
    expect((await till.snapshot()).failedCharges).toEqual([
      { id: expect.stringMatching(/^in_/), at: renewedAt, retryAt: renewedAt + 3 * DAY_MS },
    ])
  })
})

describe('3-D Secure', () => {
  it('pays when the bank agrees, and not when it does not', async () => {
    const { url } = await till.open('monthly', 'card')
    const asked = await till.service.submit(url, { card: CARDS.asksBank })
    const refused = await till.service.submit(asked.url!, { answer: 'fail' })
    expect(refused.html).toContain('No pudimos autenticar')
    expect((await till.snapshot()).payments).toEqual([])
    const again = await till.service.submit(url, { card: CARDS.asksBank })
    const agreed = await till.service.submit(again.url!, { answer: 'complete' })
    expect(agreed.url).toBe('https://norte.example/payment?done')
    expect((await till.snapshot()).payments).toHaveLength(1)
  })
})

describe('a cancellation', () => {
  it('ends the subscription with its period, and can be taken back until then', async () => {
    await till.subscribe('monthly')
    await till.service.advance(DAY_MS)
    await till.accounts.setRenewal(till.customer, false)
    expect((await till.snapshot()).subscriptions).toMatchObject([
      { cancelledAt: START + DAY_MS, endedAt: null, periodEndsAt: monthLater },
    ])
    await till.accounts.setRenewal(till.customer, true)
    expect((await till.snapshot()).subscriptions).toMatchObject([{ cancelledAt: null }])
    await till.accounts.setRenewal(till.customer, false)
    await till.service.advance(30 * DAY_MS)
    expect((await till.snapshot()).subscriptions).toMatchObject([
      { cancelledAt: START + DAY_MS, endedAt: monthLater },
    ])
    expect((await till.snapshot()).payments).toHaveLength(1)
  })

  it('by a day, as the pages of Stripe make it, is one, and is taken back', async () => {
    await till.subscribe('monthly')
    const [subscription] = till.service.world.subscriptions.values()
    Object.assign(subscription!, { cancel_at: monthLater / 1000, canceled_at: START / 1000 })
    expect((await till.snapshot()).subscriptions).toMatchObject([{ cancelledAt: START }])
    await till.accounts.setRenewal(till.customer, true)
    expect((await till.snapshot()).subscriptions).toMatchObject([{ cancelledAt: null }])
  })

  it('of two subscriptions is taken back of the newest, so that one renews itself', async () => {
    await till.subscribe('monthly')
    await till.accounts.setRenewal(till.customer, false)
    await till.subscribe('yearly', {}, { startsAt: monthLater })
    const renewing = async () =>
      (await till.snapshot()).subscriptions
        .filter(({ cancelledAt }) => cancelledAt === null)
        .map(({ planId }) => planId)
    expect(await renewing()).toEqual(['yearly'])
    await till.accounts.setRenewal(till.customer, true)
    expect(await renewing()).toEqual(['yearly'])
    await till.accounts.setRenewal(till.customer, false)
    expect(await renewing()).toEqual([])
    await till.accounts.setRenewal(till.customer, true)
    expect(await renewing()).toEqual(['yearly'])
  })

  it('is not taken back of the newest while an older one goes on', async () => {
    await till.subscribe('monthly')
    await till.accounts.setRenewal(till.customer, false)
    await till.subscribe('yearly', {}, { startsAt: monthLater })
    await till.accounts.setRenewal(till.customer, false)
    // On a page of Stripe.
    const [monthly] = till.service.world.subscriptions.values()
    Object.assign(monthly!, { cancel_at_period_end: false, cancel_at: null })
    await till.accounts.setRenewal(till.customer, true)
    expect(
      (await till.snapshot()).subscriptions.map(({ planId, cancelledAt }) => [planId, cancelledAt]),
    ).toEqual([
      ['yearly', START],
      ['monthly', null],
    ])
  })

  it('that is so already is not written again', async () => {
    await till.subscribe('monthly')
    await till.accounts.setRenewal(till.customer, false)
    const writes = () => till.service.calls.filter(({ path }) => path.startsWith('/v1/subscriptions/')).length
    expect(writes()).toBe(1)
    await till.accounts.setRenewal(till.customer, false)
    expect(writes()).toBe(1)
  })
})

describe('money back', () => {
  it('is told in parts, without what is on its way, and with what failed', async () => {
    await till.subscribe('monthly')
    const [payment] = (await till.snapshot()).payments
    const part = till.service.refund(payment!.id, 10_000)
    const pending = till.service.refund(payment!.id, 5_000, 'pending')
    const refunds = async () => (await till.snapshot()).payments[0]?.refunds
    expect(await refunds()).toEqual([{ id: part, at: START, minor: 10_000, hasFailed: false }])
    till.service.settleRefund(pending, 'failed')
    const rest = till.service.refund(payment!.id)
    expect(await refunds()).toMatchObject([
      { id: rest, minor: 39_900, hasFailed: false },
      { id: pending, hasFailed: true },
      { id: part, hasFailed: false },
    ])
  })

  it.each(['won', 'lost'] as const)('by a dispute is open and then %s', async (outcome) => {
    await till.subscribe('monthly')
    const [payment] = (await till.snapshot()).payments
    const id = till.service.dispute(payment!.id)
    const disputes = async () => (await till.snapshot()).payments[0]?.disputes
    expect(await disputes()).toEqual([{ id, openedAt: START, outcome: 'open' }])
    till.service.closeDispute(id, outcome)
    expect(await disputes()).toEqual([{ id, openedAt: START, outcome }])
  })

  it('is not what a bank only asks about', async () => {
    await till.subscribe('monthly')
    const [payment] = (await till.snapshot()).payments
    till.service.dispute(payment!.id, 'warning_needs_response')
    expect((await till.snapshot()).payments[0]?.disputes).toEqual([])
  })
})

it('asks in five calls, and for the same customer always with the same answer', async () => {
  await till.subscribe('monthly')
  const before = till.service.calls.length
  const first = await till.snapshot()
  expect(till.service.calls.slice(before).map(({ path }) => path.split('?')[0])).toEqual(
    expect.arrayContaining(['/v1/subscriptions', '/v1/invoices', '/v1/payment_intents', '/v1/charges']),
  )
  expect(till.service.calls.length - before).toBe(5)
  expect(await till.snapshot()).toEqual(first)
})
