import { describe, expect, it } from 'vitest'
import {
  addMinutes,
  clockDate,
  DAY_MS,
  epochMs,
  fixedClock,
  fromIso,
  isIsoInstant,
  systemClock,
  toIso,
} from './clock.ts'

describe('instants on the wire', () => {
  it.each([
    ['2027-03-14T10:00:00.000Z', 1_805_018_400_000],
    ['2027-03-14T10:00:00Z', 1_805_018_400_000],
    ['2027-03-14T10:00Z', 1_805_018_400_000],
    ['2027-03-14T10:00:00.5Z', 1_805_018_400_500],
    ['1969-12-31T23:59:59.999Z', -1],
    ['2028-02-29T00:00:00Z', 1_835_395_200_000],
  ])('reads %s', (iso, ms) => {
    expect(fromIso(iso)).toBe(ms)
  })

  it.each([
    '2027-02-30T10:00:00Z',
    '2027-02-29T10:00:00Z',
    '2027-13-01T10:00:00Z',
    '2027-00-10T10:00:00Z',
    '2027-01-00T10:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T10:60:00Z',
    '2027-01-01T10:00:60Z',
    '2027-01-01T10:00:00',
    '2027-01-01T10:00:00+01:00',
    '2027-01-01T10:00:00z',
    '2027-01-01 10:00:00Z',
    '2027-01-01',
    ' 2027-01-01T10:00:00Z',
    '2027-01-01T10:00:00Z\n',
    '2027-01-01T10:00:00.0000Z',
    '+002027-01-01T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '3000-01-01T00:00:00Z',
    '२०२७-01-01T10:00:00Z',
    '1805018400000',
    '',
  ])('refuses %j', (text) => {
    expect(isIsoInstant(text)).toBe(false)
    expect(() => fromIso(text)).toThrow(RangeError)
  })

  it('always writes milliseconds and Z', () => {
    expect(toIso(fromIso('2027-03-14T10:00Z'))).toBe('2027-03-14T10:00:00.000Z')
    expect(toIso(fromIso('2027-03-14T10:00:00.07Z'))).toBe('2027-03-14T10:00:00.070Z')
  })

  it('hands libraries the same instant as a Date', () => {
    expect(clockDate(fromIso('2027-03-14T10:00Z')).toISOString()).toBe('2027-03-14T10:00:00.000Z')
  })

  it.each([NaN, Infinity, 0.5, 8_640_000_000_000_001])('does not take %d for an instant', (value) => {
    expect(() => epochMs(value)).toThrow(RangeError)
  })

  it('adds elapsed minutes and refuses to leave the calendar', () => {
    expect(toIso(addMinutes(fromIso('2027-12-31T23:30Z'), 45))).toBe('2028-01-01T00:15:00.000Z')
    expect(toIso(addMinutes(fromIso('2027-01-01T00:00Z'), -1))).toBe('2026-12-31T23:59:00.000Z')
    expect(() => addMinutes(epochMs(8_640_000_000_000_000), 1)).toThrow(RangeError)
  })
})

describe('clocks', () => {
  it('the fixed one does not advance until it is set', () => {
    const clock = fixedClock(fromIso('2027-03-14T10:00Z'))
    expect(clock.now()).toBe(clock.now())
    clock.advance(DAY_MS)
    expect(toIso(clock.now())).toBe('2027-03-15T10:00:00.000Z')
    clock.set(fromIso('2027-01-01T00:00Z'))
    expect(toIso(clock.now())).toBe('2027-01-01T00:00:00.000Z')
    expect(() => clock.advance(0.5)).toThrow(RangeError)
  })

  it('the system clock follows the machine', () => {
    const before = Date.now()
    const now = systemClock.now()
    expect(now).toBeGreaterThanOrEqual(before)
    expect(now).toBeLessThanOrEqual(Date.now())
  })
})
