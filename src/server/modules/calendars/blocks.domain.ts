import type { RecurrenceRule } from '#contract/calendar/recurrence.ts'
import { addDays, daysBetween, wallMinutes } from '#time/calendar-date.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { isTooLong, occurrencesOf, wallStartOf } from '#time/recurrence.ts'
import { wallToInstant } from '#time/zones.ts'
import type { Interval } from '#time/interval.ts'

/** Most days of one block: a year's absence. */
const MOST_DAYS = 366

/** The errors in the interval of a block, as field → key of `validation`. */
export function blockErrors({ startsAt, endsAt }: Interval): Record<string, string> {
  if (endsAt <= startsAt) return { endsAt: 'ends_before_start' }
  return endsAt - startsAt > MOST_DAYS * DAY_MS ? { endsAt: 'block_length' } : {}
}

/** The errors of a rule that starts with this block: too many occurrences. */
export function ruleErrors(
  { startsAt }: Interval,
  rule: RecurrenceRule,
  zone: string,
): Record<string, string> {
  return isTooLong(rule, wallStartOf(startsAt, zone).date) ? { 'recurrence.until': 'repeats_too_often' } : {}
}

/**
 * The blocks of a rule, the first unchanged; without a rule only that one (product §8). Both ends keep their wall time
 * in `zone` across every change of offset, so that whole days stay whole days.
 */
export function blocksOf(first: Interval, rule: RecurrenceRule | undefined, zone: string): Interval[] {
  if (!rule) return [first]
  const start = wallStartOf(first.startsAt, zone)
  const end = wallStartOf(first.endsAt, zone)
  const days = daysBetween(start.date, end.date)
  const spans = occurrencesOf(rule, start, zone).map((startsAt): Interval => {
    const last = addDays(wallStartOf(startsAt, zone).date, days)
    const endsAt = wallToInstant(last, wallMinutes(end.time), zone)
    // If a change of offset leaves no time between its ends, a block is as long as the first.
    return {
      startsAt,
      endsAt: endsAt > startsAt ? endsAt : epochMs(startsAt + first.endsAt - first.startsAt),
    }
  })
  return [first, ...spans.filter(({ startsAt }) => startsAt > first.startsAt)]
}
