import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, fixedClock } from '#time/clock.ts'
import {
  SHOWN,
  START,
  type Till,
  newCheckout,
  newPayer,
  openTill,
} from '#test/support/fakes/stripe/accounts.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { startStripe } from '#test/support/fakes/stripe/stripe.ts'
import { createStripe } from './stripe.ts'

let till: Till
afterEach(() => till.service.close())

const failureOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error('It did not fail'),
    (error: unknown) => error as Error,
  )

describe('a Stripe that is away', () => {
  it.each([
    ['429', 429],
    ['500', 500],
    ['drop', 'drop'],
    ['hang', 'hang'],
  ] as const)('by %s is told as such by each method', async (_name, kind) => {
    till = await openTill({ timeoutMs: kind === 'hang' ? 100 : 60_000 })
    const { accounts, customer, service } = till
    const methods = [
      () => accounts.createCustomer(newPayer()),
      () => accounts.openCheckout(customer, newCheckout('monthly', 'card')),
      () => accounts.snapshot(customer),
      () => accounts.setRenewal(customer, false),
      () => accounts.previewPlan(customer, 'yearly'),
      () => accounts.changePlan(customer, 'yearly'),
      () => accounts.openPortal(customer, 'https://norte.example'),
    ]
    service.failNextCalls(kind, 1_000)
    const failures = await Promise.all(methods.map((method) => failureOf(method())))
    expect(failures.map(({ name }) => name)).toEqual(methods.map(() => 'ProviderAway'))
    for (const { message } of failures) expect(message).not.toContain(service.apiKey)
  })

  it('for one call is asked again', async () => {
    till = await openTill()
    till.service.failNextCalls('drop', 1)
    await expect(till.snapshot()).resolves.toHaveProperty('payments', [])
  })

  it('for good is told after all attempts', async () => {
    till = await openTill()
    await till.service.close()
    expect(await failureOf(till.snapshot())).toMatchObject({
      name: 'ProviderAway',
      message: expect.stringContaining('Stripe cannot be reached'),
    })
    till = await openTill()
  })
})

describe('a Stripe that refuses', () => {
  it('is told as such, without what was sent', async () => {
    till = await openTill()
    const failure = await failureOf(till.accounts.snapshot('cus_unknown'))
    expect(failure.name).toBe('ProviderRefusal')
    expect(failure.message).toMatch(/^Stripe answered 404 resource_missing id req_/)
  })

  it('does not show the key that it does not know', async () => {
    const service = await startStripe({ clock: fixedClock(START) })
    till = await openTill({ service })
    const apiKey = 'sk_live_secretsecretWXYZ'
    const wrong = await createStripe(
      { apiKey, apiUrl: service.url, webhookSecrets: [], plans: SHOWN },
      service.clock,
    )
    const failure = await failureOf(wrong.snapshot(till.customer))
    // The operator mends it, and what is told meanwhile is read then.
    expect(failure.name).toBe('ProviderAway')
    const told = [failure.message, failure.stack, JSON.stringify(failure), String(failure.cause)].join(' ')
    expect(told).not.toContain('WXYZ')
    expect(told).not.toContain('sk_live')
  })
})

