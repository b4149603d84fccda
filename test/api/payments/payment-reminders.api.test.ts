import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FailedCharge, Payment, Snapshot, Subscription } from '#contract/payments/snapshot.ts'
import { fireTimers } from '#server/effects/timer-commands.ts'
import { readCustomer } from '#server/modules/payments/accounts/reading.service.ts'
import { startReminding } from '#server/modules/payments/reminders/reminders.service.ts'
import * as customers from '#server/modules/payments/accounts/customers.repository.ts'
import type { PaymentAccounts } from '#server/platform/payments/accounts.ts'
import { createPaymentProvider } from '#server/platform/payments/payments.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { DAY_MS, epochMs, fromIso } from '#time/clock.ts'
import { type TestApp, instant, makeApp } from '#test/support/app.ts'
import { type TestDatabase, openTestDatabase } from '#test/support/database.ts'
import { PASSWORD, type TestCoach, newCoach, pay } from '#test/support/people.ts'

let app: TestApp
let second: TestApp
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  app = await makeApp({ database })
  second = await makeApp({ database, clock: app.clock })
})
afterAll(async () => {
  await second.close()
  await app.close()
  await database.close()
})
beforeEach(() => app.startTest())

const ENDING = /^Tu plan termina el /
const FAILED = 'No pudimos cobrar tu tarjeta'

/** What a coach was mailed of their payment by both servers, the first first. */
async function mailed({ email }: TestCoach) {
  const mails = [...(await app.mails(email)), ...(await second.mails(email))]
  return mails.filter(
    ({ subject }) => ENDING.test(subject) || subject === FAILED || /plan ends/.test(subject),
  )
}
/** What a coach was notified of, the first first. */
async function notified({ userId }: TestCoach) {
  const rows = await app.deps.db
    .selectFrom('notifications')
    .where('user_id', '=', userId)
    .select(['type', 'body'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ type, body }) => ({ type, body }))
}
/** How many after everything that is due by then. */
async function countAt(coach: TestCoach, when: string) {
  app.clock.set(instant(when))
  await app.settle()
  return (await mailed(coach)).length
}
/** Weeks later a sign-in has ended. */
async function again({ email }: TestCoach): Promise<string> {
  const answer = await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
  expect(answer.status).toBe(200)
  return answer.body.token
}
/** Pays a month from 2 February, 9:00, until 2 March, 9:00 in Mexico City. */
async function paying(timezone = 'America/Mexico_City') {
  const coach = await newCoach(app, { paid: false, timezone })
  await pay(app, coach.token)
  return coach
}

