import { afterEach, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, epochMs } from '#time/clock.ts'
import { START, type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'

let till: Till
afterEach(() => till.service.close())

const monthLater = epochMs(START + 30 * DAY_MS)

it('tells a subscription and its first payment', async () => {
  till = await openTill()
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
        until: monthLater,
        refunds: [],
        disputes: [],
      },
    ],
    failedCharges: [],
    vouchers: [],
    balance: null,
  })
})

it('tells renewals, which no checkout asked for', async () => {
  till = await openTill()
  await till.subscribe('monthly')
  await till.service.advance(30 * DAY_MS + HOUR_MS)
  const { payments, subscriptions } = await till.snapshot()
  expect(payments.map(({ checkoutId, paidAt, until }) => ({ checkoutId, paidAt, until }))).toEqual([
    { checkoutId: null, paidAt: monthLater + HOUR_MS, until: START + 61 * DAY_MS },
    { checkoutId: expect.any(String), paidAt: START, until: monthLater },
  ])
  expect(subscriptions[0]?.periodEndsAt).toBe(START + 61 * DAY_MS)
})
