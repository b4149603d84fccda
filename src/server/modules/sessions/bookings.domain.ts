import type { NewSessionBody } from '#contract/sessions.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { isOffered } from '#time/slots.ts'
import { type Calendar, minutesBetween, offersLength } from '../calendars/calendars.domain.ts'
import { type Taken, overlapped, slotRules } from '../calendars/taken-time.domain.ts'
import { SESSION_MINUTES } from './sessions.domain.ts'

/** What somebody wants to book. `outsideHours`: knowingly outside the offer, which only a coach can (product §8). */
export type Wish = { startsAt: EpochMs; endsAt: EpochMs; outsideHours: boolean }

/** Fields that say where to meet and under which title: the coach's to fill (product §21). */
const COACHS_FIELDS = ['title', 'channel', 'meetingUrl', 'place'] as const

/**
 * What is wrong with the fields of a booking beyond their types, as field → key of `validation`: an impossible
 * length, a coach who names nobody, a client who fills the coach's fields.
 */
export function bookingErrors(body: NewSessionBody, by: 'coach' | 'client'): Record<string, string> {
  const errors: Record<string, string> = {}
  const minutes = minutesBetween(fromIso(body.startsAt), fromIso(body.endsAt))
  if (minutes <= 0) errors['endsAt'] = 'ends_before_start'
  else if (minutes < SESSION_MINUTES.min || minutes > SESSION_MINUTES.max) errors['endsAt'] = 'session_length'
  if (body.groupId !== undefined) errors['groupId'] = 'unknown_key'
  if (by === 'coach' && body.clientId === undefined) errors['clientId'] = 'required'
  if (by === 'client') {
    for (const field of COACHS_FIELDS) if (body[field] !== undefined) errors[field] = 'unknown_key'
  }
  return errors
}

/**
 * Why a wish is refused, or undefined (product §8, §9). A client gets exactly what the slot engine offers, in a
 * length on offer. A coach gets that in any length, anything in the past (to record it) and, knowingly, anything
 * else, blocked and external time too; but never a time that overlaps one of their own sessions or a time held for
 * moving one.
 */
export function bookingRefusal(
  { startsAt, endsAt, outsideHours }: Wish,
  by: 'coach' | 'client',
  calendar: Calendar,
  taken: Taken,
  now: EpochMs,
): 'session.overlap' | 'session.not_offered' | undefined {
  const minutes = minutesBetween(startsAt, endsAt)
  const offered = Number.isInteger(minutes) && isOffered(slotRules(calendar, taken, now, minutes), startsAt)
  if (by === 'client') return offered && offersLength(calendar, minutes) ? undefined : 'session.not_offered'
  if (overlapped(taken, startsAt, endsAt)) return 'session.overlap'
  return offered || outsideHours || startsAt < now ? undefined : 'session.not_offered'
}
