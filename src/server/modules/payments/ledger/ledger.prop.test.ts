import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PaymentStatus } from '#contract/account/auth.ts'
import type { PaymentCause } from '#contract/payments.ts'
import { DAY_MS, type EpochMs, epochMs, fromIso } from '#time/clock.ts'
import { type StoredState, effectivePayment, periodEnd } from '../payments.domain.ts'
import { type Entry, type Fact, historyOf, paymentsIn, stateOf } from './ledger.domain.ts'

const ZONE = 'America/Mexico_City'
const START = fromIso('2027-02-02T15:00:00Z')
const day = (days: number) => epochMs(START + days * DAY_MS)
const month = (from: EpochMs) => periodEnd(from, 'monthly', ZONE)

let serial = 0
const at = (days: number, fact: Fact): Entry => ({ key: `fact ${(serial += 1)}`, at: day(days), fact })
const paid = (of: string, more: Partial<Extract<Fact, { cause: 'paid' }>> = {}): Fact => ({
  cause: 'paid',
  of,
  planId: 'monthly',
  zone: ZONE,
  until: null,
  ...more,
})
const voucher = (of: string): Fact => ({ cause: 'voucherIssued', of, planId: 'yearly' })
const trial: Extract<Fact, { cause: 'trialBegan' }> = {
  cause: 'trialBegan',
  planId: 'monthly',
  until: day(14),
}
const carried = (status: PaymentStatus, until: EpochMs | null = null): Fact => ({
  cause: 'carriedOver',
  status,
  planId: 'monthly',
  periodEndsAt: until,
})

const anyFact: fc.Arbitrary<Fact> = fc.oneof(
  fc.constantFrom('a', 'b', 'c').map((of) => paid(of)),
  fc.constantFrom('a', 'b').map((of) => paid(of, { until: day(40) })),
  fc.constantFrom('v', 'w').map(voucher),
  fc.constantFrom('v', 'w').map((of): Fact => ({ cause: 'voucherExpired', of })),
  fc.constantFrom('v', 'w').map((of) => paid(of, { for: of })),
  fc.constant(trial),
  fc
    .constantFrom('a', 'b', 'v')
    .chain((of) =>
      fc.constantFrom<Fact>(
        { cause: 'refunded', of, part: null },
        { cause: 'refunded', of, part: { minor: 2, total: 3 } },
        { cause: 'refundFailed', of, refund: 'r' },
        { cause: 'disputeOpened', of },
        { cause: 'disputeWon', of },
        { cause: 'disputeLost', of },
      ),
    ),
  fc.constantFrom<Fact>(
    { cause: 'chargeFailed' },
    { cause: 'cancelled' },
    { cause: 'resumed' },
    { cause: 'planChanged', planId: 'yearly', until: null },
    { cause: 'exempted' },
    { cause: 'exemptionEnded' },
  ),
)
/** Days repeat, so that things happen in the same moment. */
const anyEntries = (maxLength: number) =>
  fc
    .array(fc.tuple(fc.nat(6), anyFact), { maxLength })
    .map((facts) =>
      facts.map(([days, fact], index): Entry => ({ key: `${index}`, at: day(days * 10), fact })),
    )

