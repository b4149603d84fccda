import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { dayNumber, fromDayNumber, type CalendarDate, type Weekday } from './calendar-date.ts'
import { type CalendarRule, daysOfRule } from './calendar-rule.ts'

// Recurrence rules of other programs, compared with an independent implementation of RFC 5545.

const CODES = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const plain: CalendarRule = {
  frequency: 'daily',
  interval: 1,
  months: [],
  monthDays: [],
  yearDays: [],
  weekdays: [],
  positions: [],
  weekStart: 1,
}
const day = (date: string) => dayNumber(date as CalendarDate)
const effort = () => ({ left: 1_000_000 })

function dates(rule: Partial<CalendarRule>, first: string, to: string, from = first): string[] {
  const days = daysOfRule({ ...plain, ...rule }, day(first), day(from), day(to), effort())
  return [...days].map((each) => fromDayNumber(each))
}

function toText({ frequency, interval, count, ...parts }: CalendarRule): string {
  const list = (name: string, values: readonly (number | string)[]) =>
    values.length > 0 ? [`${name}=${values.join()}`] : []
  return [
    `FREQ=${frequency.toUpperCase()}`,
    `INTERVAL=${interval}`,
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...list('BYMONTH', parts.months),
    ...list('BYMONTHDAY', parts.monthDays),
    ...list(
      'BYDAY',
      parts.weekdays.map(({ nth, weekday }) => `${nth || ''}${CODES[weekday - 1]}`),
    ),
    ...list('BYSETPOS', parts.positions),
    `WKST=${CODES[parts.weekStart - 1]}`,
  ].join(';')
}

const weekday = fc.integer({ min: 1, max: 7 }) as fc.Arbitrary<Weekday>
const some = <T>(one: fc.Arbitrary<T>, most: number) => fc.uniqueArray(one, { maxLength: most })

/** Rules as calendar programs write them. */
const rules: fc.Arbitrary<CalendarRule> = fc
  .record({
    frequency: fc.constantFrom('daily', 'weekly', 'monthly', 'yearly'),
    interval: fc.integer({ min: 1, max: 4 }),
    months: some(fc.integer({ min: 1, max: 12 }), 3),
    monthDays: some(fc.constantFrom(1, 2, 15, 28, 29, 30, 31, -1, -2), 2),
    days: fc.uniqueArray(fc.record({ nth: fc.constantFrom(0, 0, 1, 2, 3, 4, 5, -1, -2), weekday }), {
      maxLength: 3,
      selector: ({ nth, weekday: on }) => `${nth} ${on}`,
    }),
    kind: fc.constantFrom('none', 'days', 'weekdays', 'nth weekdays'),
    positions: some(fc.constantFrom(1, 2, -1), 1),
    weekStart: fc.constantFrom(1, 7),
  })
  .map(({ kind, days, monthDays, positions, months, ...rule }) => {
    const ordinal = rule.frequency === 'monthly' || rule.frequency === 'yearly'
    // All of one kind: implementations disagree on "Mondays, and the fourth of them".
    const every = days.map((each) => ({ ...each, nth: 0 }))
    const nth = ordinal ? days.filter((each) => each.nth !== 0) : []
    const weekdays = kind === 'weekdays' ? every : kind === 'nth weekdays' ? nth : []
    const named = {
      ...plain,
      ...rule,
      months: rule.frequency === 'weekly' ? [] : months,
      monthDays: kind === 'days' && ordinal ? monthDays : [],
      weekdays: weekdays.filter(
        (each, index) =>
          weekdays.findIndex((other) => other.weekday === each.weekday && other.nth === each.nth) === index,
      ),
    }
    const listed = named.weekdays.length > 0 || named.monthDays.length > 0
    return { ...named, positions: listed && ordinal ? positions : [] }
  })

describe('the days of a rule', () => {
  it('are those of an independent implementation', () => {
    let seen = 0
    fc.assert(
      fc.property(rules, fc.integer({ min: day('2026-01-01'), max: day('2027-12-31') }), (rule, first) => {
        const start = fromDayNumber(first)
        const to = first + 500
        const theirs = new RRuleTemporal({
          rruleString: `DTSTART:${start.replaceAll('-', '')}T100000Z\nRRULE:${toText(rule)}`,
        })
          .between(new Date(`${start}T00:00:00Z`), new Date(`${fromDayNumber(to)}T23:00:00Z`), true)
          .map((at) => at.toPlainDate().toString())
        const ours = [...daysOfRule(rule, first, first, to, effort())].map((each) => fromDayNumber(each))
        // The first day always counts as an occurrence, even when the rule does not name it.
        expect([toText(rule), start, ours.filter((each) => each !== start)]).toEqual([
          toText(rule),
          start,
          theirs.filter((each) => each !== start),
        ])
        seen += theirs.length
      }),
      { numRuns: propertyRuns(300) },
    )
    expect(seen).toBeGreaterThan(propertyRuns(2000))
  })

  it('do not depend on where the range starts', () => {
    fc.assert(
      fc.property(
        rules,
        fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
        fc.integer({ min: 0, max: 900 }),
        (rule, count, later) => {
          const first = day('2026-02-28')
          const all = [...daysOfRule({ ...rule, count }, first, first, first + 1500, effort())]
          const late = [...daysOfRule({ ...rule, count }, first, first + later, first + 1500, effort())]
          expect(late).toEqual(all.filter((each) => each >= first + later))
        },
      ),
      { numRuns: propertyRuns(300) },
    )
  })

  it('leave out what does not exist', () => {
    expect(dates({ frequency: 'monthly' }, '2027-01-31', '2027-06-30')).toEqual([
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
    ])
    expect(dates({ frequency: 'yearly' }, '2028-02-29', '2036-12-31')).toEqual([
      '2028-02-29',
      '2032-02-29',
      '2036-02-29',
    ])
    const never = { frequency: 'daily', months: [2], monthDays: [30] } as const
    expect(dates(never, '2027-01-01', '2030-12-31')).toEqual(['2027-01-01'])
    expect(dates({ frequency: 'yearly', yearDays: [-1, 60] }, '2027-01-01', '2028-12-31')).toEqual([
      '2027-01-01',
      '2027-03-01',
      '2027-12-31',
      '2028-02-29',
      '2028-12-31',
    ])
  })

  it('end with the last supported year', () => {
    for (const frequency of ['monthly', 'yearly'] as const) {
      const rule = { frequency, interval: 1_000_000_000 } as const
      expect(dates(rule, '2027-01-31', '2027-12-31')).toEqual(['2027-01-31'])
    }
  })

  it('are counted from the first one, wherever the range starts', () => {
    const rule = { frequency: 'weekly', count: 5 } as const
    expect(dates(rule, '2027-01-04', '2028-01-01', '2027-01-20')).toEqual(['2027-01-25', '2027-02-01'])
    expect(dates(rule, '2027-01-04', '2028-01-01', '2027-02-02')).toEqual([])
  })

  it('are refused when they take too long', () => {
    const rule = { ...plain, frequency: 'yearly', months: [2], monthDays: [30], count: 2 } as const
    expect(() => [...daysOfRule(rule, day('1900-01-01'), 0, day('2999-01-01'), { left: 10_000 })]).toThrow(
      RangeError,
    )
  })
})
