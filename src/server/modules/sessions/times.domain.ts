import { DAY_MS, type EpochMs, fromIso } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import { RECORDED_DAYS_BACK } from '#contract/sessions/sessions.ts'
import type { IsoInstant } from '#contract/values.ts'
import { SESSION_MINUTES } from '#contract/sessions/session-minutes.ts'
import { minutesBetween } from '../calendars/calendars.domain.ts'

/** Keys that only a coach may set when moving a session. */
const COACHS_KEYS = ['outsideHours', 'scope', 'notify'] as const

/**
 * The error in the length of an interval, as a key of `validation`: it ends before it starts, or is too short or long.
 */
export function lengthError({ startsAt, endsAt }: Interval<IsoInstant>): string | undefined {
  const minutes = minutesBetween(fromIso(startsAt), fromIso(endsAt))
  if (minutes <= 0) return 'ends_before_start'
  return minutes < SESSION_MINUTES.min || minutes > SESSION_MINUTES.max ? 'session_length' : undefined
}

/** Whether a start is too long ago to be recorded: more than five years, probably a wrong year. */
export function isTooOld(startsAt: IsoInstant, now: EpochMs): boolean {
  return fromIso(startsAt) < now - RECORDED_DAYS_BACK * DAY_MS
}

/**
 * The errors in the times a coach proposes, as field → key of `validation`: an invalid length, a start in the past, the
 * requested time, a duplicate.
 */
export function proposalErrors(
  times: readonly Interval<IsoInstant>[],
  asked: Interval,
  now: EpochMs,
): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [index, time] of times.entries()) {
    const twice = times.slice(0, index).some((other) => fromIso(other.startsAt) === fromIso(time.startsAt))
    add(errors, `times.${index}.`, time, asked, now)
    if (twice) errors[`times.${index}.startsAt`] = 'time_repeated'
  }
  return errors
}

/** The errors in the new time of a session; a client must not set the coach's fields. */
export function movingErrors(
  body: Interval<IsoInstant> & { [key in (typeof COACHS_KEYS)[number]]?: unknown },
  by: 'coach' | 'client',
  present: Interval,
  now: EpochMs,
): Record<string, string> {
  const errors: Record<string, string> = {}
  add(errors, '', body, present, now)
  if (by === 'client') {
    for (const key of COACHS_KEYS) if (body[key] !== undefined) errors[key] = 'unknown_key'
  }
  return errors
}

function add(
  errors: Record<string, string>,
  prefix: string,
  time: Interval<IsoInstant>,
  present: Interval,
  now: EpochMs,
): void {
  const length = lengthError(time)
  if (length !== undefined) errors[`${prefix}endsAt`] = length
  const startsAt = fromIso(time.startsAt)
  if (startsAt <= now) errors[`${prefix}startsAt`] = 'start_past'
  else if (startsAt === present.startsAt && fromIso(time.endsAt) === present.endsAt) {
    errors[`${prefix}startsAt`] = 'same_time'
  }
}
