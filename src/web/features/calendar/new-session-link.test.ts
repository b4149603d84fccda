import { expect, test } from 'vitest'
import type { CalendarDate } from '#time/calendar-date.ts'
import { newSessionPlace } from './new-session-link.ts'

const today = '2027-02-23' as CalendarDate
const ahead = '2027-03-15' as CalendarDate
const place = (side: 'coach' | 'client', date: CalendarDate) => newSessionPlace({ side }, date, today)

test('a new session is on the displayed day', () => {
  expect(place('coach', ahead)).toBe('/calendar/session/new/Client?date=2027-03-15')
  expect(place('client', ahead)).toBe('/session/new/2027-03-15')
})

test('for today and past days the form has its default', () => {
  for (const date of [today, '2027-02-01' as CalendarDate]) {
    expect(place('coach', date)).toBe('/calendar/session/new/Client')
    expect(place('client', date)).toBe('/session/new')
  }
})
