import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs } from '#time/clock.ts'
import { START, type Till, newCheckout, newPayer, openTill } from '#test/support/fakes/stripe/accounts.ts'
import { CARDS } from '#test/support/fakes/stripe/cards.ts'
import { expireSession } from '#test/support/fakes/stripe/sessions.ts'

let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(() => till.service.close())

const price = (key: string) =>
  [...till.service.world.prices.values()].find(({ lookup_key: each }) => each === key)!

const openUrls = () =>
  [...till.service.world.sessions.values()].filter(({ status }) => status === 'open').map(({ url }) => url)

describe('a page', () => {
  it('names the checkout and the plan, on the page and on what comes of it', async () => {
    const checkout = newCheckout('monthly', 'oxxo')
    const { url, checkoutId } = await till.accounts.openCheckout(till.customer, checkout)
    expect(checkoutId).toBe(checkout.id)
    const session = till.service.session(url)
    const names = { norte_checkout: checkout.id, norte_plan: 'monthly' }
    expect(session).toMatchObject({
      client_reference_id: checkout.id,
      metadata: names,
      locale: 'es-419',
      success_url: checkout.returnUrl,
      cancel_url: checkout.cancelUrl,
      amount_total: 49_900,
      currency: 'mxn',
      mode: 'payment',
    })
    await till.service.submit(url)
    expect([...till.service.world.intents.values()].map(({ metadata }) => metadata)).toEqual([names])
    const card = await till.subscribe('yearly')
    expect([...till.service.world.subscriptions.values()].map(({ metadata }) => metadata)).toEqual([
      { norte_checkout: card.checkoutId, norte_plan: 'yearly' },
    ])
  })

  it.each([
    ['card', ['card'], 'subscription'],
    ['oxxo', ['oxxo'], 'payment'],
    ['spei', ['customer_balance'], 'payment'],
  ] as const)('for %s offers that and nothing else', async (method, types, mode) => {
    const { url } = await till.open('monthly', method)
    expect(till.service.session(url)).toMatchObject({ payment_method_types: types, mode })
  })

  it.each([
    ['en-US', 'en'],
    ['es-MX', 'es-419'],
    [undefined, 'auto'],
  ])('in %s is shown in %s', async (language, locale) => {
    const { url } = await till.open('monthly', 'card', { language: language as string })
    expect(till.service.session(url).locale).toBe(locale)
  })

  it('sells what has the key of the plan now', async () => {
    const { prices } = till.service.world
    const monthly = price('norte_monthly')
    prices.set('price_dearer', { ...monthly, id: 'price_dearer' })
    Object.assign(monthly, { lookup_key: null, unit_amount: 39_900 })
    const { url } = await till.open('monthly', 'card')
    expect(till.service.session(url).amount_total).toBe(49_900)
  })

  it.each([
    ['of another amount', 'card', { unit_amount: 59_900 }, '59900 mxn per month'],
    ['of another currency', 'card', { currency: 'usd' }, '49900 usd per month'],
    ['of another interval', 'card', { recurring: { interval: 'year', interval_count: 1 } }, 'per year'],
    ['of several intervals', 'card', { recurring: { interval: 'month', interval_count: 3 } }, 'per month'],
    ['that renews nothing', 'card', { recurring: null }, '49900 mxn per payment'],
    ['of another amount in advance', 'oxxo', { unit_amount: 1 }, '1 mxn per payment'],
  ] as const)('for a price %s than is shown is refused', async (_name, method, wrong, found) => {
    Object.assign(price(method === 'card' ? 'norte_monthly' : 'norte_monthly_prepaid'), wrong)
    await expect(till.open('monthly', method)).rejects.toMatchObject({
      name: 'ProviderRefusal',
      reason: 'priceDiffers',
      message: expect.stringContaining(found),
    })
    expect(till.service.world.sessions.size).toBe(0)
    expect((await till.open('yearly', method)).url).toBeDefined()
  })

  it('is refused without a price', async () => {
    for (const price of till.service.world.prices.values()) price.active = false
    await expect(till.open('monthly', 'card')).rejects.toMatchObject({
      name: 'ProviderRefusal',
      message: 'Stripe has no active price with the lookup key norte_monthly',
    })
  })
})

describe('a first charge that comes later', () => {
  const trialEnd = (url: string) => till.service.world.orders.get(till.service.session(url).id)?.trialEnd

  it('is the end of a trial', async () => {
    const startsAt = epochMs(START + 10 * DAY_MS)
    expect(trialEnd((await till.open('monthly', 'card', { startsAt })).url)).toBe(startsAt / 1000)
  })

  it('is rounded up to a whole second', async () => {
    const startsAt = epochMs(START + 10 * DAY_MS + 1)
    expect(trialEnd((await till.open('monthly', 'card', { startsAt })).url)).toBe(
      (START + 10 * DAY_MS) / 1000 + 1,
    )
  })

  it('is at least 48 hours away, so later than asked for', async () => {
    const startsAt = epochMs(START + HOUR_MS)
    expect(trialEnd((await till.open('monthly', 'card', { startsAt })).url)).toBe(
      (START + 48 * HOUR_MS + 5 * MINUTE_MS) / 1000,
    )
  })

  it('is now if it is past', async () => {
    const startsAt = epochMs(START - 1)
    expect(trialEnd((await till.open('monthly', 'card', { startsAt })).url)).toBe(undefined)
  })
})

