import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { epochMs, fromIso, toIso } from '#time/clock.ts'
import { parseInt8, parseTimestamptz } from './postgres-values.ts'

describe('an instant in PostgreSQL’s output format', () => {
  test('is the instant that the ISO form means, for every day of a thousand years', () => {
    const first = fromIso('1900-01-01T00:00:00.000Z')
    const last = fromIso('2999-12-31T23:59:59.999Z')
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (ms) => {
        const text = toIso(epochMs(ms)).replace('T', ' ').replace('Z', '+00')
        expect(parseTimestamptz(text)).toBe(ms)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['2026-11-24 10:00:00+00', '2026-11-24T10:00:00.000Z'],
    ['2026-11-24 10:00:00.5-06', '2026-11-24T16:00:00.500Z'],
    ['2026-11-24 10:00:00.123456+05:30', '2026-11-24T04:30:00.123Z'],
    ['1910-06-15 05:23:24-06:36:36', '1910-06-15T12:00:00.000Z'],
    ['2028-02-29 23:59:59.999999+00', '2028-02-29T23:59:59.999Z'],
    ['2000-03-01 00:00:00+00', '2000-03-01T00:00:00.000Z'],
  ])('%s', (text, iso) => {
    expect(toIso(parseTimestamptz(text))).toBe(iso)
  })

  test('microseconds are rounded down, before 1970 too', () => {
    expect(parseTimestamptz('1969-12-31 23:59:59.999999+00')).toBe(-1)
    expect(parseTimestamptz('1969-12-31 23:59:59.000999+00')).toBe(-1000)
  })

  test.each(['infinity', '-infinity', '0044-03-15 10:00:00+00 BC', '12026-01-01 00:00:00+00', ''])(
    'is refused: %o',
    (text) => {
      expect(() => parseTimestamptz(text)).toThrow(RangeError)
    },
  )
})

test('an int8 is a number as long as it is the same number', () => {
  expect(parseInt8('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  expect(() => parseInt8('9007199254740992')).toThrow(RangeError)
  expect(() => parseInt8('-9007199254740993')).toThrow(RangeError)
})
