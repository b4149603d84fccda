import type { RecurrenceRule } from '#contract/calendar/recurrence.ts'
import { addDays, daysBetween, wallMinutes } from '#time/calendar-date.ts'
import { DAY_MS, epochMs } from '#time/clock.ts'
import { isTooLong, occurrencesOf, wallStartOf } from '#time/recurrence.ts'
import { wallToInstant } from '#time/zones.ts'
import type { Interval } from '#time/interval.ts'

/** Most days one block may last: a whole year away. */
const MOST_DAYS = 366

/** What is wrong with the time of a block, as field → key of `validation`. */
export function blockErrors({ startsAt, endsAt }: Interval): Record<string, string> {
  if (endsAt <= startsAt) return { endsAt: 'ends_before_start' }
  return endsAt - startsAt > MOST_DAYS * DAY_MS ? { endsAt: 'block_length' } : {}
}

/** What is wrong with a rule that starts with this block: one that would make more than one rule may. */
export function ruleErrors(
  { startsAt }: Interval,
  rule: RecurrenceRule,
  zone: string,
): Record<string, string> {
  return isTooLong(rule, wallStartOf(startsAt, zone).date) ? { 'recurrence.until': 'repeats_too_often' } : {}
}

/**
 * The blocks of a rule, the first as it is given; without a rule that one alone (product §8). Both ends keep their
 * wall time in `zone` across every change of offset, so a day that is blocked is blocked whole, however long it is.
 */
export function blocksOf(first: Interval, rule: RecurrenceRule | undefined, zone: string): Interval[] {
  if (!rule) return [first]
  const start = wallStartOf(first.startsAt, zone)
  const end = wallStartOf(first.endsAt, zone)
  const days = daysBetween(start.date, end.date)
  const spans = occurrencesOf(rule, start, zone).map((startsAt): Interval => {
    const last = addDays(wallStartOf(startsAt, zone).date, days)
    const endsAt = wallToInstant(last, wallMinutes(end.time), zone)
    // Where the change of offset swallows it, a block is as long as the first.
    return {
      startsAt,
      endsAt: endsAt > startsAt ? endsAt : epochMs(startsAt + first.endsAt - first.startsAt),
    }
  })
  return [first, ...spans.filter(({ startsAt }) => startsAt > first.startsAt)]
}
