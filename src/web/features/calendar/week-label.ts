import { addDays, type CalendarDate } from '#time/calendar-date.ts'
import { formatDayMonth } from '#time/format.ts'

/** "22 – 28 de noviembre", or "29 de noviembre – 5 de diciembre" across months. */
export function weekLabel(start: CalendarDate, language: string): string {
  const end = addDays(start, 6)
  const sameMonth = start.slice(0, 7) === end.slice(0, 7)
  // Calendar dates have no zone: the one given to the formatter does not matter.
  const first = sameMonth ? String(Number(start.slice(8))) : formatDayMonth(start, 'UTC', language)
  return `${first} – ${formatDayMonth(end, 'UTC', language)}`
}
