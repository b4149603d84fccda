import type { RecurrenceRule } from '#contract/calendar/recurrence.ts'
import type { NewSessionBody } from '#contract/sessions/sessions.ts'
import type { SessionId } from '#contract/values.ts'
import type { CalendarDate } from '#time/calendar-date.ts'
import { type EpochMs, MINUTE_MS, epochMs, fromIso } from '#time/clock.ts'
import { isTooLong, occurrencesOf, shiftOnWall, wallStartOf } from '#time/recurrence.ts'
import type { Interval } from '#time/interval.ts'
import { isTooOld } from '../times.domain.ts'

/** One start of a rule, with its index (0 is the first). */
export type NumberedInterval = Interval & { position: number }

/** A requested series: its first session, the rule, and the starts that are left out or moved. */
type SeriesWish = Pick<NewSessionBody, 'startsAt' | 'endsAt' | 'skip' | 'moved'> & {
  recurrence: RecurrenceRule
}

/**
 * The errors of a rule for its first start, as field → key of `validation`: an end before it, too many occurrences
 * (product §8), a start with seconds, which no wall time has.
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
  if (until !== undefined && until < date) errors['recurrence.until'] = 'range_reversed'
  else if (isTooLong(recurrence, date)) errors['recurrence.until'] = 'repeats_too_often'
  return errors
}

/** The starts of a rule in the coach's zone; the first is the chosen one, even if its wall time is ambiguous. */
export function spansOf(
  { startsAt, endsAt, recurrence }: Pick<SeriesWish, 'startsAt' | 'endsAt' | 'recurrence'>,
  zone: string,
): NumberedInterval[] {
  const first = fromIso(startsAt)
  const length = fromIso(endsAt) - first
  // For a wall time that occurs twice, the rule would give the first occurrence.
  const [, ...rest] = occurrencesOf(recurrence, wallStartOf(first, zone), zone)
  return [first, ...rest].map((start, position) => ({ position, ...spanFrom(start, length) }))
}

/**
 * The errors in the starts that are left out or moved of a rule with `count` starts: an index out of range, a
 * duplicate, nothing left, a new start more than five years ago.
 */
export function exceptionErrors(
  { skip = [], moved = [] }: Pick<SeriesWish, 'skip' | 'moved'>,
  count: number,
  now: EpochMs,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<number>()
  const check = (field: string, position: number) => {
    if (position >= count || seen.has(position)) errors[field] = 'invalid_value'
    seen.add(position)
  }
  for (const [index, position] of skip.entries()) check(`skip.${index}`, position)
  for (const [index, { position, startsAt }] of moved.entries()) {
    check(`moved.${index}.position`, position)
    if (isTooOld(startsAt, now)) errors[`moved.${index}.startsAt`] = 'start_too_old'
  }
  if (skip.length >= count) errors['skip'] = 'series_empty'
  return errors
}

/** The starts after the exceptions, in order. A moved one keeps its length. */
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

/** The data of a session that moving a series needs. */
type DatedSession = Interval & { id: SessionId }

/**
 * The new times of a series when one of its sessions moves (product §8): each is shifted by the wall-time difference in
 * the coach's zone between the one's old and new start, so that 10:00 keeps its wall time across every change of
 * offset; a session that was moved separately keeps its distance. A new length applies to all; without one each keeps
 * its own.
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
 * The rule of a series that was moved or split off: its weekdays are shifted with the dates. It ends after its current
 * number of sessions.
 */
export function movedRule(rule: RecurrenceRule, days: number, sessions: number): RecurrenceRule {
  const { until: _, ...kept } = rule
  const weekdays = rule.weekdays.map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1)
  return { ...kept, weekdays, count: sessions }
}

/** The rule of a series without its sessions from a date on. */
export function endedRule(rule: RecurrenceRule, lastDate: CalendarDate): RecurrenceRule {
  const { count: _, ...kept } = rule
  return { ...kept, until: lastDate }
}

function spanFrom(startsAt: EpochMs, length: number): Interval {
  return { startsAt, endsAt: epochMs(startsAt + length) }
}

/**
 * Of several sessions that are booked, moved or cancelled together: the first future one, whose event notifies of all.
 */
export function toldFirst<Session extends { startsAt: EpochMs }>(
  sessions: readonly Session[],
  now: EpochMs,
): Session | undefined {
  const byStart = sessions.toSorted((a, b) => a.startsAt - b.startsAt)
  return byStart.find(({ startsAt }) => startsAt >= now) ?? byStart[0]
}
