import { expect, test } from 'vitest'
import { epochMs } from '#time/clock.ts'
import { countdown } from './countdown.ts'

test.each([
  [0, '0:00'],
  [-5_000, '0:00'],
  [1, '0:01'],
  [59_001, '1:00'],
  [545_000, '9:05'],
  [3_600_000, '60:00'],
  [3_600_001, undefined],
])('%i ms before it opens', (left, shown) => {
  const now = epochMs(1_800_000_000_000)
  expect(countdown(epochMs(now + left), now)).toBe(shown)
})
