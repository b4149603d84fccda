import type { ImportedCalendarDto } from '#contract/calendar/calendar-files.ts'
import { toWire } from '#contract/values.ts'
import type { ExternalCalendar } from './external-calendars.repository.ts'

/** The state of a calendar's import; only the host of its address, which is a secret. */
export function presentImport(calendar: ExternalCalendar | undefined): ImportedCalendarDto {
  if (!calendar) return { host: null, lastTriedAt: null, lastSuccessAt: null, lastError: null, events: 0 }
  const { url, lastTriedAt, lastSuccessAt, lastError, events } = calendar
  return {
    host: new URL(url).host,
    lastTriedAt: lastTriedAt && toWire(lastTriedAt),
    lastSuccessAt: lastSuccessAt && toWire(lastSuccessAt),
    lastError,
    events,
  }
}
