import { expect, test } from 'vitest'
import { fromIso } from '#time/clock.ts'
import { usualTime } from './usual-time.ts'

test.each([
  ['2027-02-03', '2027-02-02T15:20:00Z', '08:00'],
  ['2027-02-02', '2027-02-02T13:20:00Z', '08:00'],
  ['2027-02-02', '2027-02-02T15:20:00Z', '10:00'],
  ['2027-02-02', '2027-02-03T05:20:00Z', '08:00'],
])('for %s at %s it is %s in Mexico City', (date, now, time) => {
  expect(usualTime(date, fromIso(now), 'America/Mexico_City')).toBe(time)
})
