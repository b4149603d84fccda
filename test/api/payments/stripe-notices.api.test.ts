import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readCustomer, readMissed } from '#server/modules/payments/accounts/reading.service.ts'
import {
  forgetOldNotices,
  forgetUnknownNotices,
  startReconciling,
} from '#server/modules/payments/accounts/reconciling.service.ts'
import { listUnknownNotices, reconcileNow, showLedger } from '#server/modules/payments/operator.service.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { type StripeApp, makeStripeApp } from '#test/support/payments/stripe-app.ts'
import type { TestCoach } from '#test/support/people.ts'

let world: StripeApp
beforeAll(async () => {
  world = await makeStripeApp()
})
beforeEach(() => world.startTest())
afterEach(() => world.expectSums())
afterAll(() => world.close())

const KEY = 'payment.reconcile'
const PATH = '/v1/payment/stripe/webhook'
const lastCustomer = () => [...world.stripe.world.customers.keys()].at(-1)!
const lastCharge = () => [...world.stripe.world.charges.keys()].at(-1)!
type Send = StripeApp['stripe']['webhooks']['send']
type StripeEvent = ReturnType<StripeApp['stripe']['webhooks']['waiting']>[number]
const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id)
const isWaiting = (event: StripeEvent) => world.stripe.webhooks.waiting().includes(event)
const secret = () => [...world.stripe.world.secrets.values()][0]![0]!

/** Sends a call as Stripe would, or not quite. */
const send = (body: string, signature?: string) =>
  world.app.send({
    method: 'POST',
    url: PATH,
    headers: {
      'content-type': 'application/json',
      ...(signature !== undefined && { 'stripe-signature': signature }),
    },
    body: Buffer.from(body),
  })

/** Where a story has led a coach: their payment, and each line of their ledger with its amount. */
async function endOf(coach: TestCoach) {
  const { paymentStatus, planId, renewsAs } = await world.state(coach)
  const { body } = await world.app.call('GET /v1/payment/ledger', {}, coach.token)
  const lines = body.data.map(({ cause, amountMinor }) => [cause, amountMinor].filter(Boolean).join(' '))
  return { paymentStatus, planId, renewsAs, lines: lines.toReversed() }
}

/** A customer who is nobody here, and has paid. */
async function paidByNobody(): Promise<string> {
  const customer = await world.app.deps.payments.accounts!.createCustomer({
    coachId: (await world.unpaid()).userId,
    name: 'Nadie',
    email: 'nadie@correo.example',
    language: 'es-MX',
  })
  const { url } = await world.app.deps.payments.accounts!.openCheckout(customer, {
    id: world.app.deps.newId(),
    planId: 'monthly',
    method: 'card',
    startsAt: null,
    returnUrl: 'https://norte.example/',
    cancelUrl: 'https://norte.example/',
  })
  await world.stripe.submit(url, { card: world.stripe.cards.works })
  return customer
}

