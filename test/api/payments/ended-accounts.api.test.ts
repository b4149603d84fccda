import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listLines } from '#server/modules/payments/ledger/ledger.service.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { DAY_MS } from '#time/clock.ts'
import { PASSWORD, type TestCoach } from '#test/support/people.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'

// What becomes of a card when its coach leaves (product §18).

let world: StripeApp
beforeAll(async () => {
  world = await makeStripeApp()
})
beforeEach(() => world.startTest())
afterAll(() => world.close())

const call: StripeApp['app']['call'] = (...of) => world.app.call(...of)
const lastCustomer = () => [...world.stripe.world.customers.keys()].at(-1)!
const lastSubscription = () => [...world.stripe.world.subscriptions.values()].at(-1)!

async function subscribed(): Promise<TestCoach> {
  const coach = await world.unpaid()
  await world.subscribe(coach)
  await world.tell()
  return coach
}

// @spec P.344
describe('a coach who deletes their account', () => {
  const askEnd = (coach: TestCoach) =>
    call(
      'POST /v1/user/:userId/deletion',
      { params: { userId: coach.userId }, body: { password: PASSWORD } },
      coach.token,
    )

  it('has no card that is charged again, and is no customer of Stripe any more once it is gone', async () => {
    const coach = await subscribed()
    const customer = lastCustomer()
    expect((await askEnd(coach)).status).toBe(202)
    expect(lastSubscription()).toMatchObject({ status: 'active', cancel_at_period_end: true })
    const charges = world.stripe.world.charges.size
    // They do not sign in any more.
    world.startTest()
    for (let day = 0; day < 31; day += 1) {
      await world.pass(DAY_MS)
      await world.app.settle()
    }
    expect(world.stripe.world.charges.size).toBe(charges)
    expect(world.stripe.world.customers.has(customer)).toBe(false)
    const books = await listLines(world.app.deps.db, scopeOfPractice(coach.userId))
    expect(books.map(({ fact }) => fact.cause)).toContain('paid')
    // A notice that comes late is of nobody, and no reason to fail.
    await world.pass(40 * DAY_MS)
    await world.app.settle()
  })

  it('is refused while Stripe does not answer, and nothing is promised', async () => {
    const coach = await subscribed()
    world.stripe.failNextCalls(500, 1_000, {})
    const refused = await askEnd(coach)
    expect([refused.status, refused.refusal.code]).toEqual([503, 'payment.provider_away'])
    world.stripe.recover()
    const state = await call(
      'GET /v1/user/:userId/deletion',
      { params: { userId: coach.userId } },
      coach.token,
    )
    expect(state.body.dueAt).toBeNull()
    expect(lastSubscription()).toMatchObject({ cancel_at_period_end: false })
  })

  it('is gone although Stripe has deleted the customer before', async () => {
    const coach = await subscribed()
    const { accounts } = world.app.deps.payments
    const customer = lastCustomer()
    await accounts!.removeCustomer(customer)
    await accounts!.removeCustomer(customer)
    expect(lastSubscription()).toMatchObject({ status: 'canceled' })
    expect((await askEnd(coach)).status).toBe(202)
  })
})
