import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CheckoutId } from '#contract/values.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso } from '#time/clock.ts'
import {
  endExemption,
  exempt,
  listPayments,
  markPaid,
  noteRefund,
  showLedger,
} from '#server/modules/payments/operator.service.ts'
import { type TestApp, makeApp } from '#test/support/app.ts'
import { PASSWORD, newCoach, pay } from '#test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const BY = { byOperator: 'Luis', reason: 'Convenio' }
const unpaid = () => newCoach(app, { paid: false, verified: false })

async function open(
  token: string,
  planId: 'monthly' | 'yearly' = 'monthly',
  method: 'card' | 'oxxo' = 'card',
) {
  const answer = await app.call('POST /v1/payment/checkout', { body: { planId, method } }, token)
  expect(answer.status).toBe(201)
  return answer.body
}

function play(checkoutId: CheckoutId, outcome: 'success' | 'decline' | 'voucher') {
  return app.call('POST /v1/payment/sandbox/:checkoutId', { params: { checkoutId }, body: { outcome } })
}

const state = async (token: string) => (await app.call('GET /v1/payment/me', {}, token)).body

// @spec 7.23, 9.13
describe('paying in test mode (product §5)', () => {
  it('offers the plans of the settings, tax included', async () => {
    const { token } = await unpaid()
    const { body } = await app.call('GET /v1/payment/plans', {}, token)
    expect(body).toEqual({
      plans: [
        { id: 'monthly', amountMinor: 49_900, currency: 'MXN' },
        { id: 'yearly', amountMinor: 499_000, currency: 'MXN' },
      ],
      methods: ['card', 'oxxo', 'spei'],
      provider: 'sandbox',
      trial: null,
    })
  })

  it('opens the gate at once after a success', async () => {
    const { token } = await unpaid()
    expect((await app.call('GET /v1/dashboard', {}, token)).refusal.code).toBe('payment.required')
    const { checkoutId, url } = await open(token)
    expect(url).toBe(`${app.deps.config.publicUrl}/checkout/${checkoutId}`)
    const paid = await play(checkoutId, 'success')
    expect([paid.status, paid.body.status]).toEqual([200, 'paid'])
    expect(await state(token)).toMatchObject({ payment: true, paymentStatus: 'active', planId: 'monthly' })
    expect((await app.call('GET /v1/auth/me', {}, token)).body).toMatchObject({
      payment: true,
      paymentStatus: 'active',
    })
    expect((await app.call('GET /v1/dashboard', {}, token)).status).toBe(200)
  })

  it('keeps the gate shut after a decline, which may be tried again on the same checkout', async () => {
    const { token } = await unpaid()
    const { checkoutId } = await open(token)
    expect((await play(checkoutId, 'decline')).body.status).toBe('declined')
    expect(await state(token)).toMatchObject({ payment: false, paymentStatus: 'none' })
    expect((await play(checkoutId, 'success')).status).toBe(200)
    expect(await state(token)).toMatchObject({ payment: true, paymentStatus: 'active' })
  })

  // @spec P.300
  it('waits for a voucher; a later success on the same id activates, and is notified', async () => {
    const { token, userId } = await unpaid()
    const { checkoutId } = await open(token, 'yearly', 'oxxo')
    expect((await play(checkoutId, 'voucher')).body.status).toBe('voucher')
    expect(await state(token)).toMatchObject({ payment: false, paymentStatus: 'pending' })
    expect((await play(checkoutId, 'success')).body.status).toBe('paid')
    expect(await state(token)).toMatchObject({ payment: true, paymentStatus: 'active', planId: 'yearly' })
    await app.settle()
    const { body } = await app.call('GET /v1/notification/all/:userId', { params: { userId } }, token)
    expect(body.data).toMatchObject([
      { type: 'PAYMENT_RECEIVED', body: { until: '2028-02-02T15:00:00.000Z' } },
    ])
  })

  it('by card before one’s own eyes is not notified, nor after the account was closed', async () => {
    const { token, userId, email } = await newCoach(app, { paid: false })
    await play((await open(token)).checkoutId, 'success')
    const start = app.clock.now()
    app.clock.set(epochMs(start + 60 * DAY_MS))
    const again = (await app.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })).body.token
    expect(await state(again)).toMatchObject({ payment: false, paymentStatus: 'none' })
    await play((await open(again)).checkoutId, 'success')
    await app.settle()
    const { body } = await app.call('GET /v1/notification/all/:userId', { params: { userId } }, again)
    app.clock.set(start)
    expect(body.data).toEqual([])
  })

  it('takes the same success many times at once, and counts it once', async () => {
    const { token, userId } = await unpaid()
    const { checkoutId } = await open(token)
    const answers = await Promise.all(Array.from({ length: 32 }, () => play(checkoutId, 'success')))
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(answers.map(() => [200, 'paid']))
    expect(await state(token)).toMatchObject({ periodEndsAt: '2027-03-02T15:00:00.000Z' })
    const events = await app.deps.db
      .selectFrom('domain_events')
      .select('id')
      .where('subject_id', '=', userId)
      .where('type', '=', 'payment.changed')
      .execute()
    expect(events).toHaveLength(1)
  })

  it('ends in one state whatever comes late or in another order', async () => {
    const { token } = await unpaid()
    const { checkoutId } = await open(token, 'monthly', 'oxxo')
    const outcomes = ['voucher', 'decline', 'success', 'voucher', 'decline', 'success'] as const
    await Promise.all(outcomes.map((outcome) => play(checkoutId, outcome)))
    expect(await state(token)).toMatchObject({
      paymentStatus: 'active',
      periodEndsAt: '2027-03-02T15:00:00.000Z',
    })
    for (const outcome of ['decline', 'voucher'] as const) {
      const late = await play(checkoutId, outcome)
      expect([late.status, late.refusal.code]).toEqual([409, 'payment.checkout_settled'])
    }
    expect(await state(token)).toMatchObject({ payment: true, paymentStatus: 'active' })
  })

  it('stops waiting when the voucher is turned down', async () => {
    const { token } = await unpaid()
    const { checkoutId } = await open(token, 'monthly', 'oxxo')
    await play(checkoutId, 'voucher')
    await play(checkoutId, 'decline')
    expect(await state(token)).toMatchObject({ payment: false, paymentStatus: 'none', planId: null })
  })

  // @spec P.273
  it('ends with its period once it is cancelled, which can be taken back until then', async () => {
    const { token } = await unpaid()
    const cancel = (body = {}) => app.call('POST /v1/payment/cancel', { body }, token)
    const resume = () => app.call('POST /v1/payment/resume', {}, token)
    expect([(await cancel()).refusal.code, (await resume()).refusal.code]).toEqual([
      'payment.nothing_to_cancel',
      'payment.not_cancelled',
    ])
    await pay(app, token)
    expect((await state(token)).allowedActions).toEqual(['cancel', 'changePlan'])
    const cancelled = await Promise.all([1, 2, 3].map(() => cancel({ reason: 'unused', comment: 'Vuelvo' })))
    expect(cancelled.filter(({ status }) => status === 200)).toHaveLength(1)
    const ends = '2027-03-02T15:00:00.000Z'
    expect(await state(token)).toEqual({
      payment: true,
      paymentStatus: 'cancelled',
      planId: 'monthly',
      periodEndsAt: ends,
      renewsAs: null,
      chargesAt: null,
      allowedActions: ['pay', 'resume'],
    })
    expect((await resume()).body).toMatchObject({ paymentStatus: 'active', periodEndsAt: ends })
    await cancel()
    const { data } = (await app.call('GET /v1/payment/ledger', {}, token)).body
    expect(data.map(({ cause, paymentStatus }) => [cause, paymentStatus])).toEqual([
      ['cancelled', 'cancelled'],
      ['resumed', 'active'],
      ['cancelled', 'cancelled'],
      ['paid', 'active'],
    ])
    expect(data.at(-1)).toMatchObject({
      method: 'card',
      amountMinor: 49_900,
      currency: 'MXN',
      periodEndsAt: ends,
    })
    const wrong = await cancel({ reason: 'bored' })
    expect(wrong.status).toBe(422)
  })

  it('cannot be cancelled once its period is over: the days of grace go on', async () => {
    const late = await makeApp()
    const { email } = await newCoach(late, { verified: false })
    late.clock.advance(35 * DAY_MS)
    const again = await late.call('POST /v1/auth/user', { body: { email, password: PASSWORD } })
    const { token } = again.body
    expect((await late.call('GET /v1/payment/me', {}, token)).body).toMatchObject({
      payment: true,
      paymentStatus: 'pastDue',
      allowedActions: ['pay'],
    })
    const refused = await late.call('POST /v1/payment/cancel', { body: {} }, token)
    expect(refused.refusal.code).toBe('payment.nothing_to_cancel')
    await late.close()
  })

  it('refuses to sell twice', async () => {
    const { token } = await unpaid()
    await pay(app, token)
    const answer = await app.call(
      'POST /v1/payment/checkout',
      { body: { planId: 'monthly', method: 'card' } },
      token,
    )
    expect([answer.status, answer.refusal.code]).toEqual([409, 'payment.already_active'])
  })

  it('pays once where two tabs have a page open, and counts what was issued before', async () => {
    const { token } = await unpaid()
    const [first, second, voucher, decline] = [
      await open(token),
      await open(token, 'yearly'),
      await open(token, 'monthly', 'oxxo'),
      await open(token),
    ]
    await play(voucher.checkoutId, 'voucher')
    const answers = await Promise.all([first, second].map(({ checkoutId }) => play(checkoutId, 'success')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const [refused] = answers.filter(({ status }) => status === 409)
    expect(refused!.refusal.code).toBe('payment.already_active')
    const paid = await state(token)
    expect((await play(decline.checkoutId, 'voucher')).refusal.code).toBe('payment.already_active')
    expect((await play(decline.checkoutId, 'decline')).body.status).toBe('declined')
    expect((await play(decline.checkoutId, 'success')).refusal.code).toBe('payment.already_active')
    expect(await state(token)).toEqual(paid)
    expect((await play(voucher.checkoutId, 'success')).body.status).toBe('paid')
    const { data } = (await app.call('GET /v1/payment/ledger', {}, token)).body
    expect(data.map(({ cause }) => cause)).toEqual(['paid', 'paid', 'voucherIssued'])
  })

  // @spec P.290
  it('opens thirty checkouts an hour for a coach, and the next one later', async () => {
    const busy = await makeApp()
    const { token } = await newCoach(busy, { paid: false, verified: false })
    const body = { planId: 'monthly', method: 'card' } as const
    const tries = () => busy.call('POST /v1/payment/checkout', { body }, token)
    for (let count = 0; count < 30; count += 1) expect((await tries()).status).toBe(201)
    const refused = await tries()
    expect([refused.status, refused.refusal.code]).toEqual([429, 'request.too_many'])
    busy.clock.advance(HOUR_MS)
    expect((await tries()).status).toBe(201)
    await busy.close()
  })

  it('gives one trial: none to somebody whom the operator has marked as paid before', async () => {
    const trying = await makeApp({ env: { TRIAL_DAYS: '14' } })
    const { token, email } = await newCoach(trying, { paid: false, verified: false })
    await markPaid(trying.deps, email, 'monthly', BY)
    await noteRefund(trying.deps, email, BY)
    await pay(trying, token)
    expect((await trying.call('GET /v1/payment/me', {}, token)).body).toMatchObject({
      paymentStatus: 'active',
    })
    await trying.close()
  })

  it('changes the plan once where two tabs do', async () => {
    const { token } = await unpaid()
    await pay(app, token)
    const change = () => app.call('POST /v1/payment/plan-change', { body: { planId: 'yearly' } }, token)
    const answers = await Promise.all([change(), change()])
    expect(answers.map(({ status }) => status)).toContain(200)
    const { body } = await app.call('GET /v1/payment/ledger', {}, token)
    expect(body.data.map(({ cause, planId }) => [cause, planId])).toEqual([
      ['paid', 'yearly'],
      ['paid', 'monthly'],
    ])
  })

  // @spec P.297
  it('sells a plan during a trial, whose days are kept (product §5)', async () => {
    const trying = await makeApp({ env: { TRIAL_DAYS: '14' } })
    const { token } = await newCoach(trying, { paid: false, verified: false })
    const mine = async () => (await trying.call('GET /v1/payment/me', {}, token)).body
    const trial = async () => (await trying.call('GET /v1/payment/plans', {}, token)).body.trial
    expect(await trial()).toEqual({ days: 14, methods: ['card'] })
    await pay(trying, token)
    expect(await trial()).toBeNull()
    expect(await mine()).toMatchObject({ paymentStatus: 'trial', periodEndsAt: '2027-02-16T15:00:00.000Z' })
    trying.clock.advance(DAY_MS)
    await pay(trying, token)
    expect(await mine()).toMatchObject({ paymentStatus: 'active', periodEndsAt: '2027-03-16T15:00:00.000Z' })
    await trying.close()
  })

  it('shuts the gate 14 days after a period that nobody renewed', async () => {
    const late = await makeApp()
    const { token } = await newCoach(late, { verified: false })
    const email = (await late.call('GET /v1/auth/me', {}, token)).body.user.email
    late.clock.advance(44 * DAY_MS)
    const again = await late.call('POST /v1/auth/user', { body: { email, password: 'girasol-violeta-41' } })
    const blocked = await late.call('GET /v1/dashboard', {}, again.body.token)
    expect(blocked.refusal.code).toBe('payment.required')
    await late.close()
  })

  it('knows no checkout that is not there', async () => {
    const checkoutId = '01890000-0000-7000-8000-000000000000' as CheckoutId
    for (const answer of [
      await play(checkoutId, 'success'),
      await app.call('GET /v1/payment/sandbox/:checkoutId', { params: { checkoutId } }),
    ]) {
      expect([answer.status, answer.refusal.code]).toEqual([404, 'payment.checkout_not_found'])
    }
  })
})