describe('a write whose answer is lost', () => {
  it.each(['drop', 'hang'] as const)('by %s makes one customer', async (kind) => {
    till = await openTill({ timeoutMs: kind === 'hang' ? 200 : 60_000 })
    const payer = newPayer()
    till.service.failNextCalls(kind, 1, { method: 'POST', path: /customers$/, afterwards: true })
    const id = await till.accounts.createCustomer(payer)
    expect(await till.accounts.createCustomer(payer)).toBe(id)
    expect(till.service.world.customers.size).toBe(2)
  })

  it('and is asked for again with a corrected address makes one customer', async () => {
    till = await openTill()
    const payer = newPayer()
    const id = await till.accounts.createCustomer(payer)
    expect(await till.accounts.createCustomer({ ...payer, email: 'otra@correo.example' })).toBe(id)
    expect(till.service.world.customers.get(id)).toMatchObject({
      email: 'otra@correo.example',
      name: 'Ana Coach',
      preferred_locales: ['es-MX'],
      metadata: { norte_coach: payer.coachId },
    })
  })

  it('opens one page', async () => {
    till = await openTill()
    const checkout = newCheckout('monthly', 'card')
    till.service.failNextCalls('drop', 2, { method: 'POST', path: /sessions$/, afterwards: true })
    const failure = await failureOf(till.accounts.openCheckout(till.customer, checkout))
    expect(failure.name).toBe('ProviderAway')
    await till.accounts.openCheckout(till.customer, checkout)
    expect(till.service.world.sessions.size).toBe(1)
  })

  it('opens another page if the one of its key was closed since', async () => {
    till = await openTill()
    const checkout = newCheckout('monthly', 'card')
    const first = await till.accounts.openCheckout(till.customer, checkout)
    await till.open('yearly', 'card')
    const again = await till.accounts.openCheckout(till.customer, checkout)
    expect(again.url).not.toBe(first.url)
    expect(till.service.session(again.url)).toMatchObject({
      status: 'open',
      client_reference_id: checkout.id,
    })
  })

  it('cancels once', async () => {
    till = await openTill()
    await till.subscribe('monthly')
    till.service.failNextCalls('drop', 1, { method: 'POST', path: /subscriptions/, afterwards: true })
    await till.accounts.setRenewal(till.customer, false)
    const updates = [...till.service.world.events.values()].filter(
      ({ type }) => type === 'customer.subscription.updated',
    )
    expect(updates).toHaveLength(1)
  })

  it('ends a subscription that is not paid once', async () => {
    till = await openUnpaid()
    const { accounts, customer, service } = till
    service.failNextCalls('drop', 1, { method: 'DELETE', afterwards: true })
    await accounts.setRenewal(customer, false)
    const ends = service.calls.filter(({ method }) => method === 'DELETE')
    expect(ends).toHaveLength(2)
    expect(new Set(ends.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
    expect(statuses(till)).toEqual(['canceled'])
    const told = [...service.world.events.values()].map(({ type }) => type)
    expect(told.filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1)
    // Asked for again, there is nothing to end.
    await accounts.setRenewal(customer, false)
    expect(service.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  })
})

/** A customer whose card is refused when its first period is over. */
async function openUnpaid(): Promise<Till> {
  const unpaid = await openTill()
  await unpaid.subscribe('monthly')
  unpaid.service.changeCard(unpaid.customer, CARDS.savesOnly)
  await unpaid.service.advance(31 * DAY_MS + 2 * HOUR_MS)
  expect(statuses(unpaid)).toEqual(['past_due'])
  return unpaid
}
const statuses = ({ service }: Till) => [...service.world.subscriptions.values()].map(({ status }) => status)

it('gives every write a key, its own one for each', async () => {
  till = await openUnpaid()
  const { accounts, customer, service } = till
  await accounts.updateCustomer(customer, newPayer())
  await accounts.changePlan(customer, 'yearly').catch(() => undefined)
  await accounts.openPortal(customer, 'https://norte.example')
  await accounts.setRenewal(customer, false)
  expect(statuses(till)).toEqual(['canceled'])
  await till.open('monthly', 'oxxo')
  await till.subscribe('yearly')
  await accounts.setRenewal(customer, false)
  await accounts.setRenewal(customer, true)
  const writes = service.calls.filter(({ method }) => method !== 'GET')
  const kinds = writes.map(({ method, path }) => `${method} ${path.replaceAll(/_\d{8}/g, '')}`)
  expect([...new Set(kinds)].toSorted()).toEqual([
    'DELETE /v1/subscriptions/sub',
    'POST /v1/billing_portal/sessions',
    'POST /v1/checkout/sessions',
    'POST /v1/checkout/sessions/cs_test/expire',
    'POST /v1/customers',
    'POST /v1/customers/cus',
    'POST /v1/subscriptions/sub',
  ])
  const keys = writes.map(({ idempotencyKey }) => idempotencyKey)
  expect(keys.filter((key) => !key)).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})

it('is not stopped for a day by a failure that Stripe keeps for a key', async () => {
  till = await openTill()
  const payer = newPayer()
  till.service.failNextCalls(500, 1, { path: /customers$/ })
  expect((await failureOf(till.accounts.createCustomer(payer))).name).toBe('ProviderAway')
  const id = await till.accounts.createCustomer(payer)
  await till.service.advance(DAY_MS / 2)
  expect(await till.accounts.createCustomer(payer)).toBe(id)
})

it('makes another customer of a coach whose customer was deleted on the same day, each time', async () => {
  till = await openTill()
  const payer = newPayer()
  const made = new Set<string>()
  for (let time = 0; time < 3; time += 1) {
    const id = await till.accounts.createCustomer(payer)
    expect(till.service.world.customers.get(id)).toMatchObject({ email: payer.email })
    expect(await till.accounts.createCustomer(payer)).toBe(id)
    till.service.world.customers.delete(id)
    made.add(id)
  }
  expect(made.size).toBe(3)
})

it('is not stopped for a day from opening a page either', async () => {
  till = await openTill()
  const checkout = newCheckout('monthly', 'card')
  till.service.failNextCalls(500, 1, { method: 'POST', path: /sessions$/ })
  const open = () => till.accounts.openCheckout(till.customer, checkout)
  expect((await failureOf(open())).name).toBe('ProviderAway')
  expect(till.service.session((await open()).url).status).toBe('open')
})

it('sends its key nowhere without TLS, except to this machine', async () => {
  till = await openTill()
  const apiKey = 'sk_test_x'
  const to = (apiUrl: string) =>
    createStripe({ apiKey, apiUrl, webhookSecrets: [], plans: SHOWN }, till.service.clock)
  await expect(to('http://api.stripe.com')).rejects.toThrow('needs https')
  await expect(to('https://api.stripe.com')).resolves.toHaveProperty('snapshot')
})
