import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { FIRST_YEAR, LAST_YEAR } from '#time/clock.ts'
import { weekdayOf } from '#time/calendar-date.ts'
import { holidaysBetween, holidaysOf } from './holidays.domain.ts'

const of = (year: number) => Object.fromEntries(holidaysOf(year).map(({ key, date }) => [key, date]))

describe('the holidays of a year', () => {
  test('in 2027', () => {
    expect(of(2027)).toEqual({
      newYear: '2027-01-01',
      constitution: '2027-02-01',
      juarez: '2027-03-15',
      holyThursday: '2027-03-25',
      goodFriday: '2027-03-26',
      labour: '2027-05-01',
      independence: '2027-09-16',
      dayOfTheDead: '2027-11-02',
      revolution: '2027-11-15',
      guadalupe: '2027-12-12',
      christmas: '2027-12-25',
    })
  })

  test('have Mondays that are the first or the third, also if the month begins on one', () => {
    expect([of(2021).constitution, of(2021).juarez, of(2021).revolution]).toEqual([
      '2021-02-01',
      '2021-03-15',
      '2021-11-15',
    ])
    expect([of(2026).constitution, of(2026).juarez, of(2026).revolution]).toEqual([
      '2026-02-02',
      '2026-03-16',
      '2026-11-16',
    ])
  })

  test('have the change of government every sixth year from 2024', () => {
    const years = Array.from({ length: 30 }, (_, index) => 2010 + index)
    expect(years.filter((year) => of(year).transition)).toEqual([2024, 2030, 2036])
    expect(of(2030).transition).toBe('2030-10-01')
  })

  // Good Fridays: the earliest and the latest possible, both exceptions of the computus, leap years.
  test.each([
    [1818, '1818-03-20'],
    [1943, '1943-04-23'],
    [1954, '1954-04-16'],
    [1981, '1981-04-17'],
    [2000, '2000-04-21'],
    [2008, '2008-03-21'],
    [2024, '2024-03-29'],
    [2025, '2025-04-18'],
    [2026, '2026-04-03'],
    [2028, '2028-04-14'],
    [2038, '2038-04-23'],
    [2049, '2049-04-16'],
    [2076, '2076-04-17'],
    [2285, '2285-03-20'],
  ])('have Good Friday of %i on %s', (year, date) => {
    expect(of(year).goodFriday).toBe(date)
  })

  test('have the right shape in every supported year', () => {
    for (let year = FIRST_YEAR; year <= LAST_YEAR; year++) {
      const { constitution, juarez, revolution, holyThursday, goodFriday } = of(year)
      expect([constitution, juarez, revolution].map((date) => weekdayOf(date!))).toEqual([1, 1, 1])
      expect([weekdayOf(holyThursday!), weekdayOf(goodFriday!)]).toEqual([4, 5])
      expect(goodFriday! >= `${year}-03-20` && goodFriday! <= `${year}-04-23`).toBe(true)
    }
  })
})

test('a range has the holidays of all its years, both ends included', () => {
  const between = (from: string, to: string) =>
    holidaysBetween(from as CalendarDate, to as CalendarDate).map(({ date }) => date)
  expect(between('2026-12-25', '2027-02-01')).toEqual(['2026-12-25', '2027-01-01', '2027-02-01'])
  expect(between('2026-12-26', '2026-12-31')).toEqual([])
})
