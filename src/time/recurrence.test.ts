import { describe, expect, test } from 'vitest'
import type { CalendarDate } from './calendar-date.ts'
import { fromIso, toIso } from './clock.ts'
import { type Recurrence, driftOf, isTooLong, occurrencesOf, wallStartOf } from './recurrence.ts'

const weekly = (more: Partial<Recurrence> = {}): Recurrence => ({
  frequency: 'weekly',
  interval: 1,
  weekdays: [],
  ...more,
})
const monthly = (more: Partial<Recurrence> = {}): Recurrence => ({ ...weekly(more), frequency: 'monthly' })

const at = (date: string, time: string) => ({ date: date as CalendarDate, time })
const starts = (rule: Recurrence, date: string, time: string, zone: string) =>
  occurrencesOf(rule, at(date, time), zone).map((start) => toIso(start).slice(0, 16))
const dates = (rule: Recurrence, date: string) =>
  starts(rule, date, '10:00', 'UTC').map((start) => start.slice(0, 10))

describe('a weekly rule across the changes of offset (family 1)', () => {
  test('8 November 2026: Tijuana has gone back a week before, Mexico City never changes', () => {
    const rule = weekly({ count: 3 })
    expect(starts(rule, '2026-10-25', '10:00', 'America/Tijuana')).toEqual([
      '2026-10-25T17:00',
      '2026-11-01T18:00',
      '2026-11-08T18:00',
    ])
    expect(starts(rule, '2026-10-25', '10:00', 'America/Mexico_City')).toEqual([
      '2026-10-25T16:00',
      '2026-11-01T16:00',
      '2026-11-08T16:00',
    ])
  })

  test('14 March 2027: 10:00 stays 10:00, on the day of the change too', () => {
    expect(starts(weekly({ count: 3 }), '2027-03-07', '10:00', 'America/Tijuana')).toEqual([
      '2027-03-07T18:00',
      '2027-03-14T17:00',
      '2027-03-21T17:00',
    ])
  })

  test('a whole year over both changes', () => {
    const year = starts(weekly({ count: 52 }), '2026-09-07', '09:00', 'America/Tijuana')
    expect(year).toHaveLength(52)
    expect(new Set(year.map((start) => start.slice(11)))).toEqual(new Set(['16:00', '17:00']))
    expect(year.filter((start) => start.endsWith('17:00'))).toHaveLength(19)
  })

  test('in a gap the offset before it applies, of two occurrences the first is meant (RFC 5545 §3.3.5)', () => {
    expect(starts(weekly({ count: 3 }), '2027-03-07', '02:30', 'America/Tijuana')).toEqual([
      '2027-03-07T10:30',
      '2027-03-14T10:30',
      '2027-03-21T09:30',
    ])
    expect(starts(weekly({ count: 2 }), '2026-10-25', '01:30', 'America/Tijuana')).toEqual([
      '2026-10-25T08:30',
      '2026-11-01T08:30',
    ])
  })

  test('a day that the zone skipped gives no second start (Apia, 30 December 2011)', () => {
    const rule = weekly({ weekdays: [5, 6], count: 3 })
    expect(starts(rule, '2011-12-30', '10:00', 'Pacific/Apia')).toEqual([
      '2011-12-30T20:00',
      '2012-01-05T20:00',
      '2012-01-06T20:00',
    ])
  })
})

