import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts'

type SpanUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** A length of time in a single unit. */
export type Span<U extends SpanUnit = SpanUnit> = { readonly unit: U; readonly count: number }

/** Up to this length the unit is hours: notices and reminders are 24 and 48 hours. */
const LONGEST_IN_HOURS_MS = 48 * HOUR_MS

/** The units above the minute, with the least length each is used for, largest first. */
const UNITS: readonly { unit: Exclude<SpanUnit, 'minute'>; size: number; least: number }[] = [
  { unit: 'year', size: 365 * DAY_MS, least: 730 * DAY_MS },
  { unit: 'month', size: 30 * DAY_MS, least: 60 * DAY_MS },
  { unit: 'week', size: 7 * DAY_MS, least: 14 * DAY_MS },
  { unit: 'day', size: DAY_MS, least: LONGEST_IN_HOURS_MS + 1 },
  { unit: 'hour', size: HOUR_MS, least: HOUR_MS },
]

/**
 * A length of time in the unit used to show it: the nearest whole number, halves up. Hours up to 48 hours, days below
 * 14 days. `ms` are milliseconds and may be negative; below half a minute the result is 0 minutes.
 */
export function spanOf(ms: number): Span {
  // Round to the minute first, so that a second less than two days is shown as two days.
  const length = Math.round(Math.abs(ms) / MINUTE_MS) * MINUTE_MS
  const { unit, size } =
    UNITS.find(({ least }) => length >= least) ?? ({ unit: 'minute', size: MINUTE_MS } as const)
  return { unit, count: Math.round(length / size) }
}

/** The same plus the next smaller unit, up to days: 47 h 20 min, 2 days 4 h. Zero units are left out. */
export function spanInTwo(ms: number): Span<'day' | 'hour' | 'minute'>[] {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS)
  const inHours = minutes * MINUTE_MS <= LONGEST_IN_HOURS_MS
  const [total, per] = inHours ? [minutes, 60] : [Math.round(minutes / 60), 24]
  const parts: Span<'day' | 'hour' | 'minute'>[] = [
    { unit: inHours ? 'hour' : 'day', count: Math.floor(total / per) },
    { unit: inHours ? 'minute' : 'hour', count: total % per },
  ]
  return parts.filter(({ count }) => count > 0)
}

/** A setting in whole minutes, in the largest unit up to days that divides it: 90 min, 48 h, 3 days. */
export function exactSpan(minutes: number): Span<'day' | 'hour' | 'minute'> {
  const length = minutes * MINUTE_MS
  if (length > LONGEST_IN_HOURS_MS && length % DAY_MS === 0) return { unit: 'day', count: length / DAY_MS }
  if (length > 0 && length % HOUR_MS === 0) return { unit: 'hour', count: length / HOUR_MS }
  return { unit: 'minute', count: minutes }
}

/** Minutes of notice in whole hours, rounded up so that the promise holds (product §8). */
export function noticeInHours(minutes: number): number {
  return Math.ceil((minutes * MINUTE_MS) / HOUR_MS)
}
