import type { Channel } from '#contract/calendar/calendar.ts'
import type { AttendanceState, Modality, SessionPhase, SessionStatus } from '#contract/sessions/sessions.ts'
import {
  type ClientId,
  type CoacheeType,
  type GroupId,
  type SessionId,
  type UserId,
  toWire,
} from '#contract/values.ts'
import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** What the rules look at, as one side reads it. `cancelNoticeMin` is the coach's cancellation notice (product §8). */
export type SessionState = {
  type: CoacheeType
  status: SessionStatus
  startsAt: EpochMs
  endsAt: EpochMs
  cancelNoticeMin: number
  createdAt: EpochMs
  /** When it was asked for, or other times were proposed. */
  askedAt: EpochMs | null
  /** The first of the times the coach offers while `proposed`; null otherwise. */
  firstProposedAt: EpochMs | null
  /** The start the client asks to move to. */
  moveStartsAt: EpochMs | null
  closedAt: EpochMs | null
  /** What is noted of the one who looks; null for a coach and while nothing is. */
  ownAttendance: AttendanceState | null
}

/** As much of it as tells where it stands on the clock. */
export type SessionTimes = Pick<SessionState, 'status' | 'startsAt' | 'endsAt'>

const PHASE_BEFORE_MS = 10 * MINUTE_MS
const PHASE_AFTER_MS = 30 * MINUTE_MS

/**
 * Where a confirmed session stands: under way from 10 minutes before its start to 30 after its end, then waiting to
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
 * When a request lapses (product §9): 48 hours after it was made or 2 hours before its start, whichever is earlier;
 * made later than that, at the start.
 */
export function expiryOf(askedAt: EpochMs, startsAt: EpochMs): EpochMs {
  const lastCall = startsAt - 2 * HOUR_MS
  return epochMs(askedAt < lastCall ? Math.min(askedAt + 48 * HOUR_MS, lastCall) : startsAt)
}

/** When a session that waits for an answer lapses: by the first of the proposed starts when there are any; else null. */
export function expiryOfSession(session: SessionState): EpochMs | null {
  if (session.status !== 'requested' && session.status !== 'proposed') return null
  return expiryOf(session.askedAt ?? session.createdAt, startOf(session))
}

/** The start that counts: of a session that the client is to choose a time for, the first of those. */
export function startOf({ startsAt, firstProposedAt }: SessionState): EpochMs {
  return firstProposedAt ?? startsAt
}

/** Until when a session can be called off or moved in time: as long before its start as the coach asks for. */
export function noticeOf({ cancelNoticeMin }: SessionState, startsAt: EpochMs): EpochMs {
  return epochMs(startsAt - cancelNoticeMin * MINUTE_MS)
}

/** What every event about a session says of it. `actorUserId` is null for the clock. */
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

/** Lengths a session may have, in minutes (product §9). */
export const SESSION_MINUTES = { min: 15, max: 480 } as const

/** How people meet over a channel (product §9). */
export function modalityOf(channel: Channel): Modality {
  if (channel === 'place') return 'inPerson'
  return channel === 'phone' ? 'phone' : 'online'
}

/** The channel somebody means who says where to meet: a place alone means meeting there. */
export function impliedChannel({
  channel,
  place,
}: {
  channel?: Channel
  place?: string | null
}): Channel | undefined {
  return channel ?? (place ? 'place' : undefined)
}
