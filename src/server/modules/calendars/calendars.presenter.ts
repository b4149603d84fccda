import type { CalendarDto } from '#contract/calendar.ts'
import { wire } from '#contract/values.ts'
import type { Calendar } from './calendars.domain.ts'

export function presentCalendar(calendar: Calendar, overrides: CalendarDto['overrides']): CalendarDto {
  const { reviewedAt: _reviewed, updatedAt, ...settings } = calendar
  return { ...settings, overrides, updatedAt: wire(updatedAt) }
}