describe('the ledger', () => {
  test('is the same in every order of up to six facts, each heard of twice', () => {
    fc.assert(
      fc.property(
        anyEntries(6).chain((entries) =>
          fc.tuple(
            fc.constant(entries),
            fc.shuffledSubarray([...entries, ...entries], { minLength: entries.length * 2 }),
          ),
        ),
        ([entries, shuffled]) => {
          expect(stateOf(shuffled)).toEqual(stateOf(entries))
        },
      ),
    )
  })

  test('is the same in each of the 720 orders of a year with a coach', () => {
    const year = [
      at(0, trial),
      at(10, paid('a')),
      at(50, { cause: 'chargeFailed' }),
      at(52, paid('b')),
      at(60, { cause: 'cancelled' }),
      at(61, { cause: 'resumed' }),
    ]
    const expected = stateOf(year)
    expect(expected).toEqual({ status: 'active', planId: 'monthly', periodEndsAt: month(day(52)) })
    for (const order of ordersOf(year)) expect(stateOf(order)).toEqual(expected)
  })

  test('tells what the payment was after each of the last facts', () => {
    fc.assert(
      fc.property(anyEntries(12), fc.integer({ min: 1, max: 15 }), (entries, most) => {
        const history = historyOf(entries, most)
        expect(history).toHaveLength(Math.min(most, entries.length))
        if (entries.length > 0) expect(history.at(-1)!.after).toEqual(stateOf(entries))
      }),
    )
  })

  test('counts what was given back as if it had never been paid', () => {
    fc.assert(
      fc.property(anyEntries(8), fc.constantFrom('a', 'b', 'c', 'v'), fc.nat(70), (entries, of, days) => {
        const refund: Entry = { key: 'refund', at: day(days), fact: { cause: 'refunded', of, part: null } }
        const others = entries.filter(({ fact }) => !(fact.cause === 'paid' && fact.of === of))
        expect(stateOf([...entries, refund])).toEqual(stateOf(others))
      }),
    )
  })

  test('pays nothing that was not paid, tried, carried over or exempted', () => {
    const free: readonly PaymentCause[] = ['paid', 'trialBegan', 'exempted']
    fc.assert(
      fc.property(anyEntries(8), (entries) => {
        const others = entries.filter(({ fact }) => !free.includes(fact.cause))
        const { status, periodEndsAt } = stateOf(others)
        expect(effectivePayment(status, periodEndsAt, day(70), 'sandbox').payment).toBe(false)
      }),
    )
  })
})

