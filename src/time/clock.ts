import type { z } from 'zod'

/** A point in time: whole milliseconds since 1970-01-01T00:00:00Z, without any zone. */
export type EpochMs = number & { readonly __unit: 'epochMs' }

/** An instant as text, `YYYY-MM-DDTHH:mm:ss.sssZ`. Schemas of the contract read one by its brand. */
export type IsoInstant = string & z.$brand<'IsoInstant'>

/** Where "now" comes from. It is passed in everywhere, so that every rule can be tested at any moment. */
export type Clock = { now(): EpochMs }

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The widest range in which instants and calendar dates are accepted from outside (whole years). */
export const FIRST_YEAR = 1900
export const LAST_YEAR = 2999

const MAX_EPOCH_MS = 8_640_000_000_000_000

const ISO_INSTANT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?Z$/

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() as EpochMs }

/** A clock that is fixed until it is set or advanced, for tests and the demo data. */
export function fixedClock(start: EpochMs): Clock & { set(ms: EpochMs): void; advance(ms: number): void } {
  let current = start
  return {
    now: () => current,
    set: (ms) => {
      current = ms
    },
    advance: (ms) => {
      current = epochMs(current + ms)
    },
  }
}

/**
 * Converts a plain number of milliseconds to an instant.
 * @throws RangeError when it is not whole or is outside the range of a calendar.
 */
export function epochMs(value: number): EpochMs {
  if (!Number.isInteger(value) || Math.abs(value) > MAX_EPOCH_MS)
    throw new RangeError(`Not an instant: ${value}`)
  return value as EpochMs
}

/** An instant as `YYYY-MM-DDTHH:mm:ss.sssZ`, always UTC and always with milliseconds. */
export function toIso(ms: EpochMs): IsoInstant {
  return new Date(ms).toISOString() as IsoInstant
}

/**
 * Reads an ISO-8601 instant in UTC (`…Z`; seconds and up to three decimals may be left out). Offsets other than Z are
 * refused, because the API uses only this form (product §2).
 * @throws RangeError for any other form, for dates that do not exist (2027-02-30) and for years outside
 * FIRST_YEAR–LAST_YEAR.
 */
export function fromIso(iso: string): EpochMs {
  const ms = parseIso(iso)
  if (ms === undefined) throw new RangeError(`Not an ISO instant: ${iso.slice(0, 40)}`)
  return ms
}

/** Whether `fromIso` accepts the text. */
export function isIsoInstant(text: string): boolean {
  return parseIso(text) !== undefined
}

/** The instant `minutes` of elapsed time later (earlier when negative). */
export function addMinutes(ms: EpochMs, minutes: number): EpochMs {
  return epochMs(ms + minutes * MINUTE_MS)
}

function parseIso(text: string): EpochMs | undefined {
  const match = ISO_INSTANT.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const milli = Number((match[7] ?? '').padEnd(3, '0'))
  if (year! < FIRST_YEAR || year! > LAST_YEAR) return undefined
  const ms = Date.UTC(year!, month! - 1, day, hour, minute, second, milli)
  // Date.UTC rolls impossible fields over into the next unit; converting back reveals it.
  const full = `${text.slice(0, 16)}:${match[6] ?? '00'}.${String(milli).padStart(3, '0')}Z`
  return new Date(ms).toISOString() === full ? (ms as EpochMs) : undefined
}

/** The instant of a `Date` that a library returns. */
export function fromClockDate(date: Date): EpochMs {
  return epochMs(date.getTime())
}

/** The instant as the `Date` that libraries require. */
export function clockDate(ms: EpochMs): Date {
  return new Date(ms)
}
