import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dateOf,
  dayNumber,
  daysBetween,
  endOfDay,
  fromDayNumber,
  isCalendarDate,
  isoWeekStart,
  isWallTime,
  startOfDay,
  wallMinutes,
  weekdayOf,
  type CalendarDate,
} from './calendar-date.ts'
import { fromIso, HOUR_MS, toIso } from './clock.ts'

const day = (text: string) => text as CalendarDate

describe('calendar dates', () => {
  it.each(['2027-02-28', '2028-02-29', '2000-02-29', '1900-01-01', '2999-12-31'])('accepts %s', (text) => {
    expect(isCalendarDate(text)).toBe(true)
    expect(fromDayNumber(dayNumber(day(text)))).toBe(text)
  })

  it.each(['2027-02-30', '2027-02-29', '2100-02-29', '2027-04-31', '2027-13-01', '2027-00-01', '2027-01-00'])(
    'refuses %s, which does not exist',
    (text) => {
      expect(isCalendarDate(text)).toBe(false)
      expect(() => dayNumber(day(text))).toThrow(RangeError)
    },
  )

  it.each([
    '2027-1-1',
    '20270101',
    '2027-01-01T00:00Z',
    '2027-01-01\n',
    '1899-12-31',
    '3000-01-01',
    'today',
    '',
  ])('refuses %j', (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })

  it('counts days across months, years and leap days', () => {
    expect(addDays(day('2027-12-31'), 1)).toBe('2028-01-01')
    expect(addDays(day('2028-02-28'), 2)).toBe('2028-03-01')
    expect(addDays(day('2027-03-01'), -1)).toBe('2027-02-28')
    expect(daysBetween(day('2028-01-01'), day('2029-01-01'))).toBe(366)
    expect(daysBetween(day('2027-03-02'), day('2027-03-01'))).toBe(-1)
    expect(daysBetween(day('1969-12-31'), day('1970-01-01'))).toBe(1)
  })

  it('knows ISO weekdays and Mondays, before 1970 too', () => {
    expect(weekdayOf(day('2027-11-24'))).toBe(3)
    expect(weekdayOf(day('2027-03-14'))).toBe(7)
    expect(weekdayOf(day('1969-12-31'))).toBe(3)
    expect(weekdayOf(day('1900-01-01'))).toBe(1)
    expect(isoWeekStart(day('2027-03-14'))).toBe('2027-03-08')
    expect(isoWeekStart(day('2027-03-15'))).toBe('2027-03-15')
    expect(isoWeekStart(day('2027-01-01'))).toBe('2026-12-28')
  })
})

describe('the date at an instant', () => {
  it.each([
    ['2027-04-01T05:59:59.999Z', 'America/Mexico_City', '2027-03-31'],
    ['2027-04-01T06:00:00Z', 'America/Mexico_City', '2027-04-01'],
    ['2027-04-01T10:00:00Z', 'Pacific/Kiritimati', '2027-04-02'],
    ['2027-04-01T18:14:59Z', 'Asia/Kathmandu', '2027-04-01'],
    ['2027-04-01T18:15:00Z', 'Asia/Kathmandu', '2027-04-02'],
    ['2027-01-01T00:00:00Z', 'Etc/GMT+12', '2026-12-31'],
  ])('at %s in %s it is %s', (iso, zone, date) => {
    expect(dateOf(fromIso(iso), zone)).toBe(date)
  })
})

