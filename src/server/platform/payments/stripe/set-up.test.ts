import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Plan } from '#contract/payments.ts'
import { fixedClock } from '#time/clock.ts'
import { START } from '#test/support/fakes/stripe/accounts.ts'
import { type StripeService, startStripe } from '#test/support/fakes/stripe/stripe.ts'
import { connectStripe } from './client.ts'
import { EVENT_TYPES } from './notices.ts'
import { PRICE_KEYS } from './prices.ts'
import { setUpEndpoint, setUpPrices } from './set-up.ts'

let service: StripeService
let client: Awaited<ReturnType<typeof connectStripe>>
beforeEach(async () => {
  service = await startStripe({ clock: fixedClock(START), plans: null })
  client = await connectStripe({ apiKey: service.apiKey, apiUrl: service.url })
})
afterEach(() => service.close())

const plansOf = (monthly: number, yearly: number): Plan[] => [
  { id: 'monthly', amountMinor: monthly, currency: 'MXN' },
  { id: 'yearly', amountMinor: yearly, currency: 'MXN' },
]

const setUp = async (monthly: number, yearly: number) =>
  (await setUpPrices(client, PRICE_KEYS, plansOf(monthly, yearly))).map(({ key, did }) => `${key} ${did}`)

describe('prices', () => {
  it('are made with tax in them, each plan once to renew itself and once prepaid', async () => {
    expect(await setUp(49_900, 499_000)).toEqual([
      'norte_monthly made',
      'norte_monthly_prepaid made',
      'norte_yearly made',
      'norte_yearly_prepaid made',
    ])
    const common = { product: 'norte', currency: 'mxn', tax_behavior: 'inclusive', active: true }
    expect(
      [...service.world.prices.values()].map(
        ({ lookup_key: key, unit_amount: minor, recurring, ...rest }) => [
          key,
          minor,
          recurring?.interval,
          Object.fromEntries(Object.keys(common).map((name) => [name, rest[name as keyof typeof rest]])),
        ],
      ),
    ).toEqual([
      ['norte_monthly', 49_900, 'month', common],
      ['norte_monthly_prepaid', 49_900, undefined, common],
      ['norte_yearly', 499_000, 'year', common],
      ['norte_yearly_prepaid', 499_000, undefined, common],
    ])
    expect([...service.world.products.keys()]).toEqual(['norte'])
  })

  it('are kept when nothing changed', async () => {
    await setUp(49_900, 499_000)
    const before = service.calls.length
    expect(new Set(await setUp(49_900, 499_000))).toEqual(
      new Set([
        'norte_monthly kept',
        'norte_monthly_prepaid kept',
        'norte_yearly kept',
        'norte_yearly_prepaid kept',
      ]),
    )
    expect(service.calls.slice(before).filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('of another amount are others, to which the keys move', async () => {
    await setUp(49_900, 499_000)
    const reports = await setUpPrices(client, PRICE_KEYS, plansOf(59_900, 499_000))
    expect(reports.slice(0, 2)).toEqual([
      { key: 'norte_monthly', minor: 59_900, currency: 'MXN', did: 'moved', was: 49_900 },
      { key: 'norte_monthly_prepaid', minor: 59_900, currency: 'MXN', did: 'moved', was: 49_900 },
    ])
    const keys = [...service.world.prices.values()].map(({ lookup_key: key, unit_amount: minor }) => [
      key,
      minor,
    ])
    expect(keys).toEqual([
      [null, 49_900],
      [null, 49_900],
      ['norte_yearly', 499_000],
      ['norte_yearly_prepaid', 499_000],
      ['norte_monthly', 59_900],
      ['norte_monthly_prepaid', 59_900],
    ])
    expect(await setUp(59_900, 499_000)).toContain('norte_monthly kept')
  })

  it.each([
    ['whose tax comes on top', { tax_behavior: 'exclusive' }],
    ['of another currency', { currency: 'usd' }],
    ['of another interval', { recurring: { interval: 'year', interval_count: 1, usage_type: 'licensed' } }],
    ['that name no plan', { metadata: {} }],
  ])('%s are replaced', async (_name, wrong) => {
    await setUp(49_900, 499_000)
    Object.assign([...service.world.prices.values()][0]!, wrong)
    expect((await setUp(49_900, 499_000)).filter((said) => said.endsWith('moved'))).toEqual([
      'norte_monthly moved',
    ])
  })

  it('go back to an earlier amount', async () => {
    await setUp(49_900, 499_000)
    await setUp(59_900, 499_000)
    expect(await setUp(49_900, 499_000)).toContain('norte_monthly moved')
  })

  it('are made once by a call whose answer was lost', async () => {
    service.failNextCalls('drop', 1, { method: 'POST', path: /prices$/, afterwards: true })
    await setUp(49_900, 499_000)
    expect(service.world.prices.size).toBe(4)
  })
})

describe('the endpoint of webhooks', () => {
  const url = 'https://norte.example/v1/payment/stripe/webhook'

  it('is made once, and tells its secret then', async () => {
    expect(await setUpEndpoint(client, url)).toEqual({
      url,
      did: 'made',
      secret: expect.stringMatching(/^whsec_/),
    })
    expect([...service.world.endpoints.values()]).toMatchObject([{ url, enabled_events: EVENT_TYPES }])
    expect(await setUpEndpoint(client, url)).toEqual({ url, did: 'kept' })
    expect(service.world.endpoints.size).toBe(1)
  })

  it.each([
    ['hears too little', { enabled_events: ['invoice.paid'] }],
    ['was switched off', { status: 'disabled' }],
  ])('that %s is put right', async (_name, wrong) => {
    await setUpEndpoint(client, url)
    const [endpoint] = service.world.endpoints.values()
    Object.assign(endpoint!, wrong)
    expect(await setUpEndpoint(client, url)).toEqual({ url, did: 'updated' })
    expect(endpoint).toMatchObject({ enabled_events: EVENT_TYPES, status: 'enabled' })
  })

  it('of another installation in the same account stays as it is', async () => {
    await setUpEndpoint(client, 'https://other.example/hook')
    expect(await setUpEndpoint(client, url)).toMatchObject({ did: 'made' })
    expect(service.world.endpoints.size).toBe(2)
  })
})
