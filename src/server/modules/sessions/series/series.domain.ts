import type { RecurrenceRule } from '#contract/calendar/recurrence.ts'
import type { NewSessionBody } from '#contract/sessions/sessions.ts'
import type { DateOn, SessionId } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { isTooLong, occurrencesOf, shiftOnWall, wallStartOf } from '#time/recurrence.ts'
import type { Interval } from '#time/interval.ts'

/** One start of a rule, by its place in it (0 the first). */
export type NumberedInterval = Interval & { position: number }

/** What somebody wants to repeat: the first of it, the rule, what is left out and what begins at another time. */
type SeriesWish = Pick<NewSessionBody, 'startsAt' | 'endsAt' | 'skip' | 'moved'> & {
  recurrence: RecurrenceRule
}

/**
 * What is wrong with a rule for its first start, as field → key of `validation`: an end before it, more than one rule
 * makes (product §8), a start between two minutes, which no wall time names.
 */
export function ruleErrors(
  { startsAt, recurrence }: Pick<SeriesWish, 'startsAt' | 'recurrence'>,
  zone: string,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const start = fromIso(startsAt)
  if (start % MINUTE_MS !== 0) errors['startsAt'] = 'time_invalid'
  const { date } = wallStartOf(start, zone)
  const { until } = recurrence
  if (until !== undefined && (until as string) < date) errors['recurrence.until'] = 'range_reversed'
  else if (isTooLong(recurrence, date)) errors['recurrence.until'] = 'repeats_too_often'
  return errors
}

/** The starts of a rule in the coach's zone; the first is the one that was chosen, whatever its wall time is. */
export function spansOf(
  { startsAt, endsAt, recurrence }: Pick<SeriesWish, 'startsAt' | 'endsAt' | 'recurrence'>,
  zone: string,
): NumberedInterval[] {
  const first = fromIso(startsAt)
  const length = fromIso(endsAt) - first
  // Of a wall time that occurs twice the rule would name the first.
  const [, ...rest] = occurrencesOf(recurrence, wallStartOf(first, zone), zone)
  return [first, ...rest].map((start, position) => ({ position, ...spanFrom(start, length) }))
}

/**
 * What is wrong with what is left out or moved of a rule with `places` starts: a place it does not have, one that is
 * named twice, nothing left at all.
 */
export function exceptionErrors(
  { skip = [], moved = [] }: Pick<SeriesWish, 'skip' | 'moved'>,
  places: number,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<number>()
  const check = (field: string, position: number) => {
    if (position >= places || seen.has(position)) errors[field] = 'invalid_value'
    seen.add(position)
  }
  for (const [index, position] of skip.entries()) check(`skip.${index}`, position)
  for (const [index, { position }] of moved.entries()) check(`moved.${index}.position`, position)
  if (skip.length >= places) errors['skip'] = 'series_empty'
  return errors
}

/** What stands once the exceptions are made, by start. A moved one keeps its length. */
export function withExceptions(
  spans: readonly NumberedInterval[],
  { skip = [], moved = [] }: Pick<SeriesWish, 'skip' | 'moved'>,
): NumberedInterval[] {
  const starts = new Map(moved.map(({ position, startsAt }) => [position, fromIso(startsAt)]))
  return spans
    .filter(({ position }) => !skip.includes(position))
    .map(({ position, startsAt, endsAt }) => ({
      position,
      ...spanFrom(starts.get(position) ?? startsAt, endsAt - startsAt),
    }))
    .toSorted((a, b) => a.startsAt - b.startsAt)
}

/** A session as far as moving a series looks at it. */
type DatedSession = Interval & { id: SessionId }

/**
 * Where sessions of a series go when one of them moves (product §8): each by as much as the wall in the coach's zone
 * shows between the one's old and new start, so that 10:00 stays one wall time across every change of offset; one
 * that was moved alone before keeps its distance. A new length is for all of them; without one each keeps its own.
 */
export function shiftedSpans<Session extends DatedSession>(
  moved: DatedSession,
  to: Interval,
  sessions: readonly Session[],
  zone: string,
): { session: Session; span: Interval }[] {
  const length = to.endsAt - to.startsAt
  const isLonger = length !== moved.endsAt - moved.startsAt
  return sessions.map((session) => {
    if (session.id === moved.id) return { session, span: to }
    const start = shiftOnWall(session.startsAt, moved.startsAt, to.startsAt, zone)
    return { session, span: spanFrom(start, isLonger ? length : session.endsAt - session.startsAt) }
  })
}

/**
 * The rule of a series that was moved or split off: the weekdays go with the shift of its dates. It ends with as many
 * sessions as it has now.
 */
export function movedRule(rule: RecurrenceRule, days: number, sessions: number): RecurrenceRule {
  const { until: _, ...kept } = rule
  const weekdays = rule.weekdays.map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1)
  return { ...kept, weekdays, count: sessions }
}

/** What a series keeps when the sessions from a date on leave it. */
export function endedRule(rule: RecurrenceRule, lastDate: CalendarDate): RecurrenceRule {
  const { count: _, ...kept } = rule
  return { ...kept, until: lastDate as string as DateOn }
}

function spanFrom(startsAt: EpochMs, length: number): Interval {
  return { startsAt, endsAt: epochMs(startsAt + length) }
}

/** Of several that are booked, moved or called off as one: the one that tells of all, the first that is ahead. */
export function toldFirst<Session extends { startsAt: EpochMs }>(
  sessions: readonly Session[],
  now: EpochMs,
): Session | undefined {
  const byStart = sessions.toSorted((a, b) => a.startsAt - b.startsAt)
  return byStart.find(({ startsAt }) => startsAt >= now) ?? byStart[0]
}
