import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { type CalendarDate, addDays, fromDayNumber } from '#time/calendar-date.ts'
import { DAY_MS, HOUR_MS, epochMs, fromIso } from '#time/clock.ts'
import { blocksOf } from '../blocks.domain.ts'
import {
  type Dates,
  type EndlessBlocks,
  blockOn,
  blocksBetween,
  dateOfBlock,
  endlessFrom,
  notYetExcluded,
  seriesIdFrom,
} from './endless-blocks.domain.ts'

const ID = seriesIdFrom('01920000-0000-7000-8000-0123456789ab')
const NEW_YEAR = fromIso('2027-01-01T00:00:00.000Z')

const rule = fc.oneof(
  fc.record({
    frequency: fc.constant('weekly' as const),
    interval: fc.integer({ min: 1, max: 12 }),
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 7 }),
  }),
  fc.record({
    frequency: fc.constant('monthly' as const),
    interval: fc.integer({ min: 1, max: 12 }),
    weekdays: fc.constant([] as number[]),
  }),
)
const zone = fc.constantFrom(
  'America/Tijuana',
  'America/Mexico_City',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
)
// By quarters of an hour from midday on, at most two days long, so that no change of offset falls on an end.
const first = fc.tuple(fc.nat(365), fc.integer({ min: 1, max: 8 })).map(([day, quarters]) => {
  const startsAt = epochMs(NEW_YEAR + day * DAY_MS + 12 * HOUR_MS)
  return { startsAt, endsAt: epochMs(startsAt + (quarters * HOUR_MS) / 4) }
})

const made = fc.tuple(rule, zone, first).map(([how, timezone, span]) => ({
  span,
  series: endlessFrom(span, how, { id: ID, title: null, timezone }),
  ending: blocksOf(span, { ...how, count: 52 }, timezone),
}))

test('a series without end begins as one with a count', () => {
  fc.assert(
    fc.property(made, ({ series, span, ending }) => {
      const begun = blocksBetween(series, span.startsAt, epochMs(ending.at(-1)!.startsAt + 1))
      expect(begun.map(({ startsAt, endsAt }) => ({ startsAt, endsAt }))).toEqual(ending)
    }),
    { numRuns: propertyRuns(100) },
  )
})

test('a block is found by its id, and two ranges have the blocks of one', () => {
  fc.assert(
    fc.property(made, fc.nat(5_000), fc.nat(90), fc.nat(90), ({ series, span }, after, days, more) => {
      const [from, middle, to] = [after, after + days, after + days + more].map((each) =>
        epochMs(span.startsAt + each * DAY_MS),
      ) as [typeof NEW_YEAR, typeof NEW_YEAR, typeof NEW_YEAR]
      const whole = blocksBetween(series, from, to)
      for (const block of whole) {
        const { seriesId, date } = dateOfBlock(block.id)
        expect(seriesId).toBe(ID)
        expect(blockOn(series, date)).toEqual(block)
      }
      const parts = [...blocksBetween(series, from, middle), ...blocksBetween(series, middle, to)]
      expect([...new Set(parts.map(({ id }) => id))]).toEqual(whole.map(({ id }) => id))
    }),
    { numRuns: propertyRuns(100) },
  )
})

const START = fromDayNumber(20_700)
const dates = fc.tuple(fc.nat(30), fc.option(fc.nat(10))).map(([from, length]): Dates => {
  const first = addDays(START, from)
  return { from: first, until: length === null ? null : addDays(first, length) }
})
const covers = ({ from, until }: Dates, date: CalendarDate) =>
  from <= date && (until === null || date <= until)

test('deletions one after the other exclude each date once, and all that they mean', () => {
  fc.assert(
    fc.property(fc.array(dates, { maxLength: 6 }), (deletions) => {
      let exclusions: Dates[] = []
      for (const each of deletions) {
        exclusions = [...exclusions, ...notYetExcluded({ exclusions } as unknown as EndlessBlocks, each)]
      }
      for (let day = 0; day < 60; day += 1) {
        const date = addDays(START, day)
        const times = exclusions.filter((each) => covers(each, date)).length
        expect(times).toBe(deletions.some((each) => covers(each, date)) ? 1 : 0)
      }
    }),
    { numRuns: propertyRuns(200) },
  )
})
