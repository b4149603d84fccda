// How long the slot engine takes for a month and for a year, compared with a bare integer loop over the same windows
// and bookings in the same run. `node bench/slots.ts` prints it; bench/run.ts prints it with the rest.

import { addDays, dateOf, endOfDay, wallMinutes, weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { addMinutes, DAY_MS, MINUTE_MS, type EpochMs } from '#time/clock.ts'
import { freeSlots, type Busy, type SlotInput } from '#time/slots/slots.ts'
import { wallToInstant } from '#time/zones.ts'

type Spread = { median: number; low: number; high: number }

export type SlotsBench = {
  name: string
  /** The limit of a call, in milliseconds. */
  limitMs: number
  starts: number
  /** Milliseconds per call: median, 5th and 95th percentile of the rounds. */
  ours: Spread
  bare: Spread
  /** The product compared with the bare loop, round by round. */
  ratio: Spread
}

const ZONE = 'America/Tijuana'
const CLOSED = '2027-03-15' as CalendarDate
const ROUNDS = 101
const HOURS = [
  { start: '09:00', end: '14:00' },
  { start: '16:00', end: '19:00' },
]

/** Measures both, alternating. Speed is not asserted, only that both find the same starts. */
export function benchSlots(): SlotsBench[] {
  return [
    measure('slots of a month (31 days, 60 bookings, 15-minute grid)', world(31, 60), 0.1, 40),
    measure('slots of a year (365 days, 700 bookings, 15-minute grid)', world(365, 700), 1.5, 4),
  ]
}

/** A coach in Tijuana from 1 March 2027, so that the days of the change are included. */
function world(days: number, bookings: number): SlotInput {
  const first = '2027-03-01' as CalendarDate
  const from = wallToInstant(first, 0, ZONE)
  const busy: Busy[] = []
  // A deterministic sequence through the opening hours: bookings at odd quarters, never the same twice.
  for (let i = 0; i < bookings; i++) {
    const date = addDays(first, Math.floor((i * days) / bookings))
    const start = wallToInstant(date, 9 * 60 + ((i * 7) % 36) * 15, ZONE)
    busy.push({ start, end: addMinutes(start, 60), beforeMin: 0, afterMin: 15 })
  }
  return {
    zone: ZONE,
    weekly: { 1: HOURS, 2: HOURS, 3: HOURS, 4: HOURS, 5: HOURS },
    overrides: [{ date: CLOSED, windows: [] }],
    busy,
    now: (from - DAY_MS) as EpochMs,
    range: { from, to: wallToInstant(addDays(first, days), 0, ZONE) },
    durationMin: 60,
    stepMin: 15,
    bufferBeforeMin: 0,
    bufferAfterMin: 15,
    minNoticeMin: 24 * 60,
    horizonDays: 400,
    maxPerDay: 6,
    maxPerWeek: 25,
  }
}

/** The same without zones, rules and limits: sorted integers and two loops. */
function bareLoop(windows: Float64Array, taken: Float64Array, step: number, duration: number): number[] {
  const starts: number[] = []
  let next = 0
  for (let w = 0; w < windows.length; w += 2) {
    const last = windows[w + 1]! - duration
    for (let start = windows[w]!; start <= last; start += step) {
      while (next < taken.length && taken[next + 1]! <= start) next += 2
      if (next >= taken.length || start < taken[next]!) starts.push(start)
    }
  }
  return starts
}

function measure(name: string, input: SlotInput, limitMs: number, calls: number): SlotsBench {
  const { windows, taken } = flatten(input)
  const step = input.stepMin * MINUTE_MS
  const duration = input.durationMin * MINUTE_MS
  const ours = () => freeSlots(input)
  const bare = () => bareLoop(windows, taken, step, duration)
  if (ours().join() !== bare().join()) throw new Error(`The two loops disagree on ${name}`)

  const times: { ours: number; bare: number }[] = []
  for (let round = -ROUNDS; round < ROUNDS; round++) {
    const time = { ours: timed(ours, calls), bare: timed(bare, calls) }
    // The first half are warm-up rounds.
    if (round >= 0) times.push(time)
  }
  return {
    name,
    limitMs,
    starts: ours().length,
    ours: spread(times.map((time) => time.ours)),
    bare: spread(times.map((time) => time.bare)),
    ratio: spread(times.map((time) => time.ours / time.bare)),
  }
}

/** The same hours and bookings as sorted integers. Limits are left out, because they have no effect here. */
function flatten(input: SlotInput): { windows: Float64Array; taken: Float64Array } {
  const windows: number[] = []
  for (let ms = input.range.from; ms < input.range.to;) {
    const date = dateOf(ms, ZONE)
    const hours = date === CLOSED ? [] : (input.weekly[weekdayOf(date)] ?? [])
    for (const { start, end } of hours) {
      windows.push(wallToInstant(date, wallMinutes(start), ZONE), wallToInstant(date, wallMinutes(end), ZONE))
    }
    ms = endOfDay(date, ZONE)
  }
  const before = (input.durationMin + input.bufferAfterMin) * MINUTE_MS - 1
  const after = (input.bufferBeforeMin + input.bufferAfterMin) * MINUTE_MS
  const taken = input.busy
    .toSorted((a, b) => a.start - b.start)
    .flatMap((b) => [b.start - before, b.end + after])
  return { windows: Float64Array.from(windows), taken: Float64Array.from(taken) }
}

function timed(call: () => number[], calls: number): number {
  const start = performance.now()
  let found = 0
  for (let i = 0; i < calls; i++) found += call().length
  const time = (performance.now() - start) / calls
  if (found === 0) throw new Error('Nothing was measured')
  return time
}

function spread(values: number[]): Spread {
  const sorted = values.sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(part * (sorted.length - 1))]!
  return { median: at(0.5), low: at(0.05), high: at(0.95) }
}

if (import.meta.main) {
  const show = ({ median, low, high }: Spread, digits: number) =>
    `${median.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
  for (const { name, starts, ours, bare, ratio } of benchSlots()) {
    console.log(name)
    console.log(
      `  ours ${show(ours, 4)} ms · bare loop ${show(bare, 4)} ms · ratio ${show(ratio, 1)} · ${starts} starts`,
    )
  }
}
