import { dateOf, dayNumber, type CalendarDate, type Weekday } from './calendar-date.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from './clock.ts'
import { wallClock } from './zones.ts'

/** Either a calendar date, shown as it is, or an instant, shown as the date it has in the zone. */
type DayLike = EpochMs | CalendarDate

/** What is left until an instant, in whole units; all zero once it is `past`. */
export type Countdown = {
  readonly past: boolean
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Below a minute everything is "now". */
const RELATIVE_UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['week', 7 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
]

/** "lunes 24 de noviembre" / "Monday, November 24". The year is left out (product §2). */
export function formatDayLong(day: DayLike, zone: string, locale: string): string {
  const parts = dates(locale, { weekday: 'long', day: 'numeric', month: 'long' }).formatToParts(
    atUtc(day, zone),
  )
  // Spanish locales put a comma after the weekday; the product writes the day in one breath.
  const noComma = locale.startsWith('es')
  return parts
    .map((part, i) =>
      noComma && part.type === 'literal' && parts[i - 1]?.type === 'weekday' ? ' ' : part.value,
    )
    .join('')
}

/** "24 de noviembre" / "November 24". */
export function formatDayMonth(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { day: 'numeric', month: 'long' }).format(atUtc(day, zone))
}

/** "24 nov 2027" / "Nov 24, 2027": for tables and whatever may lie years away. */
export function formatShortDate(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(atUtc(day, zone))
}

/** "24 de noviembre de 2027" / "November 24, 2027". */
export function formatFullDate(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(atUtc(day, zone))
}

/** "22 – 28 de noviembre" / "November 22 – 28"; both months where they differ. Both ends count. */
export function formatDayRange(first: CalendarDate, last: CalendarDate, locale: string): string {
  // Calendar dates have no zone: the one given to the formatter does not matter.
  const [from, to] = [formatDayMonth(first, 'UTC', locale), formatDayMonth(last, 'UTC', locale)]
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${from} – ${to}`
  const dayOf = (date: CalendarDate) => String(Number(date.slice(8)))
  // Where the day comes first the month is said at the end, and the other way round.
  return /^\d/.test(from) ? `${dayOf(first)} – ${to}` : `${from} – ${dayOf(last)}`
}

/** "noviembre de 2027" / "November 2027". */
export function formatMonth(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { month: 'long', year: 'numeric' }).format(atUtc(day, zone))
}

/** "lunes" / "Monday", or "lun" / "Mon" when short. */
export function formatWeekday(weekday: Weekday, locale: string, width: 'long' | 'short' = 'long'): string {
  // 1970-01-05 was a Monday.
  return dates(locale, { weekday: width }).format((weekday + 3) * DAY_MS)
}

/** "9:00": always the 24-hour clock, without a leading zero, as the product writes times (product §2). */
export function formatTime(ms: EpochMs, zone: string): string {
  const { hour, minute } = wallClock(ms, zone)
  return `${hour}:${String(minute).padStart(2, '0')}`
}

/** "9:00 h" / "9:00": a time that stands alone. Spanish marks the 24-hour clock with an h, English does not. */
export function formatClock(ms: EpochMs, zone: string, locale: string): string {
  return formatTime(ms, zone) + hourMark(locale)
}

/** "10:00–11:00 h" / "10:00–11:00". */
export function formatTimeRange(start: EpochMs, end: EpochMs, zone: string, locale: string): string {
  return `${formatTime(start, zone)}–${formatTime(end, zone)}${hourMark(locale)}`
}

/** "lunes 24 de noviembre, 10:00–11:00 h" / "Monday, November 24, 10:00–11:00". The day is the one the range starts on. */
export function formatDayAndTimes(start: EpochMs, end: EpochMs, zone: string, locale: string): string {
  return `${formatDayLong(start, zone, locale)}, ${formatTimeRange(start, end, zone, locale)}`
}

/** How a notification is dated (spec §9): today has its own text in the catalogue, other days their date. */
export function notificationDay(
  ms: EpochMs,
  now: EpochMs,
  zone: string,
  locale: string,
): { kind: 'today' } | { kind: 'date'; text: string } {
  if (dateOf(ms, zone) === dateOf(now, zone)) return { kind: 'today' }
  return { kind: 'date', text: formatDayMonth(ms, zone, locale) }
}

/**
 * "hace 3 horas", "dentro de 2 días", "ahora": elapsed time in its largest whole unit. It never says
 * "yesterday": that depends on a zone and on midnight, elapsed time does not.
 */
export function formatRelative(ms: EpochMs, now: EpochMs, locale: string): string {
  const elapsed = ms - now
  const [unit, size] = RELATIVE_UNITS.find(([, least]) => Math.abs(elapsed) >= least) ?? ['second', Infinity]
  const count = Math.trunc(elapsed / size)
  return new Intl.RelativeTimeFormat(locale, { numeric: unit === 'second' ? 'auto' : 'always' }).format(
    count === 0 ? 0 : count,
    unit,
  )
}

/** The parts of a countdown to an instant. */
export function countdown(ms: EpochMs, now: EpochMs): Countdown {
  const left = Math.max(0, ms - now)
  return {
    past: ms <= now,
    days: Math.floor(left / DAY_MS),
    hours: Math.floor((left % DAY_MS) / HOUR_MS),
    minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / 1000),
  }
}

const MAX_FORMATS = 64
const formats = new Map<string, Intl.DateTimeFormat>()

/** A formatter for dates that were put at midnight UTC: the zone has done its part before. */
function dates(locale: string, fields: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${Object.entries(fields).join(' ')}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...fields, calendar: 'gregory', timeZone: 'UTC' })
    if (formats.size >= MAX_FORMATS) formats.clear()
    formats.set(key, format)
  }
  return format
}

function hourMark(locale: string): string {
  return locale.startsWith('es') ? ' h' : ''
}

function atUtc(day: DayLike, zone: string): number {
  const date = typeof day === 'string' ? day : dateOf(day, zone)
  return dayNumber(date) * DAY_MS
}