// @spec P.279
describe('a call of Stripe', () => {
  it('that is forged, changed, old or of somebody else changes nothing', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    const events = world.stripe.webhooks.waiting()
    const body = JSON.stringify(events.at(-1))
    const now = world.stripe.clock.now()
    const good = world.stripe.sign(body, secret())
    const tries = [
      await send(body),
      await send(body, ''),
      await send(body, 't=1,v1=00'),
      await send(body, world.stripe.sign(body, 'whsec_of_somebody_else')),
      await send(body.replace('evt_', 'evt-'), good),
      await send(body, world.stripe.sign(body, secret(), (now - 6 * 60_000) as typeof now)),
    ]
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    expect((await send(body, good)).status).toBe(204)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
  })

  it('twice, all at once, reversed, or days late leads to the same payment', async () => {
    const send: Send = (...of) => world.stripe.webhooks.send(...of)
    const ways: ((events: Parameters<Send>[0]) => ReturnType<Send>)[] = [
      (events) => send(events),
      (events) => send([...events, ...events]),
      (events) => send([...events, ...events], { atOnce: true }),
      (events) => send([...events].reverse()),
      async (events) => {
        await world.wait(3 * DAY_MS)
        return send([...events].reverse())
      },
      async (events) => {
        const first = await send(events.slice(0, 1))
        await world.wait(3 * DAY_MS)
        return [...first, ...(await send(events.slice(1).reverse()))]
      },
    ]
    for (const way of ways) {
      const coach = await world.unpaid()
      await world.subscribe(coach)
      const paid = [...world.stripe.webhooks.waiting()]
      expect(paid.length).toBeGreaterThan(3)
      const told = await way(paid)
      expect(told.length).toBeGreaterThanOrEqual(paid.length)
      expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: 'monthly' })
      expect((await world.app.call('POST /v1/payment/cancel', { body: {} }, coach.token)).status).toBe(200)
      world.stripe.refund(lastCharge(), 10_000)
      const events = [...world.stripe.webhooks.waiting()]
      expect(events.map(({ type }) => type)).toEqual([
        'customer.subscription.updated',
        'refund.created',
        'charge.refunded',
      ])
      told.push(...(await way(events)))
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set([204]))
      expect(await endOf(coach)).toEqual({
        paymentStatus: 'cancelled',
        planId: 'monthly',
        renewsAs: null,
        lines: ['paid 49900', 'cancelled', 'refunded 10000'],
      })
    }
  })

  it('in any order, each as late as it likes, leads to the same payment', async () => {
    const steps: (() => unknown)[] = [
      () => world.stripe.refund(lastCharge(), 10_000),
      () => world.stripe.dispute(lastCharge()),
      () => world.app.deps.payments.accounts!.setRenewal(lastCustomer(), false),
      () => world.stripe.closeDispute([...world.stripe.world.disputes.keys()].at(-1)!, 'won'),
      () => world.stripe.dispute(lastCharge(), 'warning_needs_response'),
    ]
    const EVENTS = 6
    // How many steps each event is late, and its place among those that are sent together.
    const someDelays = fc.array(fc.tuple(fc.nat(steps.length), fc.nat(100)), {
      minLength: EVENTS,
      maxLength: EVENTS,
    })
    const inTime = Array.from({ length: EVENTS }, (_, at): [number, number] => [0, at])
    const allLate = inTime.map(([, at]): [number, number] => [steps.length, at])
    const reversed = allLate.map(([late, at]): [number, number] => [late, -at])
    const play = async (delays: readonly [number, number][]) => {
      const coach = await world.unpaid()
      await world.subscribe(coach)
      await world.tell()
      const happened: { event: StripeEvent; due: number; place: number }[] = []
      const statuses: number[] = []
      for (const [at, step] of steps.entries()) {
        await step()
        const known = new Set(happened.map(({ event }) => event))
        for (const event of world.stripe.webhooks.waiting()) {
          const [late, place] = delays[happened.length]!
          if (!known.has(event)) happened.push({ event, due: at + late, place })
        }
        const isLast = at === steps.length - 1
        const due = happened
          .filter((one) => isWaiting(one.event) && (one.due <= at || isLast))
          .toSorted((a, b) => a.place - b.place)
        const sent = await world.stripe.webhooks.send(due.map(({ event }) => event))
        statuses.push(...sent.map(({ status }) => status))
        await world.wait(MINUTE_MS)
      }
      expect(statuses).toEqual(happened.map(() => 204))
      expect(happened).toHaveLength(EVENTS)
      expect(await endOf(coach)).toEqual({
        paymentStatus: 'cancelled',
        planId: 'monthly',
        renewsAs: null,
        lines: ['paid 49900', 'refunded 10000', 'disputeOpened', 'cancelled', 'disputeWon'],
      })
    }
    await fc.assert(fc.asyncProperty(someDelays, play), {
      numRuns: propertyRuns(12),
      examples: [[inTime], [allLate], [reversed]],
    })
  })

  it('is kept in the transaction of its effect: neither is there where the ledger cannot be written', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    const { db } = world.app.deps
    const kept = () =>
      db
        .selectFrom('payment_notices')
        .select(['id', 'coach_id as coachId'])
        .where('customer', '=', lastCustomer())
        .execute()
    const lines = () =>
      db.selectFrom('payment_entries').select('id').where('coach_id', '=', coach.userId).execute()
    await sql`
      create function refuse_an_entry() returns trigger language plpgsql as $$
      begin raise exception 'The disk is full'; end $$`.execute(db)
    await sql`
      create trigger refused before insert on payment_entries
      for each row execute function refuse_an_entry()`.execute(db)
    const events = world.stripe.webhooks.waiting()
    try {
      expect(new Set(await world.tell())).toEqual(new Set([500]))
      expect([await kept(), await lines()]).toEqual([[], []])
      expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    } finally {
      await sql`drop function refuse_an_entry cascade`.execute(db)
    }
    // Stripe sends again what was not taken.
    await world.wait(HOUR_MS)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
    const expected = events.map(({ id }) => ({ id, coachId: coach.userId }))
    expect((await kept()).toSorted(byId)).toEqual(expected.toSorted(byId))
    expect(await lines()).toHaveLength(1)
    await world.stripe.webhooks.send(events)
    expect([(await kept()).length, (await lines()).length]).toEqual([events.length, 1])
  })

  it('about a customer whom nobody here is, is kept for the operator', async () => {
    const customer = await paidByNobody()
    expect(new Set(await world.tell())).toEqual(new Set([204]))
    const kept = await listUnknownNotices(world.app.deps)
    expect(kept.filter((notice) => notice.customer === customer).map(({ type }) => type)).toContain(
      'invoice.paid',
    )
    // It goes after a year, and not with what was told of coaches.
    const { db, clock } = world.app.deps
    const later = epochMs(clock.now() + 1)
    const forget = (what: typeof forgetOldNotices, most = 1_000) =>
      db.transaction().execute((tx) => what(tx, later, most))
    await forget(forgetOldNotices)
    expect(await listUnknownNotices(world.app.deps)).toEqual(kept)
    expect(await forget(forgetUnknownNotices, 1)).toBe(1)
    await forget(forgetUnknownNotices)
    expect(await listUnknownNotices(world.app.deps)).toEqual([])
  })

  it('about no customer at all, or one who was deleted there, is kept and not asked for again', async () => {
    const bare = JSON.stringify({ id: 'evt_bare', type: 'payout.paid', created: 1, data: { object: {} } })
    expect((await send(bare, world.stripe.sign(bare, secret()))).status).toBe(204)
    const coach = await world.unpaid()
    await world.subscribe(coach)
    const customer = lastCustomer()
    world.stripe.world.customers.delete(customer)
    expect(new Set(await world.tell())).toEqual(new Set([204]))
    expect((await listUnknownNotices(world.app.deps)).map(({ id }) => id)).toContain('evt_bare')
    const body = { planId: 'monthly', method: 'card' } as const
    const gone = await world.app.call('POST /v1/payment/checkout', { body }, coach.token)
    expect(gone.refusal.code).toBe('payment.provider_away')
  })

  it('about a customer who is gone, and whose card would be charged, can be ended by the coach, who is another one at the next payment', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    const gone = lastCustomer()
    world.stripe.world.customers.delete(gone)
    expect(await world.state(coach)).toMatchObject({ renewsAs: 'monthly' })
    const { deps } = world.app
    const { body } = await world.app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(body).toMatchObject({ paymentStatus: 'active', renewsAs: null })
    const kept = deps.db
      .selectFrom('payment_customers')
      .select('customer')
      .where('coach_id', '=', coach.userId)
    expect(await kept.execute()).toEqual([])
    await world.pass((await world.left(coach)) - 10 * DAY_MS)
    await world.subscribe(coach)
    await world.tell()
    const [another] = await kept.execute()
    expect(another!.customer).not.toBe(gone)
    expect(world.stripe.world.customers.get(another!.customer)).toMatchObject({ email: coach.email })
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: 'monthly' })
  })

  it('about a customer who was deleted before anything was paid leads to another one at once', async () => {
    const coach = await world.unpaid()
    await world.open(coach)
    const gone = lastCustomer()
    world.stripe.world.customers.delete(gone)
    const body = { planId: 'monthly', method: 'card' } as const
    const first = await world.app.call('POST /v1/payment/checkout', { body }, coach.token)
    expect(first.refusal.code).toBe('payment.provider_away')
    await world.subscribe(coach)
    expect(lastCustomer()).not.toBe(gone)
    await world.tell()
    expect(await world.state(coach)).toMatchObject({ payment: true, paymentStatus: 'active' })
  })

  it('while Stripe does not answer is read by a job afterwards', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    world.stripe.failNextCalls(500, 1_000)
    expect(new Set(await world.tell())).toEqual(new Set([204]))
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    world.stripe.recover()
    await world.app.settle()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
  })

  it('that never came is found by the daily reading', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    const { deps } = world.app
    await startReconciling(deps)
    await world.app.settle()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
    const timer = await deps.db
      .selectFrom('timers')
      .select('due_at as dueAt')
      .where('key', '=', KEY)
      .executeTakeFirstOrThrow()
    expect(timer.dueAt).toBe(world.app.clock.now() + DAY_MS)
  })
})

