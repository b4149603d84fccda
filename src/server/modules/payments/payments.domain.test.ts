import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PaymentStatus } from '#contract/account/auth.ts'
import { DAY_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import { GRACE_MS, effectivePayment, periodEnd, settleCheckout } from './payments.domain.ts'

const now = fromIso('2027-02-02T15:00:00Z')
const after = (days: number) => epochMs(now + days * DAY_MS)

describe('what a stored payment means (product §5)', () => {
  it.each([
    ['none', null, false, 'none'],
    ['pending', null, false, 'pending'],
    ['exempt', null, true, 'exempt'],
    ['active', after(3), true, 'active'],
    ['active', after(-1), true, 'pastDue'],
    ['active', after(-13.99), true, 'pastDue'],
    ['active', after(-14), false, 'none'],
    ['pastDue', after(-1), true, 'pastDue'],
    ['pastDue', after(-20), false, 'none'],
    ['trial', after(1), true, 'trial'],
    ['trial', after(-1), false, 'none'],
    ['cancelled', after(1), true, 'cancelled'],
    ['cancelled', after(-1), false, 'none'],
  ] as const)('%s until %s: payment %s, shown as %s', (status, periodEndsAt, payment, paymentStatus) => {
    expect(effectivePayment(status, periodEndsAt, now, 'sandbox')).toEqual({ payment, paymentStatus })
  })

  it('is exempt for everybody if payment is turned off', () => {
    for (const status of PaymentStatus.options) {
      expect(effectivePayment(status, null, now, 'off')).toEqual({ payment: true, paymentStatus: 'exempt' })
    }
  })

  it('never becomes valid again without a payment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PaymentStatus.options),
        fc.integer({ min: -60, max: 60 }),
        fc.nat(GRACE_MS * 2),
        fc.nat(GRACE_MS * 2),
        (status, days, first, more) => {
          const ends = after(days)
          const early = effectivePayment(status, ends, epochMs(now + first), 'sandbox')
          const late = effectivePayment(status, ends, epochMs(now + first + more), 'sandbox')
          expect(late.payment && !early.payment).toBe(false)
        },
      ),
    )
  })
})

describe('the outcome of a checkout', () => {
  it.each([
    ['open', 'success', 'paid'],
    ['open', 'decline', 'declined'],
    ['open', 'voucher', 'voucher'],
    ['voucher', 'success', 'paid'],
    ['declined', 'success', 'paid'],
    ['paid', 'success', 'paid'],
    ['paid', 'decline', undefined],
    ['paid', 'voucher', undefined],
  ] as const)('%s and %s leads to %s', (status, outcome, expected) => {
    expect(settleCheckout(status, outcome)).toBe(expected)
  })

  it('opens a month, or a year, by the calendar of the coach', () => {
    const ends = (from: string, planId: 'monthly' | 'yearly') =>
      toIso(periodEnd(fromIso(from), planId, 'America/Tijuana'))
    // 31 January at 20:00 in Tijuana is already 1 February in UTC.
    expect(ends('2027-02-01T04:00:00Z', 'monthly')).toBe('2027-03-01T04:00:00.000Z')
    // The wall time is kept from winter time into summer time.
    expect(ends('2027-02-20T18:00:00Z', 'monthly')).toBe('2027-03-20T17:00:00.000Z')
    expect(ends('2028-02-29T18:00:00Z', 'yearly')).toBe('2029-02-28T18:00:00.000Z')
  })
})
