import { describe, expect, test } from 'vitest'
import type { BlockRecurrence } from '#contract/calendar/recurrence.ts'
import type { BlockId } from '#contract/values.ts'
import { type CalendarDate, calendarDate } from '#time/calendar-date.ts'
import { fromIso, toIso } from '#time/clock.ts'
import {
  type Dates,
  type EndlessBlocks,
  blockIdOn,
  blockOn,
  blocksBetween,
  dateOfBlock,
  datesMeant,
  endlessFrom,
  firstBlockFrom,
  isEndless,
  notYetExcluded,
  seriesIdFrom,
} from './endless-blocks.domain.ts'

const ID = seriesIdFrom('01920000-0000-7000-8000-0123456789ab')
const WEEKDAYS: BlockRecurrence = { frequency: 'weekly', interval: 1, weekdays: [1, 2, 3, 4, 5] }

function series(startsAt: string, endsAt: string, rule = WEEKDAYS, timezone = 'America/Tijuana') {
  const first = { startsAt: fromIso(startsAt), endsAt: fromIso(endsAt) }
  return endlessFrom(first, rule, { id: ID, title: 'Comida', timezone })
}
// Monday 1 March 2027, 14:00 to 15:00 in Tijuana.
const lunch = series('2027-03-01T22:00:00.000Z', '2027-03-01T23:00:00.000Z')
const without = (...exclusions: Dates[]): EndlessBlocks => ({ ...lunch, exclusions })
const on = (date: string) => calendarDate(date)
const only = (date: string): Dates => ({ from: on(date), until: on(date) })
const forEver = (date: string): Dates => ({ from: on(date), until: null })
const startsIn = (blocks: EndlessBlocks, from: string, to: string) =>
  blocksBetween(blocks, fromIso(from), fromIso(to)).map(({ startsAt }) => toIso(startsAt).slice(0, 16))

describe('the blocks of a range', () => {
  test('keep both wall times across the change of offset', () => {
    const around = ['2027-03-12T00:00:00.000Z', '2027-03-17T00:00:00.000Z'] as const
    expect(startsIn(lunch, ...around)).toEqual(['2027-03-12T22:00', '2027-03-15T21:00', '2027-03-16T21:00'])
    const [, monday] = blocksBetween(lunch, ...(around.map(fromIso) as [never, never]))
    expect(monday).toMatchObject({
      seriesId: ID,
      title: 'Comida',
      endsAt: fromIso('2027-03-15T22:00:00.000Z'),
    })
  })

  test('are those that overlap it, the first one never before the series begins', () => {
    expect(startsIn(lunch, '2027-03-02T22:59:00.000Z', '2027-03-03T22:00:00.000Z')).toEqual([
      '2027-03-02T22:00',
    ])
    expect(startsIn(lunch, '2027-03-02T23:00:00.000Z', '2027-03-03T22:01:00.000Z')).toEqual([
      '2027-03-03T22:00',
    ])
    expect(startsIn(lunch, '2027-02-20T00:00:00.000Z', '2027-03-02T00:00:00.000Z')).toEqual([
      '2027-03-01T22:00',
    ])
  })

  test('are there a century later', () => {
    expect(startsIn(lunch, '2127-03-03T00:00:00.000Z', '2127-03-04T00:00:00.000Z')).toHaveLength(1)
    expect(startsIn(lunch, '2199-12-30T00:00:00.000Z', '2199-12-31T00:00:00.000Z')).toHaveLength(1)
  })

  test('of whole days cover the days of 23 and 25 hours whole', () => {
    const sundays = series('2027-03-07T08:00:00.000Z', '2027-03-08T08:00:00.000Z', {
      frequency: 'weekly',
      interval: 1,
      weekdays: [7],
    })
    const hours = blocksBetween(
      sundays,
      fromIso('2027-03-01T00:00:00.000Z'),
      fromIso('2027-12-01T00:00:00.000Z'),
    )
      .map(({ startsAt, endsAt }) => (endsAt - startsAt) / 3_600_000)
      .filter((each) => each !== 24)
    expect(hours).toEqual([23, 25])
  })

  test('over midnight and over weeks begin before the range', () => {
    const night = series('2027-03-02T06:00:00.000Z', '2027-03-02T14:00:00.000Z')
    expect(startsIn(night, '2027-03-04T13:00:00.000Z', '2027-03-04T14:00:00.000Z')).toEqual([
      '2027-03-04T06:00',
    ])
    const month = series('2027-03-01T08:00:00.000Z', '2027-03-29T07:00:00.000Z', {
      frequency: 'monthly',
      interval: 6,
      weekdays: [],
    })
    expect(startsIn(month, '2027-09-28T00:00:00.000Z', '2027-09-29T00:00:00.000Z')).toEqual([
      '2027-09-01T07:00',
    ])
  })

  test('are as long as the first where a change of offset leaves no time', () => {
    const early = series('2027-03-07T10:00:00.000Z', '2027-03-07T10:30:00.000Z', {
      frequency: 'weekly',
      interval: 1,
      weekdays: [],
    })
    // On 14 March 2:45 is read as 3:45, so an end at 3:15 would lie before the start.
    const late = series('2027-03-07T10:45:00.000Z', '2027-03-07T11:15:00.000Z', {
      frequency: 'weekly',
      interval: 1,
      weekdays: [],
    })
    for (const each of [early, late]) {
      const block = blockOn(each, on('2027-03-14'))!
      expect(block.endsAt - block.startsAt).toBe(30 * 60_000)
    }
  })

  test('leave out what is excluded', () => {
    const some = without(
      only('2027-03-02'),
      { from: on('2027-03-04'), until: on('2027-03-08') },
      forEver('2027-03-11'),
    )
    expect(startsIn(some, '2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z')).toEqual([
      '2027-03-01T22:00',
      '2027-03-03T22:00',
      '2027-03-09T22:00',
      '2027-03-10T22:00',
    ])
    expect(isEndless(some)).toBe(false)
    expect(isEndless(without(only('2027-03-02')))).toBe(true)
  })
})

