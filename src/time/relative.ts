// Moments as seen from now: "hace 3 horas", "mañana". Dates and times by themselves are in format.ts.
import { type CalendarDate, dateOf, dayNumber } from './calendar-date.ts'
import { MINUTE_MS, type EpochMs, fromIso } from './clock.ts'
import { formatClock, formatDayLong, formatDayMonth, formatShortDate, formatShortDayMonth } from './format.ts'
import { spanOf } from './spans.ts'

/** How a notification is dated (spec §9): today has its own text in the catalogue, other days show their date. */
export function notificationDay(
  ms: EpochMs,
  now: EpochMs,
  zone: string,
  locale: string,
): { kind: 'today' } | { kind: 'date'; text: string } {
  if (dateOf(ms, zone) === dateOf(now, zone)) return { kind: 'today' }
  return { kind: 'date', text: formatDayMonth(ms, zone, locale) }
}

/** Spanish says "en 2 días"; the locale data has the stiffer "dentro de". */
const STIFF = /^dentro de /

/**
 * "hace 3 horas", "en 48 horas", "ahora": elapsed time, in the units of `spanOf`; "now" below a minute. It never
 * says "yesterday": that depends on a zone and on midnight, elapsed time does not.
 */
export function formatRelative(ms: EpochMs, now: EpochMs, locale: string): string {
  const elapsed = ms - now
  if (Math.abs(elapsed) < MINUTE_MS) return relative(locale, 'auto').format(0, 'second')
  const { unit, count } = spanOf(elapsed)
  return relative(locale, 'always')
    .format(Math.sign(elapsed) * count, unit)
    .replace(STIFF, 'en ')
}

type Reader = { timezone: string; language: string; now: EpochMs }

/** The day of a future moment: "hoy", "mañana", or the date. */
export function comingDay(at: string, { timezone, language, now }: Reader, width: 'long' | 'short'): string {
  const ms = fromIso(at)
  const near = formatNearDay(ms, now, timezone, language)
  if (near !== undefined) return near
  return width === 'long' ? formatDayLong(ms, timezone, language) : shortDay(ms, now, timezone, language)
}

/** "24 nov"; "24 nov 2027" in another year than now: for columns of a list. */
export function shortDay(day: EpochMs | CalendarDate, now: EpochMs, zone: string, locale: string): string {
  const date = typeof day === 'string' ? day : dateOf(day, zone)
  const isThisYear = date.slice(0, 4) === dateOf(now, zone).slice(0, 4)
  return (isThisYear ? formatShortDayMonth : formatShortDate)(date, zone, locale)
}

/** A future moment within a sentence: "mañana, 14:00 h", "lunes 24 de noviembre, 14:00 h". */
export function comingMoment(at: string, reader: Reader, width: 'long' | 'short'): string {
  const { timezone, language } = reader
  return `${comingDay(at, reader, width)}, ${formatClock(fromIso(at), timezone, language)}`
}

/** "hoy" / "mañana" in the reader's zone; undefined for any other day. */
export function formatNearDay(ms: EpochMs, now: EpochMs, zone: string, locale: string): string | undefined {
  const days = dayNumber(dateOf(ms, zone)) - dayNumber(dateOf(now, zone))
  return days === 0 || days === 1 ? relative(locale, 'auto').format(days, 'day') : undefined
}

const formats = new Map<string, Intl.RelativeTimeFormat>()

function relative(locale: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${locale} ${numeric}`
  const format = formats.get(key) ?? new Intl.RelativeTimeFormat(locale, { numeric })
  formats.set(key, format)
  return format
}