// @spec P.285
describe('the end of a prepaid period', () => {
  it('is mailed of what was paid before there were reminders, and once where a worker starts twice', async () => {
    const coach = await paying()
    const timers = () =>
      app.deps.db
        .selectFrom('timers')
        .select(['key', 'due_at'])
        .where('key', 'like', 'payment.remind:%')
        .orderBy('key')
        .execute()
    const usual = await timers()
    expect(usual).toHaveLength(3)
    await app.deps.db.deleteFrom('timers').where('key', 'like', 'payment.remind:%').execute()
    await startReminding(app.deps)
    expect(await timers()).toEqual(expect.arrayContaining(usual))
    expect(await countAt(coach, '2027-02-23T16:00:00.000Z')).toBe(1)
    await startReminding(app.deps)
    expect(await countAt(coach, '2027-02-23T17:00:00.000Z')).toBe(1)
  })

  it('is mailed 7, 3 and 1 days before, at ten by the coach’s clock, once each', async () => {
    const coach = await paying()
    const counts = []
    for (const [before, due] of [
      ['2027-02-23T15:59:59.999Z', '2027-02-23T16:00:00.000Z'],
      ['2027-02-27T15:59:59.999Z', '2027-02-27T16:00:00.000Z'],
      ['2027-03-01T15:59:59.999Z', '2027-03-01T16:00:00.000Z'],
    ] as const) {
      counts.push(await countAt(coach, before), await countAt(coach, due))
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3])
    expect(await countAt(coach, '2027-04-10T16:00:00.000Z')).toBe(3)
    const [mail] = await mailed(coach)
    expect(mail!.subject).toBe('Tu plan termina el 2 de marzo de 2027')
    expect(mail!.text).toContain('Lo que pagaste de Norte termina el 2 de marzo de 2027.')
    expect(mail!.text).toContain(`${app.deps.config.publicUrl}/profile/payment`)
    expect(mail!.text).not.toContain('unsubscribe')
  })

  it('is mailed in the language of the coach', async () => {
    const coach = await paying()
    const params = { userId: coach.userId }
    await app.call('PUT /v1/user/:userId/preferences', { params, body: { language: 'en-US' } }, coach.token)
    expect(await countAt(coach, '2027-02-23T16:00:00.000Z')).toBe(1)
    expect((await mailed(coach))[0]!.subject).toBe('Your plan ends on March 2, 2027')
  })

  it('is not mailed to somebody who has paid for the next, until that ends', async () => {
    const coach = await paying()
    expect(await countAt(coach, '2027-02-23T16:00:00.000Z')).toBe(1)
    await pay(app, await again(coach))
    expect(await countAt(coach, '2027-03-25T16:00:00.000Z')).toBe(1)
    expect(await countAt(coach, '2027-03-26T16:00:00.000Z')).toBe(2)
  })

  it('is not mailed to somebody who has paid between the timer and the mail', async () => {
    const coach = await paying()
    app.clock.set(instant('2027-02-23T16:00:00.000Z'))
    await fireTimers(app.deps)
    await pay(app, await again(coach))
    await app.settle()
    expect(await mailed(coach)).toEqual([])
  })

  it('is not mailed once the plan is cancelled, and again once that is taken back', async () => {
    const coach = await paying()
    await app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(await countAt(coach, '2027-02-24T16:00:00.000Z')).toBe(0)
    const resumed = await app.call('POST /v1/payment/resume', {}, await again(coach))
    expect(resumed.status).toBe(200)
    expect(await countAt(coach, '2027-02-26T16:00:00.000Z')).toBe(0)
    expect(await countAt(coach, '2027-02-27T16:00:00.000Z')).toBe(1)
  })

  it('is mailed once however many workers there are', async () => {
    const coach = await paying()
    app.clock.set(instant('2027-02-23T16:00:00.000Z'))
    await Promise.all([fireTimers(app.deps), fireTimers(second.deps)])
    await Promise.all([app.settle(), second.settle()])
    expect(await mailed(coach)).toHaveLength(1)
  })

  it('is mailed once by workers that were away for days, and not at all after it', async () => {
    const coach = await paying()
    expect(await countAt(coach, '2027-03-01T20:00:00.000Z')).toBe(1)
    app.clock.set(instant('2027-02-02T15:00:00.000Z'))
    const other = await paying()
    expect(await countAt(other, '2027-03-02T15:00:00.000Z')).toBe(0)
  })

  it('follows the zone that the coach chooses, and mails nothing twice', async () => {
    const coach = await paying('Europe/Madrid')
    expect(await countAt(coach, '2027-02-23T08:59:59.999Z')).toBe(0)
    expect(await countAt(coach, '2027-02-23T09:00:00.000Z')).toBe(1)
    // Ten o'clock of the same day is still to come in Tijuana.
    const moved = await app.call(
      'PUT /v1/user/:userId/preferences',
      { params: { userId: coach.userId }, body: { timezone: 'America/Tijuana' } },
      await again(coach),
    )
    expect(moved.status).toBe(200)
    expect(await countAt(coach, '2027-02-23T18:00:00.000Z')).toBe(1)
    expect(await countAt(coach, '2027-02-27T17:59:59.999Z')).toBe(1)
    expect(await countAt(coach, '2027-02-27T18:00:00.000Z')).toBe(2)
  })
})

