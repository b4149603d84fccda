import type { ImportedCalendarDto } from '#contract/calendar/calendar-files.ts'
import { toWire } from '#contract/values.ts'
import type { ExternalCalendar } from './external-calendars.repository.ts'

/** How the reading of a calendar stands; of its address, which is a secret, the host alone. */
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
