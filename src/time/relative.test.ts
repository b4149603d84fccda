import { describe, expect, it, test } from 'vitest'
import { calendarDate } from './calendar-date.ts'
import { addMinutes, fromIso } from './clock.ts'
import { comingMoment, formatNearDay, formatRelative, notificationDay, shortDay } from './relative.ts'

const mexico = 'America/Mexico_City'
const madrid = 'Europe/Madrid'
// Tuesday 24 November 2026, 22:30 in Mexico City, already Wednesday in Madrid.
const late = fromIso('2026-11-25T04:30:00Z')

describe('the day of a notification (spec §9)', () => {
  it('is today until midnight in the reader’s zone', () => {
    const now = fromIso('2026-11-25T05:59:59Z')
    expect(notificationDay(late, now, mexico, 'es-MX')).toEqual({ kind: 'today' })
    expect(notificationDay(late, addMinutes(now, 1), mexico, 'es-MX')).toEqual({
      kind: 'date',
      text: '24 de noviembre',
    })
    expect(notificationDay(fromIso('2025-11-24T16:00Z'), late, mexico, 'es-MX')).toEqual({
      kind: 'date',
      text: '24 de noviembre',
    })
  })
})

test('today and tomorrow depend on the reader’s zone; no other day has such a name', () => {
  const at = (iso: string, zone = mexico) => formatNearDay(fromIso(iso), late, zone, 'es-MX')
  expect(at('2026-11-25T05:00:00Z')).toBe('hoy')
  expect(at('2026-11-25T20:00:00Z')).toBe('mañana')
  expect(at('2026-11-25T20:00:00Z', madrid)).toBe('hoy')
  expect(at('2026-11-26T20:00:00Z')).toBeUndefined()
  expect(at('2026-11-24T01:00:00Z')).toBeUndefined()
  expect(formatNearDay(fromIso('2026-11-25T20:00:00Z'), late, mexico, 'en-US')).toBe('tomorrow')
})

const reader = {
  timezone: 'America/Mexico_City',
  language: 'es-MX',
  now: fromIso('2026-11-25T15:00:00Z'),
}

test('today and tomorrow are named, later days are shown by date', () => {
  expect(comingMoment('2026-11-25T20:00:00Z', reader, 'long')).toBe('hoy, 14:00\u00a0h')
  expect(comingMoment('2026-11-26T20:00:00Z', reader, 'short')).toBe('mañana, 14:00\u00a0h')
  expect(comingMoment('2026-11-27T20:00:00Z', reader, 'long')).toBe('viernes 27 de noviembre, 14:00\u00a0h')
  expect(comingMoment('2026-11-27T20:00:00Z', reader, 'short')).toBe('27 nov, 14:00\u00a0h')
})

test('a short day has its year only if it is another one in the reader’s zone', () => {
  const now = fromIso('2027-01-01T15:00:00Z')
  expect(shortDay(fromIso('2027-02-18T15:00:00Z'), now, mexico, 'es-MX')).toBe('18 feb')
  expect(shortDay(fromIso('2027-02-18T15:00:00Z'), now, mexico, 'en-US')).toBe('Feb 18')
  expect(shortDay(calendarDate('2027-12-31'), now, madrid, 'es-MX')).toBe('31 dic')
  expect(shortDay(calendarDate('2028-01-01'), now, madrid, 'es-MX')).toBe('1 ene 2028')
  // Still New Year's Eve in Mexico, already the new year in Madrid.
  expect(shortDay(fromIso('2027-01-01T05:00:00Z'), now, mexico, 'es-MX')).toBe('31 dic 2026')
  expect(shortDay(fromIso('2027-01-01T05:00:00Z'), now, madrid, 'es-MX')).toBe('1 ene')
})

describe('elapsed time', () => {
  const now = fromIso('2027-03-15T12:00Z')
  it.each([
    [0, 'ahora', 'now'],
    [0.9, 'ahora', 'now'],
    [-0.9, 'ahora', 'now'],
    [-1, 'hace 1 minuto', '1 minute ago'],
    [-59.9, 'hace 1 hora', '1 hour ago'],
    [-60, 'hace 1 hora', '1 hour ago'],
    [10, 'en 10 minutos', 'in 10 minutes'],
    [24 * 60, 'en 24 horas', 'in 24 hours'],
    [48 * 60 - 0.5, 'en 48 horas', 'in 48 hours'],
    [-16 * 24 * 60, 'hace 2 semanas', '2 weeks ago'],
    [-45 * 24 * 60, 'hace 6 semanas', '6 weeks ago'],
    [-800 * 24 * 60, 'hace 2 años', '2 years ago'],
  ])('of %d minutes', (minutes, spanish, english) => {
    const at = fromIso(new Date(now + minutes * 60_000).toISOString())
    expect(formatRelative(at, now, 'es-MX')).toBe(spanish)
    expect(formatRelative(at, now, 'en-US')).toBe(english)
  })
})
