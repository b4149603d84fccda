import type { GroupDto } from '#contract/groups.ts'
import { isCalendarDate } from '#time/calendar-date.ts'
import { formatShortDate } from '#time/format.ts'

type Dates = { key: 'both' | 'from' | 'until'; from?: string; until?: string }

/** The dates of a group as `dates.<key>`: both or the one that is set; undefined without either. */
export function datesOf(
  { startDate, endDate }: Pick<GroupDto, 'startDate' | 'endDate'>,
  language: string,
): Dates | undefined {
  // The formatter's zone does not matter to a calendar date.
  const written = (date: string | null) =>
    date !== null && isCalendarDate(date) ? formatShortDate(date, 'UTC', language) : undefined
  const from = written(startDate)
  const until = written(endDate)
  if (from && until) return { key: 'both', from, until }
  if (from) return { key: 'from', from }
  return until ? { key: 'until', until } : undefined
}
