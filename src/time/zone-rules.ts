import { DAY_MS } from './clock.ts'

/** The offset of a zone from UTC and the instant (exclusive) until which it is known to apply. */
type Segment = { readonly offset: number; readonly until: number }

/** Half-open stretch of time in epoch milliseconds. */
export type Stretch = { readonly start: number; readonly end: number }

// Offsets are read from the runtime once per block of days and then looked up. Probing every ten days finds every
// change since 1970: even the shortest breaks of daylight saving time (Ramadan) last weeks.
const BLOCK_MS = 400 * DAY_MS
const PROBE_MS = 10 * DAY_MS
const MAX_BLOCKS = 64
const MAX_ZONES = 128
// `12/31/1969, 16:00:00`. Taking the text apart costs half of asking for its parts.
const DIGITS = /\d+/g

type Block = { readonly changesAt: number[]; readonly offsets: number[]; readonly end: number }

/**
 * One zone's offsets and their changes, in milliseconds. Local times are "as if UTC": milliseconds since
 * 1970-01-01T00:00 wall time, so that plain integer arithmetic works for both.
 */
export class ZoneRules {
  readonly #fields: Intl.DateTimeFormat
  readonly #blocks = new Map<number, Block>()
  #lastIndex = NaN
  #lastBlock: Block | undefined

  /** @throws RangeError when the runtime does not know the zone. */
  constructor(zone: string) {
    this.#fields = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  }

  /** Milliseconds to add to an instant to get the wall time. */
  offsetAt(ms: number): number {
    const { changesAt, offsets } = this.#block(ms)
    let i = 0
    while (i < changesAt.length && ms >= changesAt[i]!) i++
    return offsets[i]!
  }

  /** The offset at an instant and until when it certainly applies (a change, or the end of the lookup). */
  segmentAt(ms: number): Segment {
    const { changesAt, offsets, end } = this.#block(ms)
    let i = 0
    while (i < changesAt.length && ms >= changesAt[i]!) i++
    return { offset: offsets[i]!, until: changesAt[i] ?? end }
  }

  /**
   * Wall time → instant by RFC 5545 §3.3.5: a wall time that occurs twice is its first occurrence, one
   * inside a gap is read with the offset before the gap.
   */
  toInstant(local: number): number {
    const before = this.offsetAt(local - DAY_MS)
    const after = this.offsetAt(local + DAY_MS)
    if (before === after || this.offsetAt(local - before) === before) return local - before
    return this.offsetAt(local - after) === after ? local - after : local - before
  }

  /** The first instant at which the wall shows the given time or, when that time is skipped, a later one. */
  firstInstantFrom(local: number): number {
    const before = this.offsetAt(local - DAY_MS)
    const after = this.offsetAt(local + DAY_MS)
    const instant = this.toInstant(local)
    if (before === after || instant + this.offsetAt(instant) === local) return instant
    let segment = this.segmentAt(local - after)
    while (this.offsetAt(segment.until) === segment.offset) segment = this.segmentAt(segment.until)
    return segment.until
  }

  /** All instants whose wall time lies in [start, end): usually one stretch, two where clocks go back. */
  instantsOf(start: number, end: number): Stretch[] {
    const found: Stretch[] = []
    for (let at = start - DAY_MS; at < end + DAY_MS;) {
      const { offset, until } = this.segmentAt(at)
      const from = Math.max(at, start - offset)
      const to = Math.min(until, end - offset)
      if (from < to) found.push({ start: from, end: to })
      at = until
    }
    return found
  }

  #block(ms: number): Block {
    const index = Math.floor(ms / BLOCK_MS)
    if (index === this.#lastIndex) return this.#lastBlock!
    let block = this.#blocks.get(index)
    if (!block) {
      if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.clear()
      block = this.#read(index * BLOCK_MS)
      this.#blocks.set(index, block)
    }
    this.#lastIndex = index
    this.#lastBlock = block
    return block
  }

  #read(start: number): Block {
    const end = start + BLOCK_MS
    const changesAt: number[] = []
    const offsets = [this.#ask(start)]
    let known = start
    for (let probe = start + PROBE_MS; probe <= end; probe += PROBE_MS) {
      const target = this.#ask(probe)
      while (offsets.at(-1) !== target) {
        const change = this.#firstChange(known, probe, offsets.at(-1)!)
        if (change >= end) break
        changesAt.push(change)
        offsets.push(this.#ask(change))
        known = change
      }
      known = probe
    }
    return { changesAt, offsets, end }
  }

  /** Binary search to the second: `offset` applies at `from` and not at `to`. */
  #firstChange(from: number, to: number, offset: number): number {
    let low = from / 1000
    let high = to / 1000
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (this.#ask(middle * 1000) === offset) low = middle
      else high = middle
    }
    return high * 1000
  }

  #ask(ms: number): number {
    const [month, day, year, hour, minute, second] = this.#fields.format(ms).match(DIGITS)!.map(Number)
    return Date.UTC(year!, month! - 1, day, hour, minute, second) - ms
  }
}

const cache = new Map<string, ZoneRules>()

/**
 * The rules of a zone, cached for the life of the process (at most MAX_ZONES, oldest dropped).
 * @throws RangeError when the runtime does not know the zone.
 */
export function zoneRules(zone: string): ZoneRules {
  let rules = cache.get(zone)
  if (!rules) {
    rules = new ZoneRules(zone)
    if (cache.size >= MAX_ZONES) cache.delete(cache.keys().next().value!)
    cache.set(zone, rules)
  }
  return rules
}
