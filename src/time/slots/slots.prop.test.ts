import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#test/support/effort/property-runs.ts'
import {
  endOfDay,
  fromDayNumber,
  dayNumber,
  startOfDay,
  type CalendarDate,
  type Weekday,
} from '../calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '../clock.ts'
import {
  freeSlots,
  isOffered,
  whyNot,
  type Busy,
  type SlotInput,
  type SlotRules,
  type Window,
} from './slots.ts'

// Random inputs around the changes of awkward zones, compared with the rules of product §8 written out minute by minute
// with Temporal: slow, simple, and sharing no code with the implementation.

/** A zone and a date near one of its changes: skipped and repeated midnights, half hours, a skipped date. */
const PLACES: readonly (readonly [string, string])[] = [
  ['America/Tijuana', '2027-03-14'],
  ['America/Tijuana', '2027-11-07'],
  ['America/Mexico_City', '2022-10-30'],
  ['America/Mexico_City', '2027-04-04'],
  ['America/Ciudad_Juarez', '2022-11-30'],
  ['Europe/Madrid', '2027-03-28'],
  ['Europe/Madrid', '2027-10-31'],
  ['Australia/Lord_Howe', '2027-04-04'],
  ['Australia/Lord_Howe', '2027-10-03'],
  ['America/Santiago', '2027-04-04'],
  ['America/Santiago', '2027-09-05'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2019-02-17'],
  ['America/Havana', '2027-03-14'],
  ['America/Havana', '2027-11-07'],
  ['America/St_Johns', '2010-11-07'],
  ['America/St_Johns', '2011-03-13'],
  ['America/Nuuk', '2027-03-28'],
  ['America/Nuuk', '2027-10-31'],
  ['Africa/Cairo', '2027-04-30'],
  ['Africa/Cairo', '2027-10-29'],
  ['Africa/Casablanca', '2025-02-23'],
  ['Asia/Beirut', '2027-03-28'],
  ['Pacific/Apia', '2011-12-30'],
  ['Pacific/Kwajalein', '1993-08-21'],
  ['Pacific/Chatham', '2027-04-04'],
  ['Asia/Kathmandu', '2027-06-15'],
  ['Asia/Kolkata', '2026-12-31'],
  ['Pacific/Kiritimati', '2027-02-28'],
  ['Etc/GMT+12', '2028-02-29'],
  ['UTC', '2027-01-01'],
]

const VIEWERS = [
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'Asia/Kathmandu',
  'America/Tijuana',
  'Europe/Madrid',
  'UTC',
]

const wallTime = fc
  .oneof(
    fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
    fc.constantFrom(0, 1, 29, 60, 90, 119, 120, 121, 150, 180, 1380, 1410, 1439),
  )
  .map(clock)

const oneWindow: fc.Arbitrary<Window> = fc.record({
  start: wallTime,
  end: fc.oneof({ weight: 4, arbitrary: wallTime }, { weight: 1, arbitrary: fc.constant('24:00') }),
})

const someWindows = fc.array(oneWindow, { maxLength: 3 })

const minutes = (...values: number[]) => fc.constantFrom(...values)

const worlds: fc.Arbitrary<SlotInput> = fc
  .record({
    place: fc.constantFrom(...PLACES),
    week: fc.tuple(someWindows, someWindows, someWindows, someWindows, someWindows, someWindows, someWindows),
    overrides: fc.array(fc.record({ day: fc.integer({ min: -2, max: 3 }), windows: someWindows }), {
      maxLength: 3,
    }),
    busy: fc.array(
      fc.record({
        at: fc.integer({ min: -60 * 30, max: 60 * 78 }),
        length: fc.oneof(minutes(0, 5, 30, 60), fc.integer({ min: 1, max: 600 })),
        beforeMin: fc.option(minutes(0, 5, 15, 60), { nil: undefined }),
        afterMin: fc.option(minutes(0, 10, 15, 90), { nil: undefined }),
        counts: fc.option(fc.boolean(), { nil: undefined }),
        blocks: fc.constantFrom(undefined, undefined, true, false),
      }),
      { maxLength: 6 },
    ),
    nowAt: fc.integer({ min: -60 * 40, max: 60 * 20 }),
    from: fc.integer({ min: -60 * 24, max: 60 * 24 }),
    length: fc.integer({ min: 0, max: 60 * 50 }),
    oddMs: minutes(0, 0, 0, 1, 59_999),
    durationMin: minutes(1, 15, 30, 45, 60, 90, 240),
    stepMin: minutes(5, 7, 15, 30, 45, 60, 100),
    bufferBeforeMin: minutes(0, 0, 10, 45),
    bufferAfterMin: minutes(0, 0, 15, 60),
    minNoticeMin: minutes(0, 0, 60, 24 * 60),
    horizonDays: minutes(0, 1, 2, 60),
    maxPerDay: fc.constantFrom(null, null, 0, 1, 2, 3),
    maxPerWeek: fc.constantFrom(null, null, 1, 2, 4),
  })
  .map(({ place: [zone, date], week, overrides, busy, nowAt, from, length, oddMs, ...settings }) => {
    const day = dayNumber(date as CalendarDate)
    const zero = startOfDay(date as CalendarDate, zone)
    const at = (minute: number, ms = 0) => (zero + minute * MINUTE_MS + ms) as EpochMs
    return {
      ...settings,
      zone,
      weekly: Object.fromEntries(week.map((windows, i) => [i + 1, windows])),
      overrides: overrides.map(({ day: shift, windows }) => ({ date: fromDayNumber(day + shift), windows })),
      busy: busy.map(({ at: start, length: taken, ...more }) => ({
        start: at(start),
        end: at(start + taken),
        ...more,
      })),
      now: at(nowAt, oddMs),
      range: { from: at(from, -oddMs), to: at(from + length, oddMs) },
    }
  })

/** The same inputs with everything removed that can forbid a start, which leaves the full grid. */
const unlimited = (input: SlotInput): SlotInput => ({
  ...input,
  busy: [],
  now: (input.range.from - 30 * DAY_MS) as EpochMs,
  minNoticeMin: 0,
  horizonDays: 400,
  maxPerDay: null,
  maxPerWeek: null,
})

function clock(minuteOfDay: number): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${pad(Math.floor(minuteOfDay / 60))}:${pad(minuteOfDay % 60)}`
}

// ——— The reference implementation ———

/** A day: a start, its length and its buffers reach less far beyond the dates in question. */
const AROUND_MIN = 24 * 60

/** A set of minutes between `start` and `start + length`: an array answers faster than a `Set`. */
function minuteSet(start: number, length: number) {
  const held = new Uint8Array(length)
  return {
    add(minute: number) {
      if (minute < start || minute >= start + length) throw new RangeError(`Minute ${minute} is outside`)
      held[minute - start] = 1
    },
    has: (minute: number) => held[minute - start] === 1,
  }
}

/** Everything in whole minutes since 1970; the zones and years above have no seconds in their offsets. */
function oracle(input: SlotInput): number[] {
  const { zone } = input
  const first = Math.ceil(input.range.from / MINUTE_MS)
  const end = Math.ceil(input.range.to / MINUTE_MS)
  const dateAt = (minute: number) =>
    Temporal.Instant.fromEpochMilliseconds(minute * MINUTE_MS)
      .toZonedDateTimeISO(zone)
      .toPlainDate()
  const minuteOf = (when: Temporal.ZonedDateTime) => when.epochMilliseconds / MINUTE_MS
  const windowsOf = (date: Temporal.PlainDate): readonly Window[] =>
    input.overrides.findLast((o) => o.date === date.toString())?.windows ??
    input.weekly[date.dayOfWeek as Weekday] ??
    []
  const isClosed = (date: Temporal.PlainDate) =>
    input.overrides.findLast((o) => o.date === date.toString())?.windows.length === 0
  const wall = (date: Temporal.PlainDate, time: string) =>
    minuteOf(
      (time === '24:00' ? date.add({ days: 1 }) : date)
        .toPlainDateTime(Temporal.PlainTime.from(time === '24:00' ? '00:00' : time))
        .toZonedDateTime(zone, { disambiguation: 'compatible' }),
    )

  const firstDate = dateAt(first).subtract({ days: 3 })
  const lastDate = dateAt(end + input.durationMin).add({ days: 2 })
  // A window of the last date may end on the date after it. Around them, minutes that no window covers.
  const start = minuteOf(firstDate.toZonedDateTime(zone)) - AROUND_MIN
  const length = minuteOf(lastDate.add({ days: 1 }).toZonedDateTime(zone)) + AROUND_MIN - start
  const open = minuteSet(start, length)
  const grid = new Set<number>()
  for (let date = firstDate; !date.equals(lastDate); date = date.add({ days: 1 })) {
    const next = date.add({ days: 1 })
    const cut = isClosed(next) ? minuteOf(next.toZonedDateTime(zone)) : Infinity
    const ofDate = minuteSet(start, length)
    const windows = windowsOf(date).map((window) => ({
      from: wall(date, window.start),
      until: wall(window.end > window.start ? date : next, window.end),
    }))
    for (const { from, until } of windows) {
      for (let minute = from; minute < until; minute++) ofDate.add(minute)
    }
    let anchor = NaN
    const latest = Math.max(...windows.map(({ until }) => until))
    for (let minute = Math.min(...windows.map(({ from }) => from)); minute < latest; minute++) {
      if (!ofDate.has(minute)) continue
      if (!ofDate.has(minute - 1)) anchor = minute
      if (minute < cut) open.add(minute)
      if (minute < cut && (minute - anchor) % input.stepMin === 0) grid.add(minute)
    }
  }

  const taken = new Set<number>()
  const perDay = new Map<string, number>()
  const perWeek = new Map<string, number>()
  const weekOf = (date: Temporal.PlainDate) => `${date.yearOfWeek} ${date.weekOfYear}`
  for (const busy of input.busy) {
    const start = busy.start / MINUTE_MS
    if (busy.counts !== false) {
      const date = dateAt(start)
      perDay.set(date.toString(), (perDay.get(date.toString()) ?? 0) + 1)
      perWeek.set(weekOf(date), (perWeek.get(weekOf(date)) ?? 0) + 1)
    }
    if (busy.blocks === false) continue
    const until = busy.end / MINUTE_MS + (busy.afterMin ?? 0)
    for (let minute = start - (busy.beforeMin ?? 0); minute < until; minute++) taken.add(minute)
  }

  const allOf = (from: number, until: number, holds: (minute: number) => boolean) => {
    for (let minute = from; minute < until; minute++) if (!holds(minute)) return false
    return true
  }
  const limits = input.maxPerDay !== null || input.maxPerWeek !== null
  const hasRoom = (start: number) => {
    if (!limits) return true
    const date = dateAt(start)
    return (
      (perDay.get(date.toString()) ?? 0) < (input.maxPerDay ?? Infinity) &&
      (perWeek.get(weekOf(date)) ?? 0) < (input.maxPerWeek ?? Infinity)
    )
  }
  return [...grid]
    .filter((start) => {
      const done = start + input.durationMin
      return (
        start >= first &&
        start < end &&
        start * MINUTE_MS >= input.now + input.minNoticeMin * MINUTE_MS &&
        start * MINUTE_MS <= input.now + input.horizonDays * 24 * HOUR_MS &&
        allOf(start, done, (minute) => open.has(minute)) &&
        allOf(start - input.bufferBeforeMin, done + input.bufferAfterMin, (minute) => !taken.has(minute)) &&
        hasRoom(start)
      )
    })
    .sort((a, b) => a - b)
    .map((minute) => minute * MINUTE_MS)
}

describe('the slot engine', () => {
  it('gives exactly the answer of the rules, minute by minute', () => {
    let offered = 0
    let crossed = 0
    fc.assert(
      fc.property(worlds, (input) => {
        const expected = oracle(input)
        expect(freeSlots(input)).toEqual(expected)
        offered += expected.length
        if (expected.length > 0) crossed++
      }),
      { numRuns: propertyRuns(1500) },
    )
    // Guards against a generator that only makes inputs without any start: 350 of 1500 have one, give or take 50.
    expect(crossed).toBeGreaterThan(propertyRuns(200))
    expect(offered).toBeGreaterThan(propertyRuns(3000))
  })

  it('answers the same for a range and for its pieces', () => {
    fc.assert(
      fc.property(
        worlds,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (input, cuts) => {
          const { from, to } = input.range
          const points = [from, ...cuts.map((c) => from + Math.floor(c * Math.max(0, to - from))), to].sort(
            (a, b) => a - b,
          )
          const pieces = points
            .slice(1)
            .flatMap((end, i) =>
              freeSlots({ ...input, range: { from: points[i] as EpochMs, to: end as EpochMs } }),
            )
          expect(pieces).toEqual(freeSlots(input))
        },
      ),
      { numRuns: propertyRuns(500) },
    )
  })

  it('offers the same instants for the days of any zone', () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom(...VIEWERS), fc.constantFrom(...VIEWERS), (input, one, other) => {
        const middle =
          dayNumber('2027-03-14' as CalendarDate) + Math.floor((input.now - Date.UTC(2027, 2, 14)) / DAY_MS)
        const byDay = (viewer: string) => {
          const days = Array.from({ length: 7 }, (_, i) => fromDayNumber(middle - 3 + i))
          return days.flatMap((day) =>
            freeSlots({ ...input, range: { from: startOfDay(day, viewer), to: endOfDay(day, viewer) } }),
          )
        }
        // The first and last of the seven days differ between viewers, the days in the middle do not.
        const inside = (ms: number) => Math.abs(ms - middle * DAY_MS) < DAY_MS
        expect(byDay(one).filter(inside)).toEqual(byDay(other).filter(inside))
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it('never offers more because something was added', () => {
    fc.assert(
      fc.property(worlds, worlds, (input, { busy: added }) => {
        const before = new Set(freeSlots(input))
        const shifted = added.map((b) => moved(b, input))
        for (const start of freeSlots({ ...input, busy: [...input.busy, ...shifted] })) {
          expect(before.has(start)).toBe(true)
        }
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  it('takes every start from a grid that only depends on hours, zone and step', () => {
    fc.assert(
      fc.property(worlds, (input) => {
        const grid = new Set(freeSlots(unlimited(input)))
        for (const start of freeSlots(input)) expect(grid.has(start)).toBe(true)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  it('does not depend on the order of its input', () => {
    fc.assert(
      fc.property(worlds, (input) => {
        const weekly = Object.fromEntries(
          Object.entries(input.weekly).map(([day, windows]) => [day, [...windows].reverse()]),
        )
        expect(freeSlots({ ...input, weekly, busy: [...input.busy].reverse() })).toEqual(freeSlots(input))
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it('agrees with itself on single starts, offered or not', () => {
    fc.assert(
      fc.property(worlds, fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 20 }), (input, picks) => {
        const offered = freeSlots(input)
        const has = new Set<number>(offered)
        const grid = freeSlots(unlimited(input))
        const asked = [
          ...offered,
          ...picks.map((pick) => input.range.from + pick * MINUTE_MS),
          ...picks.flatMap((pick) => (grid.length > 0 ? [grid[pick % grid.length]!] : [])),
        ].filter((start) => start >= input.range.from && start < input.range.to) as EpochMs[]
        const rules: SlotRules = input
        const expected = asked.map((start) => has.has(start))
        expect(asked.map((start) => isOffered(rules, start))).toEqual(expected)
        expect(asked.map((start) => whyNot(rules, start) === null)).toEqual(expected)
      }),
      { numRuns: propertyRuns(500) },
    )
  })

  it('lets a caller book offered starts until nothing is left without ever breaking a rule', () => {
    fc.assert(
      fc.property(worlds, fc.infiniteStream(fc.nat()), (world, picks) => {
        const input = { ...world, busy: [] as Busy[], durationMin: Math.max(world.durationMin, 15) }
        for (const pick of picks) {
          const offered = freeSlots(input)
          if (offered.length === 0) break
          const start = offered[pick % offered.length]!
          const end = (start + input.durationMin * MINUTE_MS) as EpochMs
          const booked = { start, end, beforeMin: input.bufferBeforeMin, afterMin: input.bufferAfterMin }
          for (const other of input.busy) {
            const gap = start < other.start ? other.start - end : start - other.end
            expect(gap).toBeGreaterThanOrEqual((input.bufferBeforeMin + input.bufferAfterMin) * MINUTE_MS)
          }
          input.busy = [...input.busy, booked]
          expect(isOffered(input, start)).toBe(false)
        }
        const dates = Map.groupBy(input.busy, (b) =>
          Temporal.Instant.fromEpochMilliseconds(b.start)
            .toZonedDateTimeISO(input.zone)
            .toPlainDate()
            .toString(),
        )
        for (const booked of dates.values()) {
          expect(booked.length).toBeLessThanOrEqual(input.maxPerDay ?? Infinity)
        }
      }),
      { numRuns: propertyRuns(150) },
    )
  })
})

/** A busy interval of another input, at the same distance from this input's now. */
function moved(busy: Busy, { now }: SlotInput): Busy {
  const start = (now + (busy.start % (3 * DAY_MS))) as EpochMs
  return { ...busy, start, end: (start + busy.end - busy.start) as EpochMs }
}
