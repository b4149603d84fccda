import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import type { PreviewBody } from '#contract/sessions/session-series.ts'
import type { NewSessionBody } from '#contract/sessions/sessions.ts'
import type { EpochMs } from '#time/clock.ts'
import { isOffered } from '#time/slots/slots.ts'
import { type Calendar, minutesBetween, offersLength } from '#server/modules/calendars/calendars.domain.ts'
import {
  type Taken,
  overlapped,
  slotRules,
  withPlanned,
} from '#server/modules/calendars/taken/taken-time.domain.ts'
import { isTooOld, lengthError } from '../times.domain.ts'

/**
 * The requested time. `outsideHours`: deliberately outside the offered hours, which only a coach can do (product §8).
 */
export type Wish = { startsAt: EpochMs; endsAt: EpochMs; outsideHours: boolean }

/** Whether sessions of a group may be booked: not before it is published or after its end (product §7). */
export function takesSessions(status: GroupStatus): boolean {
  return status === 'open' || status === 'running'
}

/** Clients who can be booked: also before they accept, but not after they declined (product §9). */
const BOOKABLE: readonly ClientStatus[] = ['notInvited', 'invited', 'expired', 'active']

/** Whether a coach may book for a client in this state. */
export function canBeBooked(status: ClientStatus): boolean {
  return BOOKABLE.includes(status)
}

/** Fields for where to meet, title and repetition: only for the coach (product §21). */
const COACHS_FIELDS = ['title', 'channel', 'meetingUrl', 'place', 'recurrence', 'skip', 'moved'] as const
/** Fields that only make sense with a rule. */
const SERIES_FIELDS = ['skip', 'moved'] as const

/**
 * The errors in the fields of a booking beyond their types, as field → key of `validation`: an invalid length, a start
 * more than five years ago (probably a wrong year), a coach without a client or group, a client who sets the coach's
 * fields or names a group, which only a coach books for (product §9).
 */
export function bookingErrors(
  body: NewSessionBody,
  by: 'coach' | 'client',
  now: EpochMs,
): Record<string, string> {
  const errors = timeErrors(body)
  if (isTooOld(body.startsAt, now)) errors['startsAt'] = 'start_too_old'
  const [named, other] = namesOf(body)
  if (body[other] !== undefined) errors[other] = 'unknown_key'
  if (by === 'coach' && body[named] === undefined) errors[named] = 'required'
  if (body.recurrence === undefined) {
    for (const field of SERIES_FIELDS) if (body[field] !== undefined) errors[field] = 'unknown_key'
  }
  if (by === 'client') {
    if (body.type === 'Group') errors['type'] = 'invalid_value'
    for (const field of COACHS_FIELDS) if (body[field] !== undefined) errors[field] = 'unknown_key'
  }
  return errors
}

/** The errors in a preview, like `bookingErrors`; the client or group may still be missing. */
export function previewErrors(body: PreviewBody): Record<string, string> {
  const errors = timeErrors(body)
  const [, other] = namesOf(body)
  if (body[other] !== undefined) errors[other] = 'unknown_key'
  const [strange] = body.sessionId === undefined ? (['scope'] as const) : (['recurrence'] as const)
  if (body[strange] !== undefined) errors[strange] = 'unknown_key'
  return errors
}

/**
 * Why a booking is refused, or undefined (product §8, §9). A client gets exactly the offered starts, in an offered
 * length. A coach gets those in any length, anything in the past (to record it) and, deliberately, anything else,
 * blocked and external time too; but never a time that overlaps another session of theirs or a time held for a move.
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
  if (overlapped(taken, { startsAt, endsAt })) return 'session.overlap'
  return offered || outsideHours || startsAt < now ? undefined : 'session.not_offered'
}

/**
 * Why several bookings are refused together, or undefined: each is checked together with all the others, so that no two
 * overlap or exceed a day's limit. An overlap is reported before anything else.
 */
export function bookingsRefusal(
  wishes: readonly Wish[],
  by: 'coach' | 'client',
  calendar: Calendar,
  taken: Taken,
  now: EpochMs,
): ReturnType<typeof bookingRefusal> {
  const refusals = new Set<ReturnType<typeof bookingRefusal>>()
  let seen = taken
  for (const wish of wishes) {
    refusals.add(bookingRefusal(wish, by, calendar, seen, now))
    seen = withPlanned(seen, [wish])
  }
  return refusals.has('session.overlap')
    ? 'session.overlap'
    : [...refusals].find((code) => code !== undefined)
}

function timeErrors(time: Parameters<typeof lengthError>[0]): Record<string, string> {
  const error = lengthError(time)
  return error === undefined ? {} : { endsAt: error }
}

/** The field with the client or group, and the one that does not belong to the session's type. */
function namesOf({ type }: Pick<NewSessionBody, 'type'>) {
  return type === 'Group' ? (['groupId', 'clientId'] as const) : (['clientId', 'groupId'] as const)
}
