import { dateOf, dayNumber, type CalendarDate, type Weekday } from './calendar-date.ts'
import { DAY_MS, type EpochMs } from './clock.ts'
import { wallClock } from './zones.ts'

/** Either a calendar date, shown as it is, or an instant, shown as its date in the zone. */
type DayLike = EpochMs | CalendarDate

/** "lunes 24 de noviembre" / "Monday, November 24". The year is left out (product §2). */
export function formatDayLong(day: DayLike, zone: string, locale: string): string {
  return withWeekday(day, zone, locale, {})
}

function withWeekday(
  day: DayLike,
  zone: string,
  locale: string,
  year: Pick<Intl.DateTimeFormatOptions, 'year'>,
): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', ...year } as const
  const parts = dates(locale, options).formatToParts(atUtc(day, zone))
  // Spanish locales put a comma after the weekday; the product writes the day without it.
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

/** "24 nov" / "Nov 24": where there is little room, for dates of about now. */
export function formatShortDayMonth(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { day: 'numeric', month: 'short' }).format(atUtc(day, zone))
}

/** "24 nov 2027" / "Nov 24, 2027": for tables and dates that may be years away. */
export function formatShortDate(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { day: 'numeric', month: 'short', year: 'numeric' }).format(atUtc(day, zone))
}

/** "24 de noviembre de 2027" / "November 24, 2027". */
export function formatFullDate(day: DayLike, zone: string, locale: string): string {
  return dates(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(atUtc(day, zone))
}

/** "22 – 28 de noviembre" / "November 22 – 28"; both months if they differ. Both ends are included. */
export function formatDayRange(first: CalendarDate, last: CalendarDate, locale: string): string {
  // Calendar dates have no zone, so the formatter's zone does not matter.
  const [from, to] = [formatDayMonth(first, 'UTC', locale), formatDayMonth(last, 'UTC', locale)]
  if (first.slice(0, 7) !== last.slice(0, 7)) return `${from} – ${to}`
  const dayOf = (date: CalendarDate) => String(Number(date.slice(8)))
  // Languages that put the day first name the month at the end, and the others at the start.
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

/** "9:00 h" / "9:00": a time on its own. Spanish marks the 24-hour clock with an h, English does not. */
export function formatClock(ms: EpochMs, zone: string, locale: string): string {
  return formatTime(ms, zone) + hourMark(locale)
}

/** "9:00" for the wall time "09:00", as a choice in a list of times. */
export function formatWallChoice(time: string): string {
  return time.replace(/^0/, '')
}

/** "9:00 h" / "9:00" for the wall time "09:00". */
export function formatWallTime(time: string, locale: string): string {
  return formatWallChoice(time) + hourMark(locale)
}

/** "9:00–14:00 h" / "9:00–14:00" for wall times. */
export function formatWallTimes(start: string, end: string, locale: string): string {
  return `${formatWallChoice(start)}–${formatWallTime(end, locale)}`
}

/** "10:00–11:00 h" / "10:00–11:00". */
export function formatTimeRange(start: EpochMs, end: EpochMs, zone: string, locale: string): string {
  return `${formatTime(start, zone)}–${formatTime(end, zone)}${hourMark(locale)}`
}

/** "lunes 24 de noviembre, 10:00–11:00 h" / "Monday, November 24, 10:00–11:00". The day is the one the range starts on. */
export function formatDayAndTimes(start: EpochMs, end: EpochMs, zone: string, locale: string): string {
  return `${formatDayLong(start, zone, locale)}, ${formatTimeRange(start, end, zone, locale)}`
}

/** "lunes 24 de noviembre de 2027, 10:00–11:00 h": for documents, which are kept for years. */
export function formatFullDayAndTimes(start: EpochMs, end: EpochMs, zone: string, locale: string): string {
  const day = withWeekday(start, zone, locale, { year: 'numeric' })
  return `${day}, ${formatTimeRange(start, end, zone, locale)}`
}

/**
 * "jueves 26": a day next to `from`, in the same month. The full date if the month differs or the language puts the
 * month first.
 */
export function formatDayBeside(day: EpochMs, from: EpochMs, zone: string, locale: string): string {
  const date = dateOf(day, zone)
  if (!locale.startsWith('es') || date.slice(0, 7) !== dateOf(from, zone).slice(0, 7)) {
    return formatDayLong(day, zone, locale)
  }
  return dates(locale, { weekday: 'long', day: 'numeric' }).format(atUtc(day, zone))
}

const MAX_FORMATS = 64
const formats = new Map<string, Intl.DateTimeFormat>()

/** A formatter for dates at midnight UTC: the zone has been applied already. */
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
  // A no-break space: in a narrow card a line never begins with the h.
  return locale.startsWith('es') ? '\u00a0h' : ''
}

function atUtc(day: DayLike, zone: string): number {
  const date = typeof day === 'string' ? day : dateOf(day, zone)
  return dayNumber(date) * DAY_MS
}
