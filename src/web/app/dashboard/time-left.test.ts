import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { timeLeft } from './time-left.ts'

const now = fromIso('2026-11-25T15:00:00Z')
const after = (ms: number) => timeLeft(epochMs(now + ms), now)

test('it says the two largest units and leaves out what is zero', () => {
  expect(after(2 * DAY_MS + 4 * HOUR_MS + 5 * MINUTE_MS)).toEqual([
    { unit: 'day', count: 2 },
    { unit: 'hour', count: 4 },
  ])
  expect(after(48 * HOUR_MS)).toEqual([{ unit: 'hour', count: 48 }])
  expect(after(3 * HOUR_MS)).toEqual([{ unit: 'hour', count: 3 }])
  expect(after(90 * MINUTE_MS)).toEqual([
    { unit: 'hour', count: 1 },
    { unit: 'minute', count: 30 },
  ])
})

test('minutes are rounded up, so that nothing is left only once it has begun', () => {
  expect(after(10 * MINUTE_MS)).toEqual([{ unit: 'minute', count: 10 }])
  expect(after(9 * MINUTE_MS + 30_000)).toEqual([{ unit: 'minute', count: 10 }])
  expect(after(1000)).toEqual([{ unit: 'minute', count: 1 }])
  expect(after(0)).toEqual([])
  expect(after(-HOUR_MS)).toEqual([])
})