// @spec P.278
describe('what is not told', () => {
  it('is found on the next day, by the job that was there already', async () => {
    const { deps } = world.app
    const timer = () => deps.db.selectFrom('timers').select('due_at as dueAt').where('key', '=', KEY)
    await deps.db.deleteFrom('timers').where('key', '=', KEY).execute()
    await startReconciling(deps)
    await world.app.settle()
    const { dueAt } = await timer().executeTakeFirstOrThrow()
    expect(dueAt).toBe(world.app.clock.now() + DAY_MS)
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.wait(DAY_MS - 1)
    await world.app.settle()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'none' })
    await world.wait(1)
    await world.app.settle()
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active' })
    expect((await timer().executeTakeFirstOrThrow()).dueAt).toBe(dueAt + DAY_MS)
    // What is told at last is known already.
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid'])
  })
})

describe('readings of one customer', () => {
  it('that were overtaken change nothing', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    const customer = lastCustomer()
    const { deps } = world.app
    const accounts = deps.payments.accounts!
    // The first one has its answer, and is held before it writes; meanwhile the plan is cancelled and read.
    const old = await accounts.snapshot(customer)
    let goOn = () => undefined as void
    const held = new Promise<void>((done) => {
      goOn = done
    })
    const slow = {
      ...deps,
      payments: { ...deps.payments, accounts: { ...accounts, snapshot: () => held.then(() => old) } },
    }
    const first = readCustomer(slow, customer)
    await expect.poll(() => readings(customer)).toBeGreaterThan(1)
    await accounts.setRenewal(customer, false)
    await readCustomer(deps, customer)
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'cancelled' })
    goOn()
    await first
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'cancelled', renewsAs: null })
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid', 'cancelled'])
  })

  it('of a job of another provider do nothing', async () => {
    const { deps } = world.app
    const other = { ...deps, payments: { provider: 'manual' as const, methods: [] } }
    await expect(readMissed(other, { customer: 'cus_nobody' })).resolves.toBeUndefined()
  })
})

