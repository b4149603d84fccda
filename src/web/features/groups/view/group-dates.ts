import type { GroupDto } from '#contract/groups.ts'
import { type CalendarDate, isCalendarDate } from '#time/calendar-date.ts'
import { formatShortDate, formatShortDayMonth } from '#time/format.ts'

type Dates = { key: 'both' | 'from' | 'until'; from?: string; until?: string }

/**
 * The dates of a group as `dates.<key>`: both or the one that is set; undefined without either. They have their years
 * unless all are of this one.
 */
export function datesOf(
  { startDate, endDate }: Pick<GroupDto, 'startDate' | 'endDate'>,
  today: CalendarDate,
  language: string,
): Dates | undefined {
  const isThisYear = [startDate, endDate].every((date) => date === null || date.startsWith(today.slice(0, 5)))
  const format = isThisYear ? formatShortDayMonth : formatShortDate
  // The formatter's zone does not matter to a calendar date.
  const written = (date: string | null) =>
    date !== null && isCalendarDate(date) ? format(date, 'UTC', language) : undefined
  const from = written(startDate)
  const until = written(endDate)
  if (from && until) return { key: 'both', from, until }
  if (from) return { key: 'from', from }
  return until ? { key: 'until', until } : undefined
}
