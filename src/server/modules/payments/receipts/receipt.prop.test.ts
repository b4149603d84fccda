import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PlanId } from '#contract/payments.ts'
import { HOUR_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { Fact } from '../ledger/ledger.domain.ts'
import { periodOf, receiptNumber, taxOf } from './receipt.domain.ts'

it('has a price without tax and a tax that add up, each within a centavo of its share', () => {
  fc.assert(
    fc.property(fc.nat(2_000_000_000), (totalMinor) => {
      const { subtotalMinor, taxMinor } = taxOf(totalMinor)
      expect(subtotalMinor + taxMinor).toBe(totalMinor)
      expect(Number.isInteger(subtotalMinor)).toBe(true)
      // In hundredths of a centavo: half a centavo of the price, which the tax makes 16 % more.
      expect(Math.abs(subtotalMinor * 116 - totalMinor * 100)).toBeLessThanOrEqual(58)
      expect(Math.abs(taxMinor * 100 - subtotalMinor * 16)).toBeLessThanOrEqual(58)
    }),
  )
  expect(taxOf(49_900)).toEqual({ subtotalMinor: 43_017, taxMinor: 6_883 })
  expect(taxOf(116)).toEqual({ subtotalMinor: 100, taxMinor: 16 })
})

const zone = 'America/Mexico_City'
const paid = (
  key: string,
  at: string,
  more: { planId?: PlanId; from?: string; until?: string; replaces?: true } = {},
) => {
  const { planId = 'monthly', from, until, replaces } = more
  const fact: Extract<Fact, { cause: 'paid' }> = {
    cause: 'paid',
    of: key,
    planId,
    zone,
    ...(from !== undefined && { from: fromIso(from) }),
    until: until === undefined ? null : fromIso(until),
    ...(replaces && { replaces }),
  }
  return { key, at: fromIso(at), fact }
}
const isoOf = ({ from, until }: ReturnType<typeof periodOf>) => [toIso(from), toIso(until)]

it('says the period that was paid: from now, after the one before, or as the provider says', () => {
  const first = paid('a', '2027-02-02T15:00:00Z')
  const ahead = paid('b', '2027-02-25T15:00:00Z')
  const late = paid('c', '2027-06-10T15:00:00Z')
  const lines = [late, ahead, first]
  expect(isoOf(periodOf(first, lines))).toEqual(['2027-02-02T15:00:00.000Z', '2027-03-02T15:00:00.000Z'])
  expect(isoOf(periodOf(ahead, lines))).toEqual(['2027-03-02T15:00:00.000Z', '2027-04-02T15:00:00.000Z'])
  expect(isoOf(periodOf(late, lines))).toEqual(['2027-06-10T15:00:00.000Z', '2027-07-10T15:00:00.000Z'])
  // A card was charged three days late: its period had begun before.
  const card = paid('d', '2027-08-05T15:00:00Z', { until: '2027-09-02T15:00:00Z' })
  expect(isoOf(periodOf(card, [card]))).toEqual(['2027-08-02T15:00:00.000Z', '2027-09-02T15:00:00.000Z'])
  // The 31st has no day of a month before: the provider says when the period began.
  const long = paid('f', '2027-01-31T16:00:00Z', {
    from: '2027-01-31T15:00:00Z',
    until: '2027-02-28T15:00:00Z',
  })
  expect(isoOf(periodOf(long, [long]))).toEqual(['2027-01-31T15:00:00.000Z', '2027-02-28T15:00:00.000Z'])
  const changed = paid('e', '2027-08-20T15:00:00Z', {
    planId: 'yearly',
    until: '2028-08-20T15:00:00Z',
    replaces: true,
  })
  expect(isoOf(periodOf(changed, [card, changed]))).toEqual([
    '2027-08-20T15:00:00.000Z',
    '2028-08-20T15:00:00.000Z',
  ])
})

it('gives periods that follow each other and never overlap, however early the next was paid', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40 * 24), { minLength: 1, maxLength: 6 }), (gaps) => {
      let at = fromIso('2027-02-02T15:00:00Z')
      const lines = gaps.map((hours, index) => {
        at = epochMs(at + hours * HOUR_MS)
        return paid(`p${index}`, toIso(at))
      })
      const periods = lines.map((line) => periodOf(line, lines))
      for (const [index, { from, until }] of periods.entries()) {
        expect(until).toBeGreaterThan(from)
        if (index > 0) expect(from).toBeGreaterThanOrEqual(periods[index - 1]!.until)
      }
    }),
  )
})

it('has a number that a person can read out', () => {
  expect(receiptNumber('019413d6-0000-7000-8000-9f3a21c477ab')).toBe('9F3A-21C4-77AB')
})
