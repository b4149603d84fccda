import { expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { comingMoment } from './moment-text.ts'

const reader = {
  timezone: 'America/Mexico_City',
  language: 'es-MX',
  now: fromIso('2026-11-25T15:00:00Z'),
}

test('today and tomorrow are named, later days are shown by date', () => {
  expect(comingMoment('2026-11-25T20:00:00Z', reader, 'long')).toBe('hoy, 14:00 h')
  expect(comingMoment('2026-11-26T20:00:00Z', reader, 'short')).toBe('mañana, 14:00 h')
  expect(comingMoment('2026-11-27T20:00:00Z', reader, 'long')).toBe('viernes 27 de noviembre, 14:00 h')
  expect(comingMoment('2026-11-27T20:00:00Z', reader, 'short')).toBe('27 nov 2026, 14:00 h')
})
