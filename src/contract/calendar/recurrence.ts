import { z } from 'zod'
import { MOST_OCCURRENCES } from '#time/recurrence.ts'
import { DateOn } from '../values.ts'

const rule = z.strictObject({
  frequency: z.enum(['weekly', 'monthly']),
  interval: z.int().min(1).max(12),
  weekdays: z.array(z.int().min(1).max(7)).max(7).default([]),
  until: DateOn.optional(),
  count: z.int().min(2).max(MOST_OCCURRENCES).optional(),
})
type Rule = z.infer<typeof rule>

const UNTIL_OR_COUNT = { path: ['count'], error: 'until_or_count' }
const hasOneEnd = ({ until, count }: Rule) => (until === undefined) !== (count === undefined)
const hasAtMostOneEnd = ({ until, count }: Rule) => until === undefined || count === undefined

const WEEKDAYS_OF_WEEKS = { path: ['weekdays'], error: 'weekdays_of_weeks' }
const namesWeekdaysOfWeeks = ({ frequency, weekdays }: Rule) =>
  frequency === 'weekly' || weekdays.length === 0

/**
 * How something repeats (product §8): every `interval` weeks on `weekdays` (ISO, Monday 1; if empty, the first one's
 * weekday), or every `interval` months on the first one's day of the month, leaving out months without that day (RFC
 * 5545 §3.3.10). It ends on a date, included, or after a count.
 */
export const RecurrenceRule = rule
  .refine(hasOneEnd, UNTIL_OR_COUNT)
  .refine(namesWeekdaysOfWeeks, WEEKDAYS_OF_WEEKS)
export type RecurrenceRule = z.infer<typeof RecurrenceRule>

/** How blocked time repeats: the same, but with neither a last date nor a count it repeats without end. */
export const BlockRecurrence = rule
  .refine(hasAtMostOneEnd, UNTIL_OR_COUNT)
  .refine(namesWeekdaysOfWeeks, WEEKDAYS_OF_WEEKS)
export type BlockRecurrence = z.infer<typeof BlockRecurrence>

/** Which sessions of a series a change applies to: "solo esta / esta y las siguientes / todas" (product §8). */
export const SeriesScope = z.enum(['one', 'following', 'all'])
export type SeriesScope = z.infer<typeof SeriesScope>
