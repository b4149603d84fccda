import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { inShare, propertyRuns } from '#test/support/effort/property-runs.ts'
import {
  addDays,
  dateOf,
  daysBetween,
  endOfDay,
  fromDayNumber,
  isCalendarDate,
  isoWeekStart,
  startOfDay,
  weekdayOf,
} from './calendar-date.ts'
import { DAY_MS, fromIso, isIsoInstant, toIso, type EpochMs } from './clock.ts'
import { LEGACY_NAMES, LISTED_ZONES } from './zone-list.ts'
import { zoneRules } from './zone-rules.ts'
import { offsetMinutes, wallClock, wallToInstant } from './zones.ts'

// The implementation reads offsets from Intl and calculates with integers; Temporal is the independent reference.

const AWKWARD = [
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'America/Coyhaique',
  'America/Scoresbysund',
  'Antarctica/Troll',
  'Asia/Amman',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Pyongyang',
  'Australia/Eucla',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Easter',
  'Pacific/Kiritimati',
  'Pacific/Kwajalein',
]
const ZONES = [...new Set([...LISTED_ZONES, ...AWKWARD])]

const START = Date.UTC(1990, 0, 1)
const END = Date.UTC(2045, 0, 1)

const zone = fc.constantFrom(...ZONES)
const instant = fc.integer({ min: START, max: END }).map((ms) => ms as EpochMs)
const date = fc.integer({ min: -25_000, max: 60_000 }).map(fromDayNumber)

/** Instants around a random change of a zone, where mistakes are likely. */
const nearChange = fc
  .tuple(zone, instant, fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
  .map(([id, ms, shift]) => {
    const change = Temporal.Instant.fromEpochMilliseconds(ms)
      .toZonedDateTimeISO(id)
      .getTimeZoneTransition('next')
    return { id, ms: ((change?.epochMilliseconds ?? ms) + shift) as EpochMs }
  })

describe('zones', () => {
  it('change exactly when Temporal says, from 1990 to 2045', () => {
    let changes = 0
    // The machine's own zone too: there a shortcut through the local time would go unnoticed.
    for (const id of inShare(ZONES, (each) => each === process.env.TZ)) {
      const ours: number[] = []
      const rules = zoneRules(id)
      for (let segment = rules.segmentAt(START); segment.until < END;) {
        const next = rules.segmentAt(segment.until)
        if (next.offset !== segment.offset) ours.push(segment.until)
        segment = next
      }
      const theirs: number[] = []
      let at = Temporal.Instant.fromEpochMilliseconds(START)
        .toZonedDateTimeISO(id)
        .getTimeZoneTransition('next')
      for (; at && at.epochMilliseconds < END; at = at.getTimeZoneTransition('next'))
        theirs.push(at.epochMilliseconds)
      expect({ id, changes: ours }).toEqual({ id, changes: theirs })
      changes += ours.length
    }
    expect(changes).toBeGreaterThan(propertyRuns(2000))
  })

  it('show the time that Temporal shows', () => {
    fc.assert(
      fc.property(nearChange, ({ id, ms }) => {
        const expected = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(id)
        expect(offsetMinutes(id, ms)).toBe(expected.offsetNanoseconds / 60e9)
        expect(dateOf(ms, id)).toBe(expected.toPlainDate().toString())
        expect(wallClock(ms, id)).toEqual({
          date: expected.toPlainDate().toString(),
          hour: expected.hour,
          minute: expected.minute,
          weekday: expected.dayOfWeek,
        })
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  it('read wall times as Temporal does, in gaps and in doubled hours too', () => {
    fc.assert(
      fc.property(nearChange, fc.integer({ min: 0, max: 1440 }), ({ id, ms }, minute) => {
        const day = dateOf(ms, id)
        const expected = Temporal.PlainDate.from(day)
          .toPlainDateTime()
          .add({ minutes: minute })
          .toZonedDateTime(id, { disambiguation: 'compatible' })
        expect(wallToInstant(day, minute, id)).toBe(expected.epochMilliseconds)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  it('have days that begin where Temporal’s begin and leave no time out', () => {
    fc.assert(
      fc.property(nearChange, ({ id, ms }) => {
        const day = dateOf(ms, id)
        expect(startOfDay(day, id)).toBe(Temporal.PlainDate.from(day).toZonedDateTime(id).epochMilliseconds)
        expect(endOfDay(day, id)).toBe(startOfDay(addDays(day, 1), id))
        expect(startOfDay(day, id)).toBeLessThanOrEqual(ms)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  it('give the same answer in any order and however often they are asked', () => {
    fc.assert(
      fc.property(zone, fc.array(instant, { minLength: 1, maxLength: 100 }), (id, asked) => {
        const first = asked.map((ms) => offsetMinutes(id, ms))
        expect(asked.toReversed().map((ms) => offsetMinutes(id, ms))).toEqual(first.toReversed())
      }),
      { numRuns: propertyRuns(50) },
    )
  })

  it('have current names that mean the same zone as the old ones', () => {
    for (const [old, present] of Object.entries(LEGACY_NAMES)) {
      for (let ms = Date.UTC(2015, 0, 1); ms < Date.UTC(2035, 0, 1); ms += 29 * DAY_MS) {
        const at = ms as EpochMs
        expect([old, offsetMinutes(old, at)]).toEqual([old, offsetMinutes(present, at)])
      }
    }
  })
})

describe('dates and instants', () => {
  it('are calculated as Temporal calculates them', () => {
    fc.assert(
      fc.property(date, date, fc.integer({ min: -2000, max: 2000 }), (one, other, days) => {
        const plain = Temporal.PlainDate.from(one)
        expect(isCalendarDate(one)).toBe(true)
        expect(addDays(one, days)).toBe(plain.add({ days }).toString())
        expect(daysBetween(one, other)).toBe(plain.until(other).days)
        expect(weekdayOf(one)).toBe(plain.dayOfWeek)
        expect(isoWeekStart(one)).toBe(plain.subtract({ days: plain.dayOfWeek - 1 }).toString())
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  it('survive a round trip through the wire format', () => {
    fc.assert(
      fc.property(instant, (ms) => {
        expect(fromIso(toIso(ms))).toBe(ms)
        expect(toIso(ms)).toBe(
          Temporal.Instant.fromEpochMilliseconds(ms).toString({ smallestUnit: 'millisecond' }),
        )
      }),
      { numRuns: propertyRuns(100) },
    )
  })

  it('exist exactly when Temporal accepts them', () => {
    const field = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
    const year = fc.integer({ min: 1900, max: 2999 })
    fc.assert(
      fc.property(year, field(13), field(32), field(25), field(61), (y, month, day, hour, minute) => {
        const text = `${y}-${month}-${day}`
        expect(isCalendarDate(text)).toBe(takes(() => Temporal.PlainDate.from(text)))
        const iso = `${text}T${hour}:${minute}:00Z`
        expect(isIsoInstant(iso)).toBe(takes(() => Temporal.Instant.from(iso)))
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  it('never crash on any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(isCalendarDate(text)).toBe(false)
        expect(isIsoInstant(text)).toBe(false)
      }),
      { numRuns: propertyRuns(100) },
    )
  })
})

function takes(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
