import { describe, expect, it, test } from 'vitest'
import type { CalendarDate, Weekday } from './calendar-date.ts'
import { addMinutes, fromIso } from './clock.ts'
import {
  formatClock,
  formatDayAndTimes,
  formatDayBeside,
  formatDayLong,
  formatDayMonth,
  formatDayRange,
  formatFullDate,
  formatFullDayAndTimes,
  formatMonth,
  formatShortDate,
  formatShortDayMonth,
  formatTime,
  formatTimeRange,
  formatWeekday,
} from './format.ts'

const mexico = 'America/Mexico_City'
const madrid = 'Europe/Madrid'
// Tuesday 24 November 2026, 22:30 in Mexico City, already Wednesday in Madrid.
const late = fromIso('2026-11-25T04:30:00Z')

describe('days', () => {
  it('have no comma in Spanish', () => {
    expect(formatDayLong(fromIso('2025-11-24T16:00Z'), mexico, 'es-MX')).toBe('lunes 24 de noviembre')
    expect(formatDayLong(fromIso('2025-11-24T16:00Z'), mexico, 'en-US')).toBe('Monday, November 24')
  })

  it('use the reader’s zone', () => {
    expect(formatDayLong(late, mexico, 'es-MX')).toBe('martes 24 de noviembre')
    expect(formatDayLong(late, madrid, 'es-MX')).toBe('miércoles 25 de noviembre')
    expect(formatDayMonth(late, mexico, 'es-MX')).toBe('24 de noviembre')
    expect(formatShortDayMonth(late, mexico, 'es-MX')).toBe('24 nov')
    expect(formatShortDayMonth(late, madrid, 'en-US')).toBe('Nov 25')
    expect(formatShortDate(late, madrid, 'es-MX')).toBe('25 nov 2026')
    expect(formatShortDate(late, madrid, 'en-US')).toBe('Nov 25, 2026')
    expect(formatFullDate(late, madrid, 'es-MX')).toBe('25 de noviembre de 2026')
    expect(formatFullDate(late, madrid, 'en-US')).toBe('November 25, 2026')
  })

  it('leave calendar dates alone in every zone', () => {
    const date = '2027-01-01' as CalendarDate
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'UTC']) {
      expect(formatDayLong(date, zone, 'es-MX')).toBe('viernes 1 de enero')
      expect(formatShortDate(date, zone, 'es-MX')).toBe('1 ene 2027')
    }
  })

  it('keep the order of the language at both ends of a range', () => {
    const range = (first: string, last: string, locale: string) =>
      formatDayRange(first as CalendarDate, last as CalendarDate, locale)
    expect(range('2026-11-22', '2026-11-28', 'es-MX')).toBe('22 – 28 de noviembre')
    expect(range('2026-11-22', '2026-11-28', 'en-US')).toBe('November 22 – 28')
    expect(range('2026-11-29', '2026-12-05', 'es-MX')).toBe('29 de noviembre – 5 de diciembre')
    expect(range('2026-11-29', '2026-12-05', 'en-US')).toBe('November 29 – December 5')
  })

  it('have names of months and weekdays', () => {
    expect(formatMonth('2027-11-30' as CalendarDate, mexico, 'es-MX')).toBe('noviembre de 2027')
    const week = ([1, 2, 3, 4, 5, 6, 7] as Weekday[]).map((n) => formatWeekday(n, 'es-MX'))
    expect(week).toEqual(['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'])
    expect(formatWeekday(7, 'en-US', 'short')).toBe('Sun')
  })
})

describe('times', () => {
  it('are on the 24-hour clock without a leading zero', () => {
    expect(formatTime(fromIso('2027-03-15T15:05Z'), mexico)).toBe('9:05')
    expect(formatTime(fromIso('2027-03-15T06:00Z'), mexico)).toBe('0:00')
    expect(formatTimeRange(fromIso('2027-03-15T16:00Z'), fromIso('2027-03-15T17:00Z'), mexico, 'es-MX')).toBe(
      '10:00–11:00\u00a0h',
    )
    expect(
      formatTimeRange(fromIso('2027-03-15T16:00Z'), fromIso('2027-03-15T17:00Z'), 'Asia/Kathmandu', 'es-MX'),
    ).toBe('21:45–22:45\u00a0h')
  })

  it('jump over the hour that a zone leaves out', () => {
    const start = fromIso('2027-03-14T09:30Z')
    expect(formatTimeRange(start, addMinutes(start, 60), 'America/Tijuana', 'es-MX')).toBe('1:30–3:30\u00a0h')
  })

  it('come after their day', () => {
    const start = fromIso('2025-11-24T16:00Z')
    expect(formatDayAndTimes(start, addMinutes(start, 60), mexico, 'es-MX')).toBe(
      'lunes 24 de noviembre, 10:00–11:00\u00a0h',
    )
    expect(formatDayAndTimes(start, addMinutes(start, 60), mexico, 'en-US')).toBe(
      'Monday, November 24, 10:00–11:00',
    )
  })

  it('carry the year in documents', () => {
    const start = fromIso('2027-03-15T15:05Z')
    expect(formatFullDayAndTimes(start, addMinutes(start, 60), mexico, 'es-MX')).toBe(
      'lunes 15 de marzo de 2027, 9:05–10:05\u00a0h',
    )
    expect(formatFullDayAndTimes(start, addMinutes(start, 60), mexico, 'en-US')).toBe(
      'Monday, March 15, 2027, 9:05–10:05',
    )
  })

  it('carry the mark of the 24-hour clock in Spanish alone', () => {
    const start = fromIso('2027-03-15T15:05Z')
    expect(formatClock(start, mexico, 'es-MX')).toBe('9:05\u00a0h')
    expect(formatClock(start, mexico, 'en-US')).toBe('9:05')
    expect(formatTimeRange(start, addMinutes(start, 600), mexico, 'en-US')).toBe('9:05–19:05')
  })
})

test('a day next to another one names its month only if it differs', () => {
  const beside = (iso: string, locale: string) => formatDayBeside(fromIso(iso), late, mexico, locale)
  expect(beside('2026-11-26T16:00:00Z', 'es-MX')).toBe('jueves 26')
  expect(beside('2026-12-03T16:00:00Z', 'es-MX')).toBe('jueves 3 de diciembre')
  expect(beside('2026-11-26T16:00:00Z', 'en-US')).toBe('Thursday, November 26')
})
