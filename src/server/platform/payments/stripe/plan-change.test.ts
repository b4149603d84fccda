import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '#time/clock.ts'
import { START, type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'

let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(() => till.service.close())

const at = epochMs(START + 15 * DAY_MS)

describe('from a month to a year, in the middle', () => {
  beforeEach(async () => {
    await till.subscribe('monthly')
    await till.service.advance(15 * DAY_MS)
  })

  it('costs the year less what is left of the month', async () => {
    expect(await till.accounts.previewPlan(till.customer, 'yearly')).toEqual({
      dueNow: { minor: 474_050, currency: 'MXN' },
      creditMinor: 0,
      next: { at: at + 365 * DAY_MS, amount: { minor: 499_000, currency: 'MXN' } },
    })
  })

  it('is a payment that names the new plan and its period', async () => {
    await till.accounts.changePlan(till.customer, 'yearly')
    const { payments, subscriptions } = await till.snapshot()
    expect(payments[0]).toMatchObject({
      checkoutId: null,
      planId: 'yearly',
      amount: { minor: 474_050, currency: 'MXN' },
      paidAt: at,
      until: at + 365 * DAY_MS,
    })
    expect(payments[1]).toMatchObject({ planId: 'monthly', until: START + 30 * DAY_MS })
    expect(subscriptions).toMatchObject([{ planId: 'yearly', periodEndsAt: at + 365 * DAY_MS }])
    await till.service.advance(365 * DAY_MS + HOUR_MS)
    expect((await till.snapshot()).payments[0]).toMatchObject({
      planId: 'yearly',
      amount: { minor: 499_000 },
    })
  })

  it('changes nothing if the card refuses, and is no failed charge of the plan', async () => {
    till.service.changeCard(till.customer, CARDS.savesOnly)
    await expect(till.accounts.changePlan(till.customer, 'yearly')).rejects.toMatchObject({
      name: 'ProviderRefusal',
      reason: 'cardDeclined',
    })
    expect(await till.snapshot()).toMatchObject({
      subscriptions: [{ planId: 'monthly' }],
      payments: [{ planId: 'monthly' }],
      failedCharges: [],
    })
    // A card that works does, although the first attempt failed.
    till.service.changeCard(till.customer, CARDS.works)
    await till.accounts.changePlan(till.customer, 'yearly')
    expect((await till.snapshot()).subscriptions).toMatchObject([{ planId: 'yearly' }])
  })

  it('is done once if its answer is lost', async () => {
    till.service.failNextCalls('drop', 1, { method: 'POST', path: /subscriptions/, afterwards: true })
    await till.accounts.changePlan(till.customer, 'yearly')
    await till.accounts.changePlan(till.customer, 'yearly')
    expect((await till.snapshot()).payments).toHaveLength(2)
  })
})

describe('from a year to a month, in the middle', () => {
  beforeEach(async () => {
    await till.subscribe('yearly')
    await till.service.advance(73 * DAY_MS)
  })
  const changed = epochMs(START + 73 * DAY_MS)
  /** Four fifths of the year are left, of which the first month takes its price. */
  const credit = 399_200 - 49_900

  it('costs nothing, and leaves a credit that later charges use', async () => {
    expect(await till.accounts.previewPlan(till.customer, 'monthly')).toEqual({
      dueNow: { minor: 0, currency: 'MXN' },
      creditMinor: credit,
      next: { at: changed + 31 * DAY_MS, amount: { minor: 0, currency: 'MXN' } },
    })
  })

  it('is a payment of nothing for the first month, and renewals are paid by the credit', async () => {
    await till.accounts.changePlan(till.customer, 'monthly')
    expect((await till.snapshot()).payments[0]).toMatchObject({
      planId: 'monthly',
      amount: { minor: 0 },
      paidAt: changed,
      until: changed + 31 * DAY_MS,
    })
    for (let month = 0; month < 8; month += 1) await till.service.advance(31 * DAY_MS)
    const amounts = (await till.snapshot()).payments.map(({ amount }) => amount.minor)
    expect(amounts.slice(0, 3)).toEqual([49_900, 0, 0])
    expect(amounts.filter((minor) => minor > 0 && minor < 49_900)).toEqual([])
    expect(credit % 49_900).toBe(0)
  })
})

describe('in a trial', () => {
  const startsAt = epochMs(START + 10 * DAY_MS)
  beforeEach(() => till.subscribe('monthly', {}, { startsAt }))

  it('costs nothing until it ends', async () => {
    expect(await till.accounts.previewPlan(till.customer, 'yearly')).toEqual({
      dueNow: { minor: 0, currency: 'MXN' },
      creditMinor: 0,
      next: { at: startsAt, amount: { minor: 499_000, currency: 'MXN' } },
    })
  })

  it('changes what is charged then', async () => {
    await till.accounts.changePlan(till.customer, 'yearly')
    expect((await till.snapshot()).subscriptions).toMatchObject([
      { planId: 'yearly', periodEndsAt: startsAt, trialEndsAt: startsAt },
    ])
    await till.service.advance(10 * DAY_MS + HOUR_MS)
    expect((await till.snapshot()).payments).toMatchObject([{ planId: 'yearly', amount: { minor: 499_000 } }])
  })
})

it('counts what a coupon took off only as far as it was paid', async () => {
  till.service.addPromotionCode('MITAD', { percent: 50 })
  await till.subscribe('monthly', { promotionCode: 'MITAD' })
  await till.service.advance(15 * DAY_MS)
  const { dueNow } = await till.accounts.previewPlan(till.customer, 'yearly')
  expect(dueNow.minor).toBe(499_000 - 12_475)
})

it('takes off what an earlier change had left, and tells what is left then', async () => {
  await till.subscribe('monthly')
  await till.service.advance(15 * DAY_MS)
  till.service.world.customers.get(till.customer)!.balance = -600_000
  const { dueNow, creditMinor, next } = await till.accounts.previewPlan(till.customer, 'yearly')
  expect([dueNow.minor, creditMinor, next.amount.minor]).toEqual([0, 125_950, 373_050])
})

it('refuses without a subscription', async () => {
  await expect(till.accounts.previewPlan(till.customer, 'yearly')).rejects.toThrow('no subscription')
  await expect(till.accounts.changePlan(till.customer, 'yearly')).rejects.toThrow('no subscription')
})

it('writes nothing for a plan that the subscription has already', async () => {
  await till.subscribe('monthly')
  await till.accounts.changePlan(till.customer, 'monthly')
  expect(till.service.calls.filter(({ path }) => path.startsWith('/v1/subscriptions/'))).toEqual([])
})

it('leads to the page for another card', async () => {
  await till.subscribe('monthly')
  const { url } = await till.accounts.openPortal(
    till.customer,
    'https://norte.example/profile/payment',
    'es-MX',
  )
  const wrong = await till.service.submit(url, { card: CARDS.declined })
  expect(wrong.html).toContain('rechazada')
  const right = await till.service.submit(url, { card: CARDS.works })
  expect(right.url).toBe('https://norte.example/profile/payment')
  const [portal] = till.service.world.portals.values()
  expect(portal).toMatchObject({ customer: till.customer, locale: 'es-419' })
})
