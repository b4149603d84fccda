import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, fromIso } from '#time/clock.ts'
import { START, type Till, openTill } from '#test/support/fakes/stripe/accounts.ts'

let till: Till
beforeEach(async () => {
  till = await openTill()
})
afterEach(() => till.service.close())

/** Three days later at 23:59 in Mexico City, six hours behind UTC. */
const VOUCHER_ENDS = fromIso('2026-11-06T05:59:00Z')

async function issue(method: 'oxxo' | 'spei') {
  const { url, checkoutId } = await till.open('monthly', method)
  const page = await till.service.submit(url)
  const [voucher] = (await till.snapshot()).vouchers
  return { checkoutId, page: page.url, voucher: voucher! }
}

describe('OXXO', () => {
  it('tells a voucher with its number, until when it can be paid and where it is shown', async () => {
    const { checkoutId, page, voucher } = await issue('oxxo')
    expect(voucher).toEqual({
      id: expect.stringMatching(/^pi_/),
      checkoutId,
      planId: 'monthly',
      issuedAt: START,
      expiresAt: VOUCHER_ENDS,
      endedAt: null,
      amount: { minor: 49_900, currency: 'MXN' },
      how: { method: 'oxxo', reference: expect.stringMatching(/^\d{14}$/), pageUrl: page },
    })
  })

  it('tells its payment under the same id, from when the money came, and the voucher no more', async () => {
    const { checkoutId, voucher } = await issue('oxxo')
    await till.service.advance(2 * DAY_MS)
    till.service.payVoucher(voucher.id)
    const { payments, vouchers } = await till.snapshot()
    expect(vouchers).toEqual([])
    expect(payments).toEqual([
      {
        id: voucher.id,
        checkoutId,
        planId: 'monthly',
        method: 'oxxo',
        amount: { minor: 49_900, currency: 'MXN' },
        paidAt: START + 2 * DAY_MS,
        from: null,
        until: null,
        isPlanChange: false,
        refunds: [],
        disputes: [],
      },
    ])
  })

  it('counts from when the money was booked, although the charge is as old as the voucher', async () => {
    const { voucher } = await issue('oxxo')
    await till.service.advance(2 * DAY_MS)
    till.service.payVoucher(voucher.id)
    for (const charge of till.service.world.charges.values()) charge.created = START / 1000
    expect((await till.snapshot()).payments[0]?.paidAt).toBe(START + 2 * DAY_MS)
  })

  it('tells when a voucher ended, which had its minute in Mexico City', async () => {
    const { voucher } = await issue('oxxo')
    await till.service.advance(VOUCHER_ENDS - START - 1_000)
    expect((await till.snapshot()).vouchers[0]?.endedAt).toBe(null)
    await till.service.advance(1_000)
    const { payments, vouchers } = await till.snapshot()
    expect(payments).toEqual([])
    expect(vouchers).toEqual([
      { ...voucher, endedAt: VOUCHER_ENDS, how: { method: 'oxxo', reference: '', pageUrl: null } },
    ])
    expect(() => till.service.payVoucher(voucher.id)).toThrow('cannot be paid')
  })

  it('keeps a voucher that was issued when another page is opened: both can be paid', async () => {
    const first = await issue('oxxo')
    const { url } = await till.open('yearly', 'oxxo')
    await till.service.submit(url)
    till.service.payVoucher(first.voucher.id)
    const { payments, vouchers } = await till.snapshot()
    expect(payments.map(({ planId }) => planId)).toEqual(['monthly'])
    expect(vouchers.map(({ planId }) => planId)).toEqual(['yearly'])
  })

  it('tells nothing of a page that nobody has submitted', async () => {
    await till.open('monthly', 'oxxo')
    expect(await till.snapshot()).toEqual({
      subscriptions: [],
      payments: [],
      failedCharges: [],
      vouchers: [],
      balance: null,
    })
  })
})

describe('SPEI', () => {
  it('tells where to transfer, and what is missing after a part came', async () => {
    const { checkoutId, page, voucher } = await issue('spei')
    const how = {
      method: 'spei' as const,
      clabe: expect.stringMatching(/^\d{18}$/) as string,
      bank: 'STP',
      reference: expect.stringMatching(/^\d+$/) as string,
      remainingMinor: 49_900,
      pageUrl: page,
    }
    const expected = {
      id: expect.stringMatching(/^pi_/) as string,
      checkoutId,
      planId: 'monthly',
      issuedAt: START,
      expiresAt: null,
      endedAt: null,
      amount: { minor: 49_900, currency: 'MXN' },
      how,
    }
    expect(voucher).toEqual(expected)
    till.service.transfer(till.customer, 20_000)
    const { vouchers, payments, balance } = await till.snapshot()
    expect(vouchers).toEqual([{ ...expected, how: { ...how, remainingMinor: 29_900 } }])
    expect(payments).toEqual([])
    expect(balance).toBe(null)
  })

  it('tells one payment when the last part came, from then on', async () => {
    const { checkoutId, voucher } = await issue('spei')
    till.service.transfer(till.customer, 20_000)
    await till.service.advance(3 * HOUR_MS)
    till.service.transfer(till.customer, 29_900)
    const { payments, vouchers, balance } = await till.snapshot()
    expect(payments).toMatchObject([
      { id: voucher.id, checkoutId, method: 'spei', paidAt: START + 3 * HOUR_MS, until: null },
    ])
    expect(payments[0]?.amount.minor).toBe(49_900)
    expect(vouchers).toEqual([])
    expect(balance).toBe(null)
  })

  it('tells what came too much, which the next transfer uses', async () => {
    await issue('spei')
    till.service.transfer(till.customer, 60_000)
    expect((await till.snapshot()).balance).toEqual({ minor: 10_100, currency: 'MXN' })
    till.service.transfer(till.customer, 39_800)
    const { url } = await till.open('monthly', 'spei')
    expect((await till.service.submit(url)).url).toBe('https://norte.example/payment?done')
    const { payments, balance } = await till.snapshot()
    expect(payments).toHaveLength(2)
    expect(balance).toBe(null)
  })
})

describe('money back', () => {
  it('of a transfer is told in parts and as a whole', async () => {
    const { voucher } = await issue('spei')
    till.service.transfer(till.customer, 49_900)
    const first = till.service.refund(voucher.id, 9_900)
    const rest = till.service.refund(voucher.id)
    const [payment] = (await till.snapshot()).payments
    expect(payment?.refunds).toEqual([
      { id: rest, at: START, minor: 40_000, hasFailed: false },
      { id: first, at: START, minor: 9_900, hasFailed: false },
    ])
  })

  it('of cash does not exist at Stripe: the operator notes what they gave back', async () => {
    const { voucher } = await issue('oxxo')
    till.service.payVoucher(voucher.id)
    expect(() => till.service.refund(voucher.id)).toThrow('cannot be refunded')
  })
})