describe('two pages', () => {
  it('for the same are one, of the checkout that came first', async () => {
    const first = await till.open('monthly', 'card')
    expect(await till.open('monthly', 'card')).toEqual(first)
    expect(openUrls()).toEqual([first.url])
  })

  it('for something else: the earlier can no longer be paid', async () => {
    const first = await till.open('monthly', 'card')
    const second = await till.open('yearly', 'card')
    expect(openUrls()).toEqual([second.url])
    expect((await till.service.submit(first.url, { card: CARDS.works })).html).toContain('venció')
    expect((await till.snapshot()).payments).toEqual([])
  })

  it.each([
    ['another method', 'monthly', 'oxxo', {}],
    ['another beginning', 'monthly', 'card', { startsAt: epochMs(START + 10 * DAY_MS) }],
  ] as const)('differ by %s', async (_name, planId, method, more) => {
    const first = await till.open('monthly', 'card')
    const second = await till.open(planId, method, more)
    expect(second.url).not.toBe(first.url)
    expect(openUrls()).toEqual([second.url])
  })

  it('opened at once for the same are one, so that it is paid once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map(() => till.open('monthly', 'card')))
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1)
    expect(openUrls()).toEqual([pages[0]!.url])
  })

  it('for the same stay the first, although the second call has not seen it when it opened its own', async () => {
    let first: { url: string } | undefined
    till.service.beforeNextCall({ method: 'POST', path: /sessions$/ }, async () => {
      first = await till.open('monthly', 'card')
    })
    const second = await till.open('monthly', 'card')
    expect(second).toEqual(first)
    expect(openUrls()).toEqual([second.url])
  })

  it('opened at once for different plans: one can be paid', async () => {
    await Promise.all([till.open('monthly', 'card'), till.open('yearly', 'card')])
    expect(openUrls()).toHaveLength(1)
  })

  it('of two customers do not close each other', async () => {
    const first = await till.open('monthly', 'card')
    const other = await till.accounts.createCustomer(newPayer())
    const second = await till.accounts.openCheckout(other, newCheckout('yearly', 'card'))
    expect(openUrls()).toEqual([first.url, second.url])
  })

  it('leave alone what somebody else of the account opened', async () => {
    const first = await till.open('monthly', 'card')
    Object.assign(till.service.session(first.url), { metadata: {} })
    await till.open('yearly', 'card')
    expect(openUrls()).toHaveLength(2)
  })
})

describe('a second subscription', () => {
  it('is refused while one renews itself', async () => {
    await till.subscribe('monthly')
    await expect(till.open('yearly', 'card')).rejects.toMatchObject({
      name: 'ProviderRefusal',
      reason: 'subscriptionRuns',
    })
    await expect(till.open('monthly', 'oxxo')).resolves.toHaveProperty('url')
  })

  it('can follow one that was cancelled', async () => {
    await till.subscribe('monthly')
    await till.accounts.setRenewal(till.customer, false)
    const startsAt = epochMs(START + 30 * DAY_MS)
    await till.subscribe('yearly', {}, { startsAt })
    await till.service.advance(30 * DAY_MS + HOUR_MS)
    const { payments, subscriptions } = await till.snapshot()
    expect(payments.map(({ planId, paidAt }) => [planId, paidAt])).toEqual([
      ['yearly', startsAt + HOUR_MS],
      ['monthly', START],
    ])
    expect(subscriptions.map(({ endedAt }) => endedAt)).toEqual([null, startsAt])
  })

  it('is not sold by a page that was completed while another was opened', async () => {
    const first = await till.open('monthly', 'card')
    till.service.beforeNextCall({ path: /expire$/ }, () =>
      till.service.submit(first.url, { card: CARDS.works }),
    )
    await expect(till.open('yearly', 'card')).rejects.toMatchObject({ reason: 'checkoutCompleted' })
    expect((await till.snapshot()).payments).toHaveLength(1)
  })

  it('can be opened although another call has just closed the earlier page', async () => {
    const first = await till.open('monthly', 'card')
    till.service.beforeNextCall({ path: /expire$/ }, async () => {
      expireSession(till.service.world, till.service.session(first.url).id)
    })
    await expect(till.open('yearly', 'card')).resolves.toHaveProperty('url')
  })
})
