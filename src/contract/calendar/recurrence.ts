import { z } from 'zod'
import { MOST_OCCURRENCES } from '#time/recurrence.ts'
import { DateOn } from '../values.ts'

/**
 * How something repeats (product §8): every `interval` weeks on `weekdays` (ISO, Monday 1; if empty, the first one's
 * weekday), or every `interval` months on the first one's day of the month, leaving out months without that day (RFC
 * 5545 §3.3.10). It ends on a date, included, or after a count.
 */
export const RecurrenceRule = z
  .strictObject({
    frequency: z.enum(['weekly', 'monthly']),
    interval: z.int().min(1).max(12),
    weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
    until: DateOn.optional(),
    count: z.int().min(2).max(MOST_OCCURRENCES).optional(),
  })
  .refine(({ until, count }) => (until === undefined) !== (count === undefined), {
    path: ['count'],
    error: 'until_or_count',
  })
  .refine(({ frequency, weekdays }) => frequency === 'weekly' || weekdays.length === 0, {
    path: ['weekdays'],
    error: 'weekdays_of_weeks',
  })
export type RecurrenceRule = z.infer<typeof RecurrenceRule>

/** Which sessions of a series a change applies to: "solo esta / esta y las siguientes / todas" (product §8). */
export const SeriesScope = z.enum(['one', 'following', 'all'])
export type SeriesScope = z.infer<typeof SeriesScope>
