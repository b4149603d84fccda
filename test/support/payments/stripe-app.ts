import type { PaymentMethod, PlanId } from '#contract/payments.ts'
import { expect } from 'vitest'
import { stateOf } from '#server/modules/payments/ledger/ledger.domain.ts'
import { listLines } from '#server/modules/payments/ledger/ledger.service.ts'
import { getPayment } from '#server/modules/payments/payments.repository.ts'
import { scopeOfPractice } from '#server/policy/scope.ts'
import { type EpochMs, fixedClock, fromIso } from '#time/clock.ts'
import { type TestApp, makeApp } from '../app.ts'
import { type TestCoach, newCoach } from '../people.ts'
import { seedSignIns } from '../seeds.ts'
import { CARDS } from '../fakes/stripe/cards.ts'
import { type StripeService, startStripe } from '../fakes/stripe/stripe.ts'

/** Where tests begin: a Monday, 09:00 in Mexico City. */
const START: EpochMs = fromIso('2027-02-01T15:00:00Z')

/** A product whose coaches pay through a Stripe, whose events wait until a test sends them. */
export type StripeApp = {
  app: TestApp
  stripe: StripeService
  /** Those of the app, for another server beside it. */
  settings: Record<string, string>
  close(): Promise<void>
} & Driver

type Driver = ReturnType<typeof driverOf>

type Options = Pick<
  NonNullable<Parameters<typeof makeApp>[0]>,
  'env' | 'onExchange' | 'database' | 'bus' | 'actorCacheMs'
>

export async function makeStripeApp({ env = {}, ...options }: Options = {}): Promise<StripeApp> {
  const clock = fixedClock(START)
  // Its clock runs ahead of one that is fixed, so that what is due on the way happens at its time.
  const stripe = await startStripe({ clock: fixedClock(START) })
  stripe.webhooks.hold()
  // The port is known once the server listens, which needs the secret: the endpoint is moved then.
  const secret = stripe.notify('http://127.0.0.1:9/')
  const settings = {
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_WEBHOOK_SECRETS: secret,
    STRIPE_API_URL: stripe.url,
    ...env,
  }
  const app = await makeApp({ ...options, clock, env: settings })
  const origin = await app.listen()
  for (const endpoint of stripe.world.endpoints.values()) endpoint.url = `${origin}/v1/payment/stripe/webhook`
  return {
    app,
    stripe,
    settings,
    ...driverOf(app, stripe),
    async close() {
      await app.close()
      await stripe.close()
    },
  }
}

function driverOf(app: TestApp, stripe: StripeService) {
  let coaches: TestCoach[] = []
  return {
    /** A coach who has not paid; they sign in again when time passes. */
    async unpaid(): Promise<TestCoach> {
      const coach = await newCoach(app, { paid: false })
      coaches.push(coach)
      return coach
    },
    /** Nobody of before signs in again. */
    startTest() {
      coaches = []
      stripe.recover()
    },
    /** Opens a page to pay on. Answers it as Stripe has it. */
    async open({ token }: TestCoach, planId: PlanId = 'monthly', method: PaymentMethod = 'card') {
      const answer = await app.call('POST /v1/payment/checkout', { body: { planId, method } }, token)
      if (answer.status !== 201) throw new Error(`checkout: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Pays with a card on the hosted page. */
    async subscribe(coach: TestCoach, planId: PlanId = 'monthly', card: string = CARDS.works) {
      const { url } = await this.open(coach, planId)
      await stripe.submit(url, { card })
    },
    /** Sends what has happened, as Stripe does; answers the statuses. */
    async tell(): Promise<number[]> {
      const sent = await stripe.webhooks.send([...stripe.webhooks.waiting()])
      return sent.map(({ status }) => status)
    },
    /** Lets time pass for both; what happens waits to be told. */
    async wait(ms: number): Promise<void> {
      await stripe.advance(ms)
      app.clock.set(stripe.clock.now())
      await seedSignIns(app, coaches)
    },
    /** Lets time pass for both, and has Stripe tell of it. */
    async pass(ms: number): Promise<void> {
      await this.wait(ms)
      await this.tell()
    },
    /** How long the coach's period still runs. */
    async left(coach: TestCoach): Promise<number> {
      const { periodEndsAt } = await this.state(coach)
      return fromIso(periodEndsAt!) - app.clock.now()
    },
    /** That the ledgers of this test's coaches add up to what the gate reads, all from lines of what happened. */
    async expectSums(): Promise<void> {
      const { db } = app.deps
      for (const { userId } of coaches) {
        const scope = scopeOfPractice(userId)
        const lines = await listLines(db, scope)
        expect(stateOf(lines)).toEqual(await getPayment(db, scope))
        expect(lines.map(({ fact }) => fact.cause)).not.toContain('carriedOver')
      }
    },
    state: async ({ token }: TestCoach) => (await app.call('GET /v1/payment/me', {}, token)).body,
    waiting: async ({ token }: TestCoach) => (await app.call('GET /v1/payment/waiting', {}, token)).body,
    causes: async ({ token }: TestCoach) =>
      (await app.call('GET /v1/payment/ledger', {}, token)).body.data.map(({ cause }) => cause).toReversed(),
  }
}
