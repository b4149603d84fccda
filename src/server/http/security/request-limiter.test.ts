import { expect, test } from 'vitest'
import { MINUTE_MS, fixedClock, fromIso } from '#time/clock.ts'
import { createRequestLimiter } from './request-limiter.ts'

const clock = fixedClock(fromIso('2027-02-02T15:00:00Z'))

test('a caller has a number of requests per minute, and is told how long to wait for more', () => {
  const limiter = createRequestLimiter(clock)
  for (let request = 0; request < 3; request += 1) expect(limiter.take('ana', 3)).toBeUndefined()
  expect(limiter.take('ana', 3)).toBe(60)
  expect(limiter.take('luz', 3)).toBeUndefined()
  clock.advance(MINUTE_MS - 500)
  expect(limiter.take('ana', 3)).toBe(1)
  clock.advance(500)
  expect(limiter.take('ana', 3)).toBeUndefined()
})

test('a clock that is set back locks nobody out', () => {
  const limiter = createRequestLimiter(clock)
  limiter.take('ana', 1)
  expect(limiter.take('ana', 1)).toBe(60)
  clock.advance(-60 * MINUTE_MS)
  expect(limiter.take('ana', 1)).toBeUndefined()
})

test('with any number of callers memory is bounded and the newest are counted', () => {
  const limiter = createRequestLimiter(clock, 10)
  for (let caller = 0; caller < 1_000; caller += 1)
    expect(limiter.take(`caller ${caller}`, 1)).toBeUndefined()
  expect(limiter.take('caller 999', 1)).toBe(60)
  expect(limiter.take('caller 0', 1)).toBeUndefined()
})

// @spec P.190
test('two servers that report to each other count a caller together; one that asks little is not reported', () => {
  const [one, two] = [createRequestLimiter(clock), createRequestLimiter(clock)]
  const exchange = () => {
    const [fromOne, fromTwo] = [one.report(), two.report()]
    one.add(fromTwo)
    two.add(fromOne)
    return fromOne
  }
  one.take('luz', 100)
  for (let request = 0; request < 60; request += 1) one.take('ana', 100)
  expect(exchange()).toEqual([['ana', 60]])
  // Nothing is reported twice, and what was heard is not reported back.
  expect(exchange()).toEqual([])
  for (let request = 0; request < 40; request += 1) expect(two.take('ana', 100)).toBeUndefined()
  expect(two.take('ana', 100)).toBe(60)
  exchange()
  expect(one.take('ana', 100)).toBe(60)
  expect(one.take('luz', 100)).toBeUndefined()
})

test('a report is of a bounded number of callers, however many there are', () => {
  const limiter = createRequestLimiter(clock)
  for (let caller = 0; caller < 5_000; caller += 1) limiter.take(`caller ${caller}`, 10)
  expect(limiter.report()).toHaveLength(1_000)
})
