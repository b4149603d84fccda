import type { ClientStatus } from '#contract/clients.ts'
import type { GroupStatus } from '#contract/groups.ts'
import { type SessionAction, SessionOutcome, type SessionStatus } from '#contract/sessions/sessions.ts'
import type { CoacheeType } from '#contract/values.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type EpochMs } from '#time/clock.ts'
import { canBeBooked, takesSessions } from './booking/bookings.domain.ts'
import { type SessionState, expiryOfSession, noticeOf, startOf } from './sessions.domain.ts'

/** Who causes a transition: one of the two sides, or the clock. */
export type Mover = 'coach' | 'client' | 'clock'

export type SessionCommand =
  | { type: Exclude<SessionAction, 'close' | 'correct'> | 'callOff' | 'expire' | 'lapseMove' }
  | { type: 'close' | 'correct'; outcome: SessionOutcome }

/** The resulting state, often the same one. `late`: the client cancelled inside the notice. */
export type Decision = { to: SessionStatus; late: boolean }

/** One row of the table of product §9. Without `of` it applies to both types, without `to` the state is kept. */
type Transition = {
  command: SessionCommand['type']
  by: Mover
  from: readonly SessionStatus[]
  of?: CoacheeType
  to?: SessionStatus
  when?: (session: SessionState, now: EpochMs) => boolean
}

/** Sessions open to an answer: they can be declined and they expire. */
const WAITING = ['requested', 'proposed'] as const satisfies readonly SessionStatus[]
/** Sessions that are not over: requested, proposed or confirmed. */
const OPEN = [...WAITING, 'confirmed'] as const satisfies readonly SessionStatus[]
const CLOSED = SessionOutcome.options

const CONFIRMED = ['confirmed'] as const satisfies readonly SessionStatus[]
const REQUESTED = ['requested'] as const satisfies readonly SessionStatus[]

/** The table of product §9, and what both sides do around a session. Nothing outside it is possible. */
const TRANSITIONS: readonly Transition[] = [
  { command: 'confirm', by: 'coach', from: REQUESTED, to: 'confirmed', when: isAhead },
  { command: 'propose', by: 'coach', from: REQUESTED, of: 'Client', to: 'proposed', when: isAhead },
  { command: 'accept', by: 'client', from: ['proposed'], of: 'Client', to: 'confirmed', when: isAhead },
  { command: 'reject', by: 'coach', from: WAITING, to: 'rejected', when: isAhead },
  { command: 'expire', by: 'clock', from: WAITING, to: 'expired', when: hasLapsed },
  { command: 'cancel', by: 'client', from: OPEN, of: 'Client', to: 'cancelledByClient', when: isAhead },
  { command: 'cancel', by: 'coach', from: CONFIRMED, to: 'cancelledByCoach', when: isAhead },
  // The client's process pauses or ends (product §6): requests are cancelled as well.
  { command: 'callOff', by: 'coach', from: OPEN, to: 'cancelledByCoach', when: isAhead },
  // Also after the start: it was cut short or postponed.
  { command: 'reschedule', by: 'coach', from: CONFIRMED },
  { command: 'reschedule', by: 'client', from: CONFIRMED, of: 'Client', when: movesFreely },
  { command: 'requestMove', by: 'client', from: CONFIRMED, of: 'Client', when: movesByAsking },
  { command: 'acceptMove', by: 'coach', from: CONFIRMED, when: canAcceptMove },
  { command: 'declineMove', by: 'coach', from: CONFIRMED, when: asksToMove },
  { command: 'withdrawMove', by: 'client', from: CONFIRMED, of: 'Client', when: asksToMove },
  { command: 'lapseMove', by: 'clock', from: CONFIRMED, when: asksToMove },
  { command: 'edit', by: 'coach', from: OPEN },
  { command: 'editAgenda', by: 'coach', from: OPEN },
  { command: 'editAgenda', by: 'client', from: OPEN },
  { command: 'prepare', by: 'client', from: CONFIRMED, when: canPrepare },
  { command: 'excuse', by: 'client', from: CONFIRMED, of: 'Group', when: canExcuse },
  { command: 'withdrawExcuse', by: 'client', from: CONFIRMED, of: 'Group', when: canComeAfterAll },
  { command: 'close', by: 'coach', from: CONFIRMED, when: hasBegun },
  { command: 'correct', by: 'coach', from: CLOSED },
  { command: 'rate', by: 'client', from: ['confirmed', 'completed'], when: canRate },
]

/**
 * The state machine of product §9: the result of `command` by `mover` at `now`, or undefined if it is refused
 * (`session.wrong_state`).
 */
export function decide(
  session: SessionState,
  command: SessionCommand,
  mover: Mover,
  now: EpochMs,
): Decision | undefined {
  const transition = TRANSITIONS.find(
    ({ command: type, by, from, of }) =>
      type === command.type &&
      by === mover &&
      from.includes(session.status) &&
      (of === undefined || of === session.type),
  )
  if (!transition || transition.when?.(session, now) === false) return undefined
  const to = 'outcome' in command ? command.outcome : (transition.to ?? session.status)
  return { to, late: to === 'cancelledByClient' && now > noticeOf(session, startOf(session)) }
}