describe('the block of a date', () => {
  test('has a fixed id, which names the series and the date', () => {
    const id = blockIdOn(ID, on('2027-03-02'))
    expect(dateOfBlock(id)).toEqual({ seriesId: ID, date: '2027-03-02' })
    expect(blockOn(lunch, on('2027-03-02'))?.id).toBe(id)
    expect(id).toMatch(/^[\da-f-]{36}$/)
  })

  test('is undefined on a date that the rule does not name, that is excluded, or beyond all years', () => {
    expect(blockOn(lunch, on('2027-03-06'))).toBeUndefined()
    expect(blockOn(lunch, on('2027-02-26'))).toBeUndefined()
    expect(blockOn(without(only('2027-03-02')), on('2027-03-02'))).toBeUndefined()
    expect(blockOn(lunch, dateOfBlock(`${ID.slice(0, -6)}ffffff` as BlockId).date)).toBeUndefined()
  })

  test('or the next one is found, unless the series ends before', () => {
    const next = (blocks: EndlessBlocks, date: string) => firstBlockFrom(blocks, on(date))?.startsAt
    expect(next(lunch, '2027-03-06')).toBe(fromIso('2027-03-08T22:00:00.000Z'))
    expect(next(without(only('2027-03-08')), '2027-03-06')).toBe(fromIso('2027-03-09T22:00:00.000Z'))
    expect(next(without(forEver('2027-03-08')), '2027-03-06')).toBeUndefined()
  })
})

describe('a deletion means', () => {
  const meant = (which: 'one' | 'following' | 'all', date: CalendarDate | undefined, startsAt: string) =>
    datesMeant(lunch, which, { date, startsAt: fromIso(startsAt) })

  test('one date, from one on, or all', () => {
    const tuesday = on('2027-03-09')
    const at = '2027-03-09T22:00:00.000Z'
    expect(meant('one', tuesday, at)).toEqual(only('2027-03-09'))
    expect(meant('following', tuesday, at)).toEqual(forEver('2027-03-09'))
    expect(meant('all', tuesday, at)).toEqual(forEver('2027-03-01'))
  })

  test('with a stored block those that start with it or later', () => {
    expect(meant('one', undefined, '2027-03-09T22:00:00.000Z')).toBeUndefined()
    expect(meant('following', undefined, '2027-03-09T21:00:00.000Z')).toEqual(forEver('2027-03-09'))
    expect(meant('following', undefined, '2027-03-09T23:00:00.000Z')).toEqual(forEver('2027-03-10'))
  })

  test('only what is not excluded yet, so that each is undone by itself', () => {
    const left = (blocks: EndlessBlocks, range: Dates) => notYetExcluded(blocks, range)
    expect(left(lunch, forEver('2027-03-01'))).toEqual([forEver('2027-03-01')])
    const some = without(forEver('2027-03-20'), only('2027-03-03'))
    expect(left(some, forEver('2027-03-01'))).toEqual([
      { from: '2027-03-01', until: '2027-03-02' },
      { from: '2027-03-04', until: '2027-03-19' },
    ])
    expect(left(some, forEver('2027-03-03'))).toEqual([{ from: '2027-03-04', until: '2027-03-19' }])
    expect(left(some, only('2027-03-03'))).toEqual([])
    expect(left(some, only('2027-03-04'))).toEqual([only('2027-03-04')])
  })
})
