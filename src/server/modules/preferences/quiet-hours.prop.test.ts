import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, type EpochMs, HOUR_MS, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { wallMinutes } from '#time/calendar-date.ts'
import { LISTED_ZONES } from '#time/zone-list.ts'
import { wallClock } from '#time/zones.ts'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import { nextDailyAt, quietUntil } from './quiet-hours.domain.ts'

const zone = fc.constantFrom(...LISTED_ZONES, 'Pacific/Chatham', 'Australia/Lord_Howe', 'Africa/Casablanca')
const instant = fc
  .integer({ min: fromIso('2000-01-01T00:00:00Z'), max: fromIso('2040-01-01T00:00:00Z') })
  .map(epochMs)
const time = fc
  .integer({ min: 0, max: 1439 })
  .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
const hours = fc.tuple(time, time).filter(([from, until]) => from !== until)

const minuteOf = (at: EpochMs, timezone: string) => {
  const { hour, minute } = wallClock(at, timezone)
  return hour * 60 + minute
}
const isQuiet = (at: EpochMs, timezone: string, from: string, until: string) =>
  quietUntil({ on: true, from, until }, timezone, at) !== undefined

// @spec P.183
describe('quiet hours', () => {
  test('end after now, within a day, when the clock shows their end or has jumped over it', () => {
    fc.assert(
      fc.property(zone, instant, hours, (timezone, now, [from, until]) => {
        const ends = quietUntil({ on: true, from, until }, timezone, now)
        if (ends === undefined) return
        expect(ends).toBeGreaterThan(now)
        expect(ends - now).toBeLessThanOrEqual(DAY_MS + 2 * HOUR_MS)
        const late = (minuteOf(ends, timezone) - wallMinutes(until) + 1440) % 1440
        expect(late).toBeLessThanOrEqual(120)
        // A later end only where the clock jumped, so no earlier minute shows it.
        if (late > 0) expect(isQuiet(epochMs(ends - MINUTE_MS), timezone, from, until)).toBe(true)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('hold at every moment whose wall time is inside, except where the clock passes their end twice', () => {
    fc.assert(
      fc.property(zone, instant, hours, (timezone, now, [from, until]) => {
        const [at, start, end] = [minuteOf(now, timezone), wallMinutes(from), wallMinutes(until)]
        const inside = start < end ? at >= start && at < end : at >= start || at < end
        const quiet = isQuiet(now, timezone, from, until)
        if (quiet) expect(inside).toBe(true)
        const before = epochMs(now - 3 * HOUR_MS)
        const isShifted = (minuteOf(now, timezone) - minuteOf(before, timezone) + 1440) % 1440 !== 180
        if (inside && !isShifted) expect(quiet).toBe(true)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  test('do not exist while they are off', () => {
    expect(quietUntil({ on: false, from: '00:00', until: '23:59' }, 'UTC', epochMs(0))).toBeUndefined()
  })

  test('end by the clock on the wall across a change of offset', () => {
    const night = { on: true, from: '21:00', until: '08:00' }
    const at = (zoneName: string, now: string) => quietUntil(night, zoneName, fromIso(now))
    // In the night to 14 March 2027 New York loses an hour, in the night to 7 November it has one more.
    expect(at('America/New_York', '2027-03-14T03:00:00Z')).toBe(fromIso('2027-03-14T12:00:00Z'))
    expect(at('America/New_York', '2027-11-07T03:00:00Z')).toBe(fromIso('2027-11-07T13:00:00Z'))
    // Santiago jumps over midnight itself, and the end lies in the hour that is not there.
    const untilPast = { on: true, from: '01:01', until: '00:01' }
    expect(quietUntil(untilPast, 'America/Santiago', fromIso('2032-09-04T05:01:00Z'))).toBe(
      fromIso('2032-09-05T04:00:00Z'),
    )
    const untilMidnight = { on: true, from: '20:00', until: '00:00' }
    expect(quietUntil(untilMidnight, 'America/Santiago', fromIso('2027-09-05T03:30:00Z'))).toBe(
      fromIso('2027-09-05T04:00:00Z'),
    )
  })
})

// @spec P.184
describe('the hour of a daily summary', () => {
  test('is after now, within a day, and the next one is another date', () => {
    fc.assert(
      fc.property(zone, instant, time, (timezone, now, at) => {
        const first = nextDailyAt(at, timezone, now)
        expect(first).toBeGreaterThan(now)
        expect(first - now).toBeLessThanOrEqual(DAY_MS + 3 * HOUR_MS)
        const second = nextDailyAt(at, timezone, first)
        expect(wallClock(second, timezone).date > wallClock(first, timezone).date).toBe(true)
      }),
      { numRuns: propertyRuns(500) },
    )
  })
})