/** The actions of a viewer, in display order. */
const SHOWN: readonly SessionAction[] = [
  'confirm',
  'propose',
  'accept',
  'acceptMove',
  'declineMove',
  'reject',
  'close',
  'reschedule',
  'requestMove',
  'withdrawMove',
  'edit',
  'editAgenda',
  'prepare',
  'excuse',
  'withdrawExcuse',
  'cancel',
  'rate',
  'correct',
]

/**
 * What one side may do now, in display order: exactly the commands that `decide` accepts from it, without those that
 * `situationRefusal` refuses in this situation.
 */
export function allowedActions(
  session: SessionState,
  side: 'coach' | 'client',
  situation: Situation,
  now: EpochMs,
): SessionAction[] {
  return SHOWN.filter((type) => {
    const command =
      type === 'close' || type === 'correct' ? { type, outcome: 'completed' as const } : { type }
    const refused = situationRefusal(type, side, situation) !== undefined
    return !refused && decide(session, command, side, now) !== undefined
  })
}

/**
 * Whether the practice is paid for; the status of the viewing client's process, for the coach of the session's client;
 * and of the session's group. Null where the session has no client or no group.
 */
export type Situation = { paid: boolean; process: ClientStatus | null; group: GroupStatus | null }

type SituationRefusal = 'coach.unpaid' | `session.${'client_inactive' | 'group_inactive' | 'wrong_state'}`

const ASKING: readonly SessionCommand['type'][] = ['accept', 'reschedule', 'requestMove']

/** Why one side may not do something in this situation, in any state of the session. */
export function situationRefusal(
  command: SessionCommand['type'],
  side: 'coach' | 'client',
  situation: Situation,
): SituationRefusal | undefined {
  return side === 'client' ? clientRefusal(command, situation) : coachRefusal(command, situation)
}

/**
 * A client does not request more of the coach's time while the practice is unpaid or the process is paused (product §1
 * D6, §6), or write anything once it has ended.
 */
function clientRefusal(
  command: SessionCommand['type'],
  { paid, process }: Situation,
): SituationRefusal | undefined {
  if (!ASKING.includes(command)) {
    return process === 'active' || process === 'paused' ? undefined : 'session.wrong_state'
  }
  if (!paid) return 'coach.unpaid'
  return process === 'active' ? undefined : 'session.client_inactive'
}

/**
 * A coach does not move a session that nobody closed into the future of a process that is paused or over, or of a group
 * that has ended: it could not be booked there either (product §6, §7).
 */
function coachRefusal(
  command: SessionCommand['type'],
  { process, group }: Situation,
): SituationRefusal | undefined {
  if (command !== 'reschedule') return undefined
  if (process !== null && !canBeBooked(process)) return 'session.client_inactive'
  return group !== null && !takesSessions(group) ? 'session.group_inactive' : undefined
}

/** Whether correcting a record now requires a reason: from 48 hours after the closing on (product §9). */
export function needsReason(closedAt: EpochMs, now: EpochMs): boolean {
  return now >= closedAt + 48 * HOUR_MS
}

function isAhead(session: SessionState, now: EpochMs): boolean {
  return now < startOf(session)
}

function hasBegun({ startsAt }: SessionState, now: EpochMs): boolean {
  return now >= startsAt
}

function hasLapsed(session: SessionState, now: EpochMs): boolean {
  return now >= expiryOfSession(session)!
}

// The tiers of a client's move (product §9): freely to any offered start until twice the notice, by request until the
// notice.
function movesFreely(session: SessionState, now: EpochMs): boolean {
  const { startsAt, cancelNoticeMin } = session
  return now < startsAt && now <= noticeOf(session, startsAt) - cancelNoticeMin * MINUTE_MS
}

// Not at the notice itself, when a request to move expires.
function movesByAsking(session: SessionState, now: EpochMs): boolean {
  return now < noticeOf(session, session.startsAt) && !movesFreely(session, now)
}

function asksToMove({ moveStartsAt }: SessionState): boolean {
  return moveStartsAt !== null
}

function canAcceptMove({ startsAt, moveStartsAt }: SessionState, now: EpochMs): boolean {
  return moveStartsAt !== null && now < startsAt && now < moveStartsAt
}

function canPrepare({ startsAt }: SessionState, now: EpochMs): boolean {
  return now >= startsAt - DAY_MS
}

function canExcuse({ endsAt, ownAttendance }: SessionState, now: EpochMs): boolean {
  return now < endsAt && ownAttendance !== 'excused'
}

// Until it begins: from then on the coach records attendance.
function canComeAfterAll({ startsAt, ownAttendance }: SessionState, now: EpochMs): boolean {
  return now < startsAt && ownAttendance === 'excused'
}

/** How long a session can be rated, from its end or its closing (product §9). */
export const RATING_MS = 14 * DAY_MS

// From the beginning on, because it may end before its time, except by a client marked as absent; a group's record has everybody who was expected.
function canRate({ type, startsAt, endsAt, closedAt, ownAttendance }: SessionState, now: EpochMs): boolean {
  if (ownAttendance === 'absent' || ownAttendance === 'excused') return false
  if (type === 'Group' && closedAt !== null && ownAttendance === null) return false
  const hasStarted = closedAt !== null || now >= startsAt
  return hasStarted && now < Math.max(endsAt, closedAt ?? endsAt) + RATING_MS
}
