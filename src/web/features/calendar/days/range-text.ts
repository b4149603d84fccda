import type { CalendarDate } from '#time/calendar-date.ts'
import { formatDayLong, formatShortDate } from '#time/format.ts'

/** One day as "lunes 15 de marzo", several as "15 mar 2027 – 19 mar 2027", with the year. */
export function rangeText(from: CalendarDate, to: CalendarDate, language: string): string {
  // Calendar dates have no zone: the one given to the formatter does not matter.
  if (from === to) return formatDayLong(from, 'UTC', language)
  return [from, to].map((date) => formatShortDate(date, 'UTC', language)).join(' – ')
}
