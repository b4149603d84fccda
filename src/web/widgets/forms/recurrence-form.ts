import { z } from 'zod'
import type { BlockRecurrence } from '#contract/calendar/recurrence.ts'
import { DateOn } from '#contract/values.ts'
import { weekdayOf, type CalendarDate } from '#time/calendar-date.ts'
import { MOST_OCCURRENCES } from '#time/recurrence.ts'

/**
 * How a session or blocked time repeats, as a form holds it (product §8): includes fields that do not apply now, so that no input is
 * lost.
 */
export const RecurrenceForm = z
  .object({
    repeats: z.enum(['none', 'weekly', 'monthly']),
    interval: z.int().min(1).max(12),
    /** ISO weekdays, for weeks only. */
    weekdays: z.array(z.int().min(1).max(7)),
    /** `never` is offered for blocked time only. */
    ends: z.enum(['count', 'until', 'never']),
    count: z.int().min(2).max(MOST_OCCURRENCES),
    until: DateOn.optional(),
  })
  .refine(({ repeats, ends, until }) => repeats === 'none' || ends !== 'until' || until !== undefined, {
    path: ['until'],
    error: 'required',
  })
export type RecurrenceForm = z.input<typeof RecurrenceForm>

/** Once; eight times if a repetition is chosen. */
export const NO_RECURRENCE: RecurrenceForm = {
  repeats: 'none',
  interval: 1,
  weekdays: [],
  ends: 'count',
  count: 8,
}

/** The rule for the API; undefined for a single session or block. */
export function recurrenceOf(form: z.output<typeof RecurrenceForm>): BlockRecurrence | undefined {
  const { repeats, interval, weekdays, ends, count, until } = form
  if (repeats === 'none') return undefined
  return {
    frequency: repeats,
    interval,
    weekdays: repeats === 'weekly' ? [...weekdays].sort((a, b) => a - b) : [],
    ...(ends === 'count' && { count }),
    ...(ends === 'until' && { until }),
  }
}

/** The marked weekdays: those chosen, or the first session's weekday. */
export function markedWeekdays(weekdays: readonly number[], firstOn: CalendarDate | undefined): number[] {
  return weekdays.length > 0 || firstOn === undefined ? [...weekdays] : [weekdayOf(firstOn)]
}
