import type { Channel } from '#contract/calendar.ts'
import type {
  Modality,
  SessionAction,
  SessionOutcome,
  SessionPhase,
  SessionStatus,
} from '#contract/sessions.ts'
import { type ClientId, type GroupId, type SessionId, type UserId, wire } from '#contract/values.ts'
import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** Who moves a session: one of its two sides, or the clock. */
export type Mover = 'coach' | 'client' | 'clock'

/** What the rules look at. `cancelNoticeMin` is the coach's cancellation notice (product §8). */
export type SessionState = {
  status: SessionStatus
  startsAt: EpochMs
  endsAt: EpochMs
  cancelNoticeMin: number
}

export type SessionCommand =
  | { type: 'confirm' }
  | { type: 'reject' }
  | { type: 'cancel' }
  | { type: 'callOff' }
  | { type: 'close'; outcome: SessionOutcome }
  | { type: 'expire' }

/** The state a command leads to. `late`: the client cancelled inside the notice. */
export type Move = { to: SessionStatus; late: boolean }

/** Sessions open to an answer: they can be turned down and they expire. */
const WAITING: readonly SessionStatus[] = ['requested', 'proposed']

const PHASE_BEFORE_MS = 10 * MINUTE_MS
const PHASE_AFTER_MS = 30 * MINUTE_MS

/**
 * The state machine of product §9: where `command` by `mover` leads at `now`, or undefined when it is refused.
 * Everything but closing and expiring ends at the session's start; closing begins there.
 */
export function decide(
  session: SessionState,
  command: SessionCommand,
  mover: Mover,
  now: EpochMs,
): Move | undefined {
  const { status, startsAt } = session
  const ahead = now < startsAt
  switch (command.type) {
    case 'confirm':
      return mover === 'coach' && status === 'requested' && ahead ? moveTo('confirmed') : undefined
    case 'reject':
      return mover === 'coach' && WAITING.includes(status) && ahead ? moveTo('rejected') : undefined
    case 'cancel':
      if (!ahead) return undefined
      if (mover === 'coach') return status === 'confirmed' ? moveTo('cancelledByCoach') : undefined
      if (mover === 'clock' || !(status === 'confirmed' || WAITING.includes(status))) return undefined
      return { to: 'cancelledByClient', late: startsAt - now < session.cancelNoticeMin * MINUTE_MS }
    // The process it belongs to pauses or ends (product §6): what was only asked for goes as well.
    case 'callOff': {
      const stands = status === 'confirmed' || WAITING.includes(status)
      return mover === 'coach' && stands && ahead ? moveTo('cancelledByCoach') : undefined
    }
    case 'close':
      return mover === 'coach' && status === 'confirmed' && !ahead ? moveTo(command.outcome) : undefined
    case 'expire':
      return mover === 'clock' && WAITING.includes(status) ? moveTo('expired') : undefined
  }
}

/** What one side may do now, in the order shown: exactly the commands `decide` accepts from it. */
export function allowedActions(
  session: SessionState,
  side: 'coach' | 'client',
  now: EpochMs,
): SessionAction[] {
  const commands: readonly Extract<SessionCommand, { type: SessionAction }>[] = [
    { type: 'confirm' },
    { type: 'reject' },
    { type: 'close', outcome: 'completed' },
    { type: 'cancel' },
  ]
  return commands
    .filter((command) => decide(session, command, side, now) !== undefined)
    .map((command) => command.type)
}

/**
 * Where a confirmed session stands: under way from 10 minutes before its start to 30 after its end, then waiting to
 * be closed (product §9).
 */
export function phaseOf(session: SessionState, now: EpochMs): SessionPhase | null {
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
export function expiryOfSession(session: {
  status: SessionStatus
  startsAt: EpochMs
  askedAt: EpochMs | null
  createdAt: EpochMs
  proposals: readonly { startsAt: EpochMs }[]
}): EpochMs | null {
  if (!WAITING.includes(session.status)) return null
  const starts =
    session.status === 'proposed' ? session.proposals.map(({ startsAt }) => startsAt) : [session.startsAt]
  return expiryOf(session.askedAt ?? session.createdAt, epochMs(Math.min(...starts)))
}

/**
 * When the reminder of a session starting soon goes out (product §9): 10 minutes before, at once when it came about
 * later than that, and not at all (undefined) after the start.
 */
export function reminderOf(startsAt: EpochMs, now: EpochMs): EpochMs | undefined {
  return now > startsAt ? undefined : epochMs(Math.max(now, startsAt - PHASE_BEFORE_MS))
}

/** What every event about a session says of it. `actorUserId` is null for the clock. */
export function happenedTo(
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
  const payload = { clientId, groupId, startsAt: wire(startsAt), endsAt: wire(endsAt) }
  return { coachId, actorUserId, subjectId: id, payload }
}

/** Lengths a session may have, in minutes (product §9). */
export const SESSION_MINUTES = { min: 15, max: 480 } as const

/** How people meet over a channel (product §9). */
export function modalityOf(channel: Channel): Modality {
  if (channel === 'place') return 'inPerson'
  return channel === 'phone' ? 'phone' : 'online'
}

function moveTo(to: SessionStatus): Move {
  return { to, late: false }
}

/** The title as one side reads it: one that nobody chose names the other person (product §9). */
export function titleFor(
  { title, clientTitle }: { title: string; clientTitle: string | null },
  reader: 'coach' | 'client' | 'person',
): string {
  return (reader === 'client' ? clientTitle : null) ?? title
}