describe('a subscription', () => {
  const START = fromIso('2027-02-02T15:00:00Z')
  const ENDS = fromIso('2027-03-02T15:00:00Z')
  const subscription: Subscription = {
    id: 'sub_1',
    checkoutId: null,
    planId: 'monthly',
    trialEndsAt: null,
    startedAt: START,
    periodEndsAt: ENDS,
    cancelledAt: null,
    endedAt: null,
  }
  const payment: Payment = {
    id: 'in_1',
    checkoutId: null,
    planId: 'monthly',
    method: 'card',
    amount: { minor: 49_900, currency: 'MXN' },
    paidAt: START,
    from: START,
    until: ENDS,
    isPlanChange: false,
    refunds: [],
    disputes: [],
  }
  const failed = (id: string, at: string, retryAt: string | null): FailedCharge => ({
    id,
    at: fromIso(at),
    retryAt: retryAt === null ? null : fromIso(retryAt),
  })
  const FIRST = failed('ch_1', '2027-03-02T16:00:00Z', '2027-03-05T16:00:00Z')
  const LAST = failed('ch_2', '2027-03-05T16:00:00Z', null)

  let testMode: TestApp['deps']['payments']
  let snapshot: Snapshot
  beforeEach(() => {
    testMode = app.deps.payments
    snapshot = {
      subscriptions: [subscription],
      payments: [payment],
      failedCharges: [],
      vouchers: [],
      balance: null,
    }
    // An account of which only what it has is asked.
    const accounts = { snapshot: async () => snapshot } as unknown as PaymentAccounts
    app.deps.payments = createPaymentProvider('stripe', app.deps.config.publicUrl, accounts)
  })
  afterEach(() => {
    app.deps.payments = testMode
  })

  async function subscriber() {
    const coach = await newCoach(app, { paid: false })
    const customer = `cus_${coach.userId}`
    await customers.putCustomer(app.deps.db, scopeOfPractice(coach.userId), { provider: 'stripe', customer })
    const read = (more: Partial<Snapshot> = {}) => {
      snapshot = { ...snapshot, ...more }
      return readCustomer(app.deps, customer)
    }
    await read()
    return { coach, read }
  }

  it('that renews itself reminds of nothing, until somebody ends it otherwise than by cancelling', async () => {
    const { coach, read } = await subscriber()
    expect(await countAt(coach, '2027-02-24T16:00:00.000Z')).toBe(0)
    // The provider has none any more, and what was paid runs on.
    await read({ subscriptions: [] })
    expect(await countAt(coach, '2027-02-27T16:00:00.000Z')).toBe(1)
    await read({ subscriptions: [subscription] })
    expect(await countAt(coach, '2027-03-01T16:00:00.000Z')).toBe(1)
  })

  it('that was cancelled reminds of nothing', async () => {
    const { coach, read } = await subscriber()
    await read({ subscriptions: [{ ...subscription, cancelledAt: epochMs(START + DAY_MS) }] })
    expect(await countAt(coach, '2027-03-02T15:00:00.000Z')).toBe(0)
  })

  // @spec P.300
  it('whose charge failed is mailed once, with when it is tried again, and once more for the last time', async () => {
    const { coach, read } = await subscriber()
    app.clock.set(FIRST.at)
    await read({ failedCharges: [FIRST] })
    await Promise.all([read(), read()])
    await app.settle()
    const [first, ...more] = await mailed(coach)
    expect(more).toEqual([])
    expect(first!.subject).toBe(FAILED)
    expect(first!.text).toContain(
      'No pudimos cobrar tu tarjeta. Intentaremos de nuevo el 5 de marzo de 2027.',
    )
    app.clock.set(LAST.at)
    await read({ failedCharges: [LAST, { ...FIRST, retryAt: null }] })
    await app.settle()
    const mails = await mailed(coach)
    expect(mails).toHaveLength(2)
    expect(mails.some(({ text }) => text.includes('y no lo intentaremos de nuevo.'))).toBe(true)
    expect(await notified(coach)).toEqual([
      { type: 'PAYMENT_FAILED', body: {} },
      { type: 'PAYMENT_FAILED', body: {} },
    ])
  })

  it('mails nothing of a charge that was paid since, whenever that is heard of', async () => {
    const renewed: Payment = {
      ...payment,
      id: 'in_2',
      paidAt: epochMs(FIRST.at + DAY_MS),
      until: fromIso('2027-04-02T15:00:00Z'),
    }
    const { coach, read } = await subscriber()
    app.clock.set(renewed.paidAt)
    await read({ failedCharges: [{ ...FIRST, retryAt: null }], payments: [renewed, payment] })
    await app.settle()
    expect(await mailed(coach)).toEqual([])
    snapshot = { ...snapshot, failedCharges: [], payments: [payment] }
    const late = await subscriber()
    app.clock.set(FIRST.at)
    await late.read({ failedCharges: [FIRST], payments: [payment] })
    app.clock.set(renewed.paidAt)
    await late.read({ payments: [renewed, payment] })
    await app.settle()
    expect(await mailed(late.coach)).toEqual([])
    // Who has just given a card was thanked; its renewal is news.
    const renewal = { type: 'PAYMENT_RECEIVED', body: { until: '2027-04-02T15:00:00.000Z' } }
    expect([await notified(coach), await notified(late.coach)]).toEqual([[renewal], [renewal]])
  })
})
