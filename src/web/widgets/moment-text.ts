import { type EpochMs, fromIso } from '#time/clock.ts'
import { formatClock, formatDayLong, formatNearDay, formatShortDate } from '#time/format.ts'

type Reader = { timezone: string; language: string; now: EpochMs }

/** The day of a future moment: "hoy", "mañana", or the date. */
export function comingDay(at: string, { timezone, language, now }: Reader, width: 'long' | 'short'): string {
  const ms = fromIso(at)
  const near = formatNearDay(ms, now, timezone, language)
  if (near !== undefined) return near
  return width === 'long' ? formatDayLong(ms, timezone, language) : formatShortDate(ms, timezone, language)
}

/** A future moment within a sentence: "mañana, 14:00 h", "lunes 24 de noviembre, 14:00 h". */
export function comingMoment(at: string, reader: Reader, width: 'long' | 'short'): string {
  const { timezone, language } = reader
  return `${comingDay(at, reader, width)}, ${formatClock(fromIso(at), timezone, language)}`
}
