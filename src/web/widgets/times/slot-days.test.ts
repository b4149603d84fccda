import { expect, test } from 'vitest'
import type { Availability } from '#contract/calendar/calendar.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { fromIso } from '#time/clock.ts'
import { bookableDays, byDayPart, daysOfWeek, rangeToAsk, weekAfter } from './slot-days.ts'

const date = (text: string) => text as CalendarDate

// A Wednesday; displayed weeks begin on Sunday the 22nd and the 29th.
const today = date('2026-11-25')

const availability = {
  timezone: 'America/Mexico_City',
  days: [
    { date: '2026-11-26', starts: ['2026-11-26T15:00:00.000Z'] },
    { date: '2026-11-27', starts: [] },
    { date: '2026-12-10', starts: ['2026-12-10T15:00:00.000Z'] },
  ],
} as unknown as Availability

test('only days with free starts are shown', () => {
  expect(bookableDays(availability).map((day) => day.date)).toEqual(['2026-11-26', '2026-12-10'])
})

test('a week shows only its days', () => {
  const days = bookableDays(availability)
  expect(daysOfWeek(days, date('2026-11-22')).map((day) => day.date)).toEqual(['2026-11-26'])
  expect(daysOfWeek(days, date('2026-11-29'))).toEqual([])
})

test('the next week is the next one with free starts, as far as loaded', () => {
  const days = bookableDays(availability)
  expect(weekAfter(days, date('2026-11-22'))).toBe('2026-12-06')
  expect(weekAfter(days, date('2026-12-06'))).toBe('2026-12-13')
})

test('one request covers eight weeks, from today, within its limit of 62 days', () => {
  expect(rangeToAsk(date('2026-11-22'), today)).toEqual({ from: '2026-11-25', to: '2027-01-16' })
  expect(rangeToAsk(date('2027-01-10'), today)).toEqual({ from: '2026-11-25', to: '2027-01-16' })
  expect(rangeToAsk(date('2027-01-17'), today)).toEqual({ from: '2027-01-17', to: '2027-03-13' })
})

// @spec 2.9
test('starts are grouped by the part of the day in the viewer zone', () => {
  const starts = ['2026-11-26T15:00:00Z', '2026-11-26T18:00:00Z', '2026-11-27T01:30:00Z'].map(fromIso)
  expect(byDayPart(starts, 'America/Mexico_City').map(({ part }) => part)).toEqual([
    'morning',
    'afternoon',
    'evening',
  ])
  expect(byDayPart(starts, 'Europe/Madrid').map(({ part, starts: of }) => [part, of.length])).toEqual([
    ['morning', 1],
    ['afternoon', 1],
    ['evening', 1],
  ])
})