// @spec P.271
describe('the transitions of product §5', () => {
  const plain = (...entries: Entry[]): [PaymentStatus, number | null] => {
    const { status, periodEndsAt } = stateOf(entries)
    return [status, periodEndsAt === null ? null : (periodEndsAt - START) / DAY_MS]
  }
  const running = at(0, carried('active', day(30)))

  test.each<[what: string, entries: Entry[], expected: [PaymentStatus, number | null]]>([
    ['nothing is nothing', [], ['none', null]],
    ['a first checkout begins a trial', [at(0, trial)], ['trial', 14]],
    ['a voucher waits', [at(0, voucher('v'))], ['pending', null]],
    ['a voucher expires', [at(0, voucher('v')), at(3, { cause: 'voucherExpired', of: 'v' })], ['none', null]],
    [
      'another voucher still waits',
      [at(0, voucher('v')), at(1, voucher('w')), at(3, { cause: 'voucherExpired', of: 'v' })],
      ['pending', null],
    ],
    [
      'a voucher is paid',
      [at(0, voucher('v')), at(1, paid('v', { for: 'v', until: day(32) }))],
      ['active', 32],
    ],
    ['a voucher leaves who has paid as they are', [running, at(1, voucher('v'))], ['active', 30]],
    ['a trial that is paid early keeps its days', [at(0, trial), at(3, paid('a'))], ['active', 42]],
    ['a charge fails', [running, at(30, { cause: 'chargeFailed' })], ['pastDue', 30]],
    [
      'and succeeds later',
      [running, at(30, { cause: 'chargeFailed' }), at(33, paid('a', { until: day(60) }))],
      ['active', 60],
    ],
    ['a cancelled plan ends with its period', [running, at(5, { cause: 'cancelled' })], ['cancelled', 30]],
    [
      'which can be undone',
      [running, at(5, { cause: 'cancelled' }), at(6, { cause: 'resumed' })],
      ['active', 30],
    ],
    [
      'not after its end',
      [running, at(5, { cause: 'cancelled' }), at(31, { cause: 'resumed' })],
      ['cancelled', 30],
    ],
    [
      'a plan whose period is over is not cancelled: its grace goes on',
      [running, at(33, { cause: 'cancelled' })],
      ['active', 30],
    ],
    ['nor one without an end', [at(0, carried('active')), at(3, { cause: 'cancelled' })], ['active', null]],
    [
      'a failed charge is not forgotten by cancelling and keeping the plan',
      [
        running,
        at(29.5, { cause: 'chargeFailed' }),
        at(29.6, { cause: 'cancelled' }),
        at(29.7, { cause: 'resumed' }),
      ],
      ['pastDue', 30],
    ],
    [
      'a trial whose payment was given back is a trial again',
      [at(0, trial), at(3, paid('a')), at(4, { cause: 'refunded', of: 'a', part: null })],
      ['trial', 14],
    ],
    [
      'a plan that was cancelled is, once a payment by mistake was given back',
      [
        running,
        at(3, { cause: 'cancelled' }),
        at(4, paid('a')),
        at(5, { cause: 'refunded', of: 'a', part: null }),
      ],
      ['cancelled', 30],
    ],
    [
      'the second of two payments begins when it was paid, once the first was given back',
      [at(0, paid('a')), at(1, paid('b')), at(2, { cause: 'refunded', of: 'a', part: null })],
      ['active', 29],
    ],
    [
      'the voucher that begins a trial waits no more',
      [
        at(0, voucher('v')),
        at(1, { ...trial, for: 'v' }),
        at(20, voucher('w')),
        at(22, { cause: 'voucherExpired', of: 'w' }),
      ],
      ['none', null],
    ],
    [
      'who waited before the ledger waits no more',
      [at(0, carried('pending')), at(1, { cause: 'voucherExpired', of: 'x' })],
      ['none', null],
    ],
    [
      'a trial that was cancelled is a trial again',
      [at(0, trial), at(2, { cause: 'cancelled' }), at(3, { cause: 'resumed' })],
      ['trial', 14],
    ],
    ['who comes back pays again', [at(0, carried('cancelled', day(-10))), at(0, paid('a'))], ['active', 28]],
    [
      'a full refund ends it',
      [at(0, paid('a')), at(2, { cause: 'refunded', of: 'a', part: null })],
      ['none', null],
    ],
    [
      'a part does not',
      [at(0, paid('a')), at(2, { cause: 'refunded', of: 'a', part: { minor: 2, total: 3 } })],
      ['active', 28],
    ],
    [
      'what another payment had bought remains',
      [at(0, paid('a')), at(1, paid('b')), at(2, { cause: 'refunded', of: 'b', part: null })],
      ['active', 28],
    ],
    [
      'a dispute that is open changes nothing',
      [at(0, paid('a')), at(2, { cause: 'disputeOpened', of: 'a' })],
      ['active', 28],
    ],
    [
      'one that is lost ends it',
      [at(0, paid('a')), at(2, { cause: 'disputeLost', of: 'a' })],
      ['none', null],
    ],
    ['exempt', [running, at(1, { cause: 'exempted' })], ['exempt', 30]],
    ['and no more', [at(0, { cause: 'exempted' }), at(1, { cause: 'exemptionEnded' })], ['none', null]],
    [
      'and no more, which leads back to what is paid',
      [running, at(1, { cause: 'exempted' }), at(2, { cause: 'exemptionEnded' })],
      ['active', 30],
    ],
    [
      'a trial whose first charge fails before it is over is past due, as any plan',
      [at(0, trial), at(13, { cause: 'chargeFailed' })],
      ['pastDue', 14],
    ],
  ])('%s', (_, entries, expected) => {
    expect(plain(...entries)).toEqual(expected)
  })

  test('another plan', () => {
    expect(stateOf([running, at(3, { cause: 'planChanged', planId: 'yearly', until: day(365) })])).toEqual({
      status: 'active',
      planId: 'yearly',
      periodEndsAt: day(365),
    })
  })

  test('what was before the ledger is carried over as it was', () => {
    const states: StoredState[] = [
      { status: 'none', planId: null, periodEndsAt: null },
      { status: 'active', planId: 'yearly', periodEndsAt: null },
      { status: 'trial', planId: 'monthly', periodEndsAt: day(3) },
      { status: 'pastDue', planId: 'monthly', periodEndsAt: day(-3) },
      { status: 'exempt', planId: null, periodEndsAt: null },
    ]
    for (const state of states) expect(stateOf([at(0, { cause: 'carriedOver', ...state })])).toEqual(state)
  })
})

function ordersOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

test('payments are told with whether they were given back; what was before the ledger is one, too', () => {
  const openOf = (entries: readonly Entry[]) =>
    paymentsIn(entries).flatMap(({ of, isBack }) => (isBack ? [] : [of]))
  const before: Entry = { key: 'before', at: day(0), fact: carried('active', day(30)) }
  const refund = (of: string) => at(9, { cause: 'refunded', of, part: null })
  const all = [before, at(1, paid('a')), at(2, paid('b'))]
  expect(openOf(all)).toEqual(['before', 'a', 'b'])
  expect(openOf([...all, refund('b')])).toEqual(['before', 'a'])
  expect(openOf([...all, refund('b'), refund('a')])).toEqual(['before'])
  const none = [...all, refund('b'), refund('a'), refund('before')]
  expect([openOf(none), stateOf(none).status]).toEqual([[], 'none'])
  expect(openOf([at(0, carried('exempt'))])).toEqual([])
})