describe('which dates a rule names', () => {
  test('every week on the first one’s weekday, until a date that is included (families 13, 18)', () => {
    // A Monday block stays on Mondays, week after week.
    expect(dates(weekly({ until: '2027-03-01' }), '2027-02-08')).toEqual([
      '2027-02-08',
      '2027-02-15',
      '2027-02-22',
      '2027-03-01',
    ])
    expect(dates(weekly({ until: '2027-02-28' }), '2027-02-08')).toHaveLength(3)
  })

  test('the end date is one of the zone, not of UTC', () => {
    // 20:00 on Monday in Mexico City is Tuesday in UTC.
    const rule = weekly({ until: '2027-02-15' })
    expect(starts(rule, '2027-02-08', '20:00', 'America/Mexico_City')).toEqual([
      '2027-02-09T02:00',
      '2027-02-16T02:00',
    ])
  })

  test('weeks begin on Monday, also where only every second one counts', () => {
    // A Sunday belongs to the week before it.
    expect(dates(weekly({ interval: 2, weekdays: [7, 1], count: 4 }), '2027-02-07')).toEqual([
      '2027-02-07',
      '2027-02-15',
      '2027-02-21',
      '2027-03-01',
    ])
  })

  test('the first is always included, even if the rule would not select it', () => {
    expect(dates(weekly({ weekdays: [1, 3], count: 4 }), '2027-02-12')).toEqual([
      '2027-02-12',
      '2027-02-15',
      '2027-02-17',
      '2027-02-22',
    ])
    expect(dates(weekly({ until: '2027-02-01' }), '2027-02-12')).toEqual(['2027-02-12'])
  })

  test('every month on its day; a month without that day is left out', () => {
    expect(dates(monthly({ count: 4 }), '2027-01-31')).toEqual([
      '2027-01-31',
      '2027-03-31',
      '2027-05-31',
      '2027-07-31',
    ])
    expect(dates(monthly({ interval: 12, count: 3 }), '2028-02-29')).toEqual([
      '2028-02-29',
      '2032-02-29',
      '2036-02-29',
    ])
    expect(dates(monthly({ until: '2027-06-30' }), '2027-04-30')).toEqual([
      '2027-04-30',
      '2027-05-30',
      '2027-06-30',
    ])
  })

  test('are never more than 52, and a rule that would make more is too long', () => {
    const daily = weekly({ weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2027-12-31' })
    expect(dates(daily, '2027-02-01')).toHaveLength(52)
    expect(isTooLong(daily, '2027-02-01' as CalendarDate)).toBe(true)
    expect(isTooLong({ ...daily, until: '2027-03-24' }, '2027-02-01' as CalendarDate)).toBe(false)
    expect(isTooLong({ ...daily, until: '2027-03-25' }, '2027-02-01' as CalendarDate)).toBe(true)
    expect(isTooLong(weekly({ count: 52 }), '2027-02-01' as CalendarDate)).toBe(false)
  })

  test.each([
    ['a date', at('2027-02-30', '10:00'), 'UTC'],
    ['a time', at('2027-02-01', '25:00'), 'UTC'],
    ['a zone', at('2027-02-01', '10:00'), 'America/Nowhere'],
  ])('%s that does not exist is refused', (_, first, zone) => {
    expect(() => occurrencesOf(weekly({ count: 2 }), first, zone)).toThrow(RangeError)
  })
})

describe('the drift warning (product §8)', () => {
  const series = (zone: string, date = '2027-03-01') =>
    occurrencesOf(weekly({ count: 4 }), at(date, '08:30'), zone)
  const told = (zone: string, other: string, date?: string) =>
    driftOf(series(zone, date), zone, other).map(({ position, startsAt, before, after }) => [
      position,
      toIso(startsAt).slice(0, 16),
      before,
      after,
    ])

  test('a coach in Mexico City, a client in Tijuana', () => {
    expect(told('America/Mexico_City', 'America/Tijuana')).toEqual([
      [2, '2027-03-15T14:30', '06:30', '07:30'],
    ])
  })

  test('a coach in Tijuana: the client’s clock drifts although Mexico City keeps its offset', () => {
    expect(told('America/Tijuana', 'America/Mexico_City')).toEqual([
      [2, '2027-03-15T15:30', '10:30', '09:30'],
    ])
  })

  test('zones that change on different days drift twice', () => {
    expect(told('America/Tijuana', 'Europe/Madrid')).toEqual([[2, '2027-03-15T15:30', '17:30', '16:30']])
    const eight = occurrencesOf(weekly({ count: 8 }), at('2027-03-01', '08:30'), 'America/Tijuana')
    expect(driftOf(eight, 'America/Tijuana', 'Europe/Madrid').map(({ after }) => after)).toEqual([
      '16:30',
      '17:30',
    ])
  })

  test('is empty if the zones change together, or are the same', () => {
    expect(told('America/Tijuana', 'America/Los_Angeles')).toEqual([])
    expect(told('America/Mexico_City', 'America/Bogota')).toEqual([])
    // In its own zone a series never drifts, not even if its time falls in a gap.
    const early = occurrencesOf(weekly({ count: 3 }), at('2027-03-07', '02:30'), 'America/Tijuana')
    expect(driftOf(early, 'America/Tijuana', 'America/Tijuana')).toEqual([])
  })
})

test('an instant is read as wall time in its zone', () => {
  expect(wallStartOf(fromIso('2027-03-15T01:30:45Z'), 'America/Tijuana')).toEqual({
    date: '2027-03-14',
    time: '18:30',
  })
})
