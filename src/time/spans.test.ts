import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'
import { exactSpan, noticeInHours, spanInTwo, spanOf } from './spans.ts'

const told = (ms: number) => {
  const { unit, count } = spanOf(ms)
  return `${count} ${unit}`
}

test.each([
  [0, '0 minute'],
  [59 * MINUTE_MS, '59 minute'],
  [60 * MINUTE_MS - 1, '1 hour'],
  [90 * MINUTE_MS, '2 hour'],
  [24 * HOUR_MS, '24 hour'],
  [47 * HOUR_MS + 20 * MINUTE_MS, '47 hour'],
  [48 * HOUR_MS - 1, '48 hour'],
  [48 * HOUR_MS, '48 hour'],
  [-48 * HOUR_MS, '48 hour'],
  [49 * HOUR_MS, '2 day'],
  [3 * DAY_MS - 1, '3 day'],
  [14 * DAY_MS, '2 week'],
  [45 * DAY_MS, '6 week'],
  [800 * DAY_MS, '2 year'],
])('%d ms are shown as %s', (ms, expected) => {
  expect(told(ms)).toBe(expected)
})

test('two units round the same way, and never say 60 minutes or 24 hours beside the larger one', () => {
  expect(spanInTwo(48 * HOUR_MS - 1)).toEqual([{ unit: 'hour', count: 48 }])
  expect(spanInTwo(3 * DAY_MS - 1)).toEqual([{ unit: 'day', count: 3 }])
  expect(spanInTwo(47 * HOUR_MS + 20 * MINUTE_MS)).toEqual([
    { unit: 'hour', count: 47 },
    { unit: 'minute', count: 20 },
  ])
})

test('a setting is shown in the largest unit that divides it', () => {
  expect(exactSpan(0)).toEqual({ unit: 'minute', count: 0 })
  expect(exactSpan(90)).toEqual({ unit: 'minute', count: 90 })
  expect(exactSpan(24 * 60)).toEqual({ unit: 'hour', count: 24 })
  expect(exactSpan(48 * 60)).toEqual({ unit: 'hour', count: 48 })
  expect(exactSpan(49 * 60)).toEqual({ unit: 'hour', count: 49 })
  expect(exactSpan(72 * 60)).toEqual({ unit: 'day', count: 3 })
})

test('a notice is rounded up, so that what is promised holds', () => {
  expect([0, 61, 90, 24 * 60].map(noticeInHours)).toEqual([0, 2, 2, 24])
})