describe('with another provider', () => {
  it('has no sandbox, and sells nothing when nobody has to pay', async () => {
    const free = await makeApp({ env: { PAYMENT_PROVIDER: 'off' } })
    const { token } = await newCoach(free, { paid: false, verified: false })
    expect((await free.call('GET /v1/payment/me', {}, token)).body).toMatchObject({
      payment: true,
      paymentStatus: 'exempt',
    })
    expect((await free.call('GET /v1/dashboard', {}, token)).status).toBe(200)
    await free.close()
  })

  it('answers 404 to the sandbox of a real provider and refuses its methods', async () => {
    const manual = await makeApp({ env: { PAYMENT_PROVIDER: 'manual' } })
    const { token } = await newCoach(manual, { paid: false, verified: false })
    const refused = await manual.call(
      'POST /v1/payment/checkout',
      { body: { planId: 'monthly', method: 'card' } },
      token,
    )
    expect([refused.status, refused.refusal.code]).toEqual([422, 'payment.plan_unknown'])
    const checkoutId = '01890000-0000-7000-8000-000000000000' as CheckoutId
    const answer = await manual.call('POST /v1/payment/sandbox/:checkoutId', {
      params: { checkoutId },
      body: { outcome: 'success' },
    })
    expect(answer.status).toBe(404)
    await manual.close()
  })

  it('opens when the operator marks a coach as paid, and lengthens what runs', async () => {
    const manual = await makeApp({ env: { PAYMENT_PROVIDER: 'manual' } })
    const { token, email } = await newCoach(manual, { paid: false, verified: false })
    expect((await manual.call('GET /v1/dashboard', {}, token)).status).toBe(402)
    expect(await markPaid(manual.deps, email, 'monthly', BY)).toEqual({
      email,
      paymentStatus: 'active',
      planId: 'monthly',
      periodEndsAt: '2027-03-02T15:00:00.000Z',
    })
    expect((await manual.call('GET /v1/dashboard', {}, token)).status).toBe(200)
    expect(await markPaid(manual.deps, email, 'yearly', BY)).toMatchObject({
      periodEndsAt: '2028-03-02T15:00:00.000Z',
    })
    expect((await manual.call('GET /v1/payment/me', {}, token)).body).toEqual({
      payment: true,
      paymentStatus: 'active',
      planId: 'yearly',
      periodEndsAt: '2028-03-02T15:00:00.000Z',
      renewsAs: null,
      chargesAt: null,
      allowedActions: ['cancel'],
    })
    await expect(markPaid(manual.deps, 'nobody@correo.example', 'monthly', BY)).rejects.toMatchObject({
      code: 'coach.not_found',
    })
    await manual.close()
  })

  // @spec P.272
  it('exempts, ends that, and notes what was given back, each with who did it and why', async () => {
    const manual = await makeApp({ env: { PAYMENT_PROVIDER: 'manual' } })
    const { token, email } = await newCoach(manual, { paid: false, verified: false })
    const statusNow = async () => (await manual.call('GET /v1/payment/me', {}, token)).body.paymentStatus
    expect(await noteRefund(manual.deps, email, BY)).toEqual({ did: 'nothing', why: 'noPayment' })
    expect(await endExemption(manual.deps, email, BY)).toBeUndefined()
    await exempt(manual.deps, email, BY)
    expect(await exempt(manual.deps, email, BY)).toBeUndefined()
    expect([await statusNow(), (await manual.call('GET /v1/dashboard', {}, token)).status]).toEqual([
      'exempt',
      200,
    ])
    await endExemption(manual.deps, email, BY)
    expect([await statusNow(), (await manual.call('GET /v1/dashboard', {}, token)).status]).toEqual([
      'none',
      402,
    ])
    await markPaid(manual.deps, email, 'monthly', BY)
    expect(await statusNow()).toBe('active')
    expect(await listPayments(manual.deps)).toContainEqual({
      email,
      paymentStatus: 'active',
      planId: 'monthly',
      periodEndsAt: '2027-03-02T15:00:00.000Z',
    })
    await markPaid(manual.deps, email, 'yearly', BY)
    const [first] = (await showLedger(manual.deps, email)).filter(({ cause }) => cause === 'paid')
    expect(await noteRefund(manual.deps, email, BY)).toMatchObject({
      did: 'noted',
      report: { paymentStatus: 'active', periodEndsAt: '2027-03-02T15:00:00.000Z' },
    })
    // Given twice it takes back one payment; another one is named.
    const paidAt = expect.any(String) as string
    const again = await noteRefund(manual.deps, email, BY)
    expect(again).toEqual({ did: 'nothing', why: 'givenBack', paidAt })
    expect(await statusNow()).toBe('active')
    expect(await noteRefund(manual.deps, email, BY, 'no line')).toEqual({ did: 'nothing', why: 'noPayment' })
    expect(await noteRefund(manual.deps, email, BY, first!.id)).toMatchObject({
      did: 'noted',
      report: { paymentStatus: 'none', periodEndsAt: null },
    })
    expect(await noteRefund(manual.deps, email, BY, first!.id)).toMatchObject({ why: 'givenBack' })
    const lines = await showLedger(manual.deps, email)
    expect(lines.map(({ cause }) => cause)).toEqual([
      'exempted',
      'exemptionEnded',
      'paid',
      'paid',
      'refunded',
      'refunded',
    ])
    for (const line of lines) expect(line).toMatchObject(BY)
    expect((await manual.call('GET /v1/payment/ledger', {}, token)).body.data).toHaveLength(lines.length)
    await manual.close()
  })

  it('takes what is done now for the last, also on a server whose clock is behind', async () => {
    const manual = await makeApp({ env: { PAYMENT_PROVIDER: 'manual' } })
    const { email } = await newCoach(manual, { paid: false, verified: false })
    await exempt(manual.deps, email, BY)
    const behind = {
      ...manual.deps,
      clock: { ...manual.deps.clock, now: () => epochMs(manual.deps.clock.now() - 5_000) },
    }
    expect(await endExemption(behind, email, BY)).toMatchObject({ paymentStatus: 'none' })
    await manual.close()
  })

  it('carries over what a server of the release before changed, after all that is there', async () => {
    const manual = await makeApp({ env: { PAYMENT_PROVIDER: 'manual' } })
    const { token, email, userId } = await newCoach(manual, { paid: false, verified: false })
    await markPaid(manual.deps, email, 'monthly', BY)
    await manual.deps.db
      .updateTable('coaches')
      .set({ period_ends_at: toTimestamp(fromIso('2027-06-02T15:00:00.000Z')) })
      .where('id', '=', userId)
      .execute()
    const behind = {
      ...manual.deps,
      clock: { ...manual.deps.clock, now: () => epochMs(manual.deps.clock.now() - 5_000) },
    }
    expect(await exempt(behind, email, BY)).toMatchObject({ paymentStatus: 'exempt' })
    expect((await manual.call('GET /v1/payment/me', {}, token)).body).toMatchObject({ periodEndsAt: null })
    expect(await endExemption(behind, email, BY)).toMatchObject({
      paymentStatus: 'active',
      periodEndsAt: '2027-06-02T15:00:00.000Z',
    })
    expect((await showLedger(manual.deps, email)).map(({ cause }) => cause)).toEqual([
      'paid',
      'carriedOver',
      'exempted',
      'exemptionEnded',
    ])
    await manual.close()
  })
})
