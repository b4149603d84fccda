import { addDays, type CalendarDate, daysBetween } from '#time/calendar-date.ts'

/** Most dates one change may cover. */
const MOST_DATES = 366

/** How many days from today a date may have an override: enough for planning, and it bounds the list. */
const FARTHEST = { back: 366, ahead: 3 * 366 }

/** The errors in the dates of a change, as field → key of `validation`; `today` is the coach's. */
export function overrideErrors(
  { from, to }: { from: CalendarDate; to: CalendarDate },
  today: CalendarDate,
): Record<string, string> {
  if (to < from) return { to: 'range_reversed' }
  if (daysBetween(from, to) >= MOST_DATES) return { to: 'range_over_year' }
  if (from < addDays(today, -FARTHEST.back)) return { from: 'date_too_far' }
  if (to > addDays(today, FARTHEST.ahead)) return { to: 'date_too_far' }
  return {}
}

/** The first date of the overrides in a response: yesterday, whose hours can last past midnight. */
export function overridesSince(today: CalendarDate): CalendarDate {
  return addDays(today, -1)
}