describe('days of a zone', () => {
  it.each([
    ['2027-03-14', 'America/Tijuana', '2027-03-14T08:00:00.000Z', 23],
    ['2027-11-07', 'America/Tijuana', '2027-11-07T07:00:00.000Z', 25],
    ['2027-03-14', 'America/Mexico_City', '2027-03-14T06:00:00.000Z', 24],
    ['2027-03-28', 'Europe/Madrid', '2027-03-27T23:00:00.000Z', 23],
    ['2027-10-31', 'Europe/Madrid', '2027-10-30T22:00:00.000Z', 25],
    ['2027-04-04', 'Australia/Lord_Howe', '2027-04-03T13:00:00.000Z', 24.5],
    ['2027-10-03', 'Australia/Lord_Howe', '2027-10-02T13:30:00.000Z', 23.5],
    ['2027-05-05', 'Asia/Kolkata', '2027-05-04T18:30:00.000Z', 24],
    ['2027-05-05', 'Asia/Kathmandu', '2027-05-04T18:15:00.000Z', 24],
    ['2027-05-05', 'Pacific/Kiritimati', '2027-05-04T10:00:00.000Z', 24],
  ])('%s in %s starts at %s and lasts %d hours', (date, zone, start, hours) => {
    expect(toIso(startOfDay(day(date), zone))).toBe(start)
    expect((endOfDay(day(date), zone) - startOfDay(day(date), zone)) / HOUR_MS).toBe(hours)
  })

  it('start at the change where midnight is skipped', () => {
    // Santiago 5 Sep 2027, Cairo 30 Apr 2027, Sao Paulo 4 Nov 2018: 00:00 becomes 01:00.
    expect(toIso(startOfDay(day('2027-09-05'), 'America/Santiago'))).toBe('2027-09-05T04:00:00.000Z')
    expect(toIso(startOfDay(day('2027-04-30'), 'Africa/Cairo'))).toBe('2027-04-29T22:00:00.000Z')
    expect(toIso(startOfDay(day('2018-11-04'), 'America/Sao_Paulo'))).toBe('2018-11-04T03:00:00.000Z')
    expect(dateOf(startOfDay(day('2027-09-05'), 'America/Santiago'), 'America/Santiago')).toBe('2027-09-05')
    // Toronto 30 Mar 1919: 23:30 became 00:30, so midnight lies inside the gap.
    expect(toIso(startOfDay(day('1919-03-31'), 'America/Toronto'))).toBe('1919-03-31T04:30:00.000Z')
  })

  it('end 25 hours later where midnight is repeated, and start at its first occurrence', () => {
    // Santiago 3 Apr 2027: 24:00 becomes 23:00. Havana 7 Nov 2027: 01:00 becomes 00:00.
    const hours = (date: string, zone: string) =>
      (endOfDay(day(date), zone) - startOfDay(day(date), zone)) / HOUR_MS
    expect(hours('2027-04-03', 'America/Santiago')).toBe(25)
    expect(hours('2027-11-07', 'America/Havana')).toBe(25)
    expect(toIso(startOfDay(day('2027-11-07'), 'America/Havana'))).toBe('2027-11-07T04:00:00.000Z')
  })

  it('are empty when a zone leaves a date out', () => {
    // Apia jumped from 29 to 31 December 2011.
    expect(startOfDay(day('2011-12-30'), 'Pacific/Apia')).toBe(startOfDay(day('2011-12-31'), 'Pacific/Apia'))
    expect(toIso(startOfDay(day('2011-12-31'), 'Pacific/Apia'))).toBe('2011-12-30T10:00:00.000Z')
  })
})

describe('wall times', () => {
  it.each([
    ['00:00', 0],
    ['09:30', 570],
    ['23:59', 1439],
    ['24:00', 1440],
  ])('%s is minute %d', (text, minutes) => {
    expect(isWallTime(text)).toBe(true)
    expect(wallMinutes(text)).toBe(minutes)
  })

  it.each(['9:00', '24:01', '25:00', '12:60', '12:00:00', '12.00', '-1:00', '12:00\n', ''])(
    'refuses %j',
    (text) => {
      expect(isWallTime(text)).toBe(false)
      expect(() => wallMinutes(text)).toThrow(RangeError)
    },
  )
})

describe('addMonths', () => {
  it.each([
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-28'],
    ['2027-12-15', 1, '2028-01-15'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-05-10', 0, '2027-05-10'],
  ])('%s and %i months is %s', (date, months, expected) => {
    expect(addMonths(day(date), months)).toBe(expected)
  })

  it('refuses a date that does not exist', () => {
    expect(() => addMonths(day('2027-02-30'), 1)).toThrow(RangeError)
  })
})
