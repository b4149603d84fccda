import type { CalendarDto } from '#contract/calendar.ts'
import { wire } from '#contract/values.ts'
import type { Calendar } from './calendars.domain.ts'

export function presentCalendar(calendar: Calendar): CalendarDto {
  const { defaultChannel: _channel, reviewedAt: _reviewed, updatedAt, ...settings } = calendar
  return { ...settings, updatedAt: wire(updatedAt) }
}