async function readings(customer: string): Promise<number> {
  const row = await world.app.deps.db
    .selectFrom('payment_customers')
    .select('readings')
    .where('customer', '=', customer)
    .executeTakeFirstOrThrow()
  return row.readings
}

// @spec P.280
describe('while Stripe does not answer', () => {
  it.each([429, 500, 'drop'] as const)('(%s) paying says so, and nothing is half done', async (failure) => {
    const coach = await world.unpaid()
    world.stripe.failNextCalls(failure, 1_000)
    const body = { planId: 'monthly', method: 'card' } as const
    const refused = await world.app.call('POST /v1/payment/checkout', { body }, coach.token)
    expect([refused.status, refused.refusal.code]).toEqual([503, 'payment.provider_away'])
    world.stripe.recover()
    await world.subscribe(coach)
    await world.tell()
    expect(await world.causes(coach)).toEqual(['paid'])
  })

  it('cancelling changes nothing, and works afterwards', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    await world.tell()
    world.stripe.failNextCalls(500, 1_000)
    const refused = await world.app.call('POST /v1/payment/cancel', { body: {} }, coach.token)
    expect(refused.refusal.code).toBe('payment.provider_away')
    expect(await world.state(coach)).toMatchObject({ paymentStatus: 'active', renewsAs: 'monthly' })
    world.stripe.recover()
    expect((await world.app.call('POST /v1/payment/cancel', { body: {} }, coach.token)).status).toBe(200)
  })
})

// @spec P.281
describe('the operator', () => {
  it('compares with Stripe at once, and is shown what was different', async () => {
    const coach = await world.unpaid()
    await world.subscribe(coach)
    const { deps } = world.app
    const by = { byOperator: 'Luis', reason: 'Webhooks caídos' }
    expect(await reconcileNow(deps, by, coach.email)).toMatchObject([
      { email: coach.email, paymentStatus: 'active' },
    ])
    expect(await reconcileNow(deps, by, coach.email)).toEqual([])
    await expect(reconcileNow(deps, by, 'nobody@correo.example')).rejects.toThrow('coach.not_found')
    // Who found it is said of what was missing, and not of what was told afterwards, or said by the coach.
    await world.tell()
    await world.app.call('POST /v1/payment/cancel', { body: { reason: 'price' } }, coach.token)
    world.stripe.refund(lastCharge(), 10_000)
    await reconcileNow(deps, { ...by, reason: 'Otra vez' }, coach.email)
    const lines = await showLedger(deps, coach.email)
    expect(lines.map(({ cause, byOperator, reason }) => [cause, byOperator, reason])).toEqual([
      ['paid', 'Luis', 'Webhooks caídos'],
      ['cancelled', null, 'price'],
      ['refunded', 'Luis', 'Otra vez'],
    ])
  })

  it('sees what was told of customers who are nobody here', async () => {
    const customer = await paidByNobody()
    await world.tell()
    expect(await listUnknownNotices(world.app.deps)).toContainEqual(
      expect.objectContaining({ provider: 'stripe', customer, type: 'invoice.paid' }),
    )
  })
})
