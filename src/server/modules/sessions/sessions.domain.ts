import type { Channel } from '#contract/calendar/calendar.ts'
import type { ClientStatus } from '#contract/clients.ts'
import type { AttendanceState, SessionPhase, SessionStatus } from '#contract/sessions/sessions.ts'
import {
  type ClientId,
  type CoacheeType,
  type GroupId,
  type SessionId,
  type UserId,
  toWire,
} from '#contract/values.ts'
import { CLOSES_AFTER_MINUTES, OPENS_BEFORE_MINUTES } from '#contract/video/calls.ts'
import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/**
 * The facts that the rules depend on, as one side reads them. `cancelNoticeMin` is the coach's cancellation notice
 * (product §8).
 */
export type SessionState = {
  type: CoacheeType
  status: SessionStatus
  startsAt: EpochMs
  endsAt: EpochMs
  cancelNoticeMin: number
  createdAt: EpochMs
  /** When it was requested, or other times were proposed. */
  askedAt: EpochMs | null
  /** The first of the proposed times while `proposed`; null otherwise. */
  firstProposedAt: EpochMs | null
  /** The start of the client's request to move. */
  moveStartsAt: EpochMs | null
  closedAt: EpochMs | null
  /** The attendance of the viewing client; null for a coach and while unknown. */
  ownAttendance: AttendanceState | null
}

/** The part that determines the session's phase. */
export type SessionTimes = Pick<SessionState, 'status' | 'startsAt' | 'endsAt'>

const PHASE_BEFORE_MS = OPENS_BEFORE_MINUTES * MINUTE_MS
const PHASE_AFTER_MS = CLOSES_AFTER_MINUTES * MINUTE_MS

/**
 * The phase of a confirmed session: in progress from 10 minutes before its start to 30 after its end, then waiting to
 * be closed (product §9).
 */
export function phaseOf(session: SessionTimes, now: EpochMs): SessionPhase | null {
  if (session.status !== 'confirmed') return null
  if (now < session.startsAt - PHASE_BEFORE_MS) return 'upcoming'
  return now < session.endsAt + PHASE_AFTER_MS ? 'inProgress' : 'toClose'
}

/** Confirmed sessions that ended at or before this instant wait to be closed. */
export function toCloseSince(now: EpochMs): EpochMs {
  return epochMs(now - PHASE_AFTER_MS)
}

/**
 * When a request expires (product §9): 48 hours after it was made or 2 hours before its start, whichever is earlier; if
 * it was made later than that, at the start.
 */
export function expiryOf(askedAt: EpochMs, startsAt: EpochMs): EpochMs {
  const lastCall = startsAt - 2 * HOUR_MS
  return epochMs(askedAt < lastCall ? Math.min(askedAt + 48 * HOUR_MS, lastCall) : startsAt)
}

/** When a session that waits for an answer expires: by the first of the proposed starts if there are any; else null. */
export function expiryOfSession(session: SessionState): EpochMs | null {
  if (session.status !== 'requested' && session.status !== 'proposed') return null
  return expiryOf(session.askedAt ?? session.createdAt, startOf(session))
}

/** The relevant start: while proposed, the first of the proposed times. */
export function startOf({ startsAt, firstProposedAt }: SessionState): EpochMs {
  return firstProposedAt ?? startsAt
}

/** Until when a session can be cancelled or moved in time: the coach's notice before its start. */
export function noticeOf({ cancelNoticeMin }: SessionState, startsAt: EpochMs): EpochMs {
  return epochMs(startsAt - cancelNoticeMin * MINUTE_MS)
}

/** The common data of every event about a session. `actorUserId` is null for the clock. */
export function sessionEvent(
  session: {
    id: SessionId
    coachId: UserId
    clientId: ClientId | null
    groupId: GroupId | null
    startsAt: EpochMs
    endsAt: EpochMs
  },
  actorUserId: UserId | null,
) {
  const { id, coachId, clientId, groupId, startsAt, endsAt } = session
  const payload = { clientId, groupId, startsAt: toWire(startsAt), endsAt: toWire(endsAt) }
  return { coachId, actorUserId, subjectId: id, payload }
}

/** The channel implied by where to meet: an address without a channel means meeting there. */
export function impliedChannel({
  channel,
  place,
}: {
  channel?: Channel
  place?: string | null
}): Channel | undefined {
  return channel ?? (place ? 'place' : undefined)
}

/** Whether a client in this state has not accepted an invitation, so that they cannot see their sessions yet. */
export function isBeforeAcceptance(process: ClientStatus | null): boolean {
  return process === 'notInvited' || process === 'invited' || process === 'expired' || process === 'declined'
}
