import type { SessionGoal } from '#contract/goals/check-ins.ts'
import type { ClientId, DateOn, GoalId, SessionId } from '#contract/values.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { Interval } from '#time/interval.ts'
import type { Deps } from '#server/deps.ts'
import type { CalledOff, DomainEvent } from '#server/domain-events.ts'
import { listOfSession } from '#server/modules/actions/actions.repository.ts'
import { sessionGoalOf } from '#server/modules/goals/session-goals.domain.ts'
import { listOfSession as listGoalsOfSession } from '#server/modules/goals/session-goals.repository.ts'
import {
  type CalendarSessionRow,
  findCalendarSession,
  findNextSession,
  findSummary,
  listCalendarSessions,
  listProposedTimes,
  listSeriesFrom,
} from '#server/modules/sessions/views/calendar-reading.repository.ts'
import type { Titled } from '#server/modules/titles/titles.domain.ts'
import { type CoachScope, scopeOfPractice } from '#server/policy/scope.ts'
import type { SessionEvent } from '#server/effects/plans/told.ts'

/** The session an event is about: when it was at that moment, the rest as it is now. */
export type SessionFacts = Interval &
  Titled & {
    id: SessionId
    objective: string | null
    meetingUrl: string | null
    place: string | null
    status: CalendarSessionRow['status']
    /** As it is now, for calendars: they follow the newest state alone. */
    current: CalendarSessionRow
    /** Why, as the one who acted said it. */
    reason: string | null
    /** It was cancelled inside the coach's notice. */
    late: boolean
    /** When it was before a move. */
    fromStartsAt: EpochMs | null
    /** The other times that are offered, or asked for. */
    otherTimes: readonly Interval[]
  }

/** What came out of a closed session, as far as it is shared. */
export type MinutesFacts = {
  summary: string
  actions: readonly { clientId: ClientId; text: string; dueOn: DateOn | null; goalId: GoalId | null }[]
  goals: readonly SessionGoal[]
}

/** What an event tells of sessions. */
export type SessionsFacts = {
  /** The one it is about; undefined when it is about none, or the session is gone. */
  session: SessionFacts | undefined
  /** The sessions that are told of together; none when there is one alone. */
  together: readonly CalendarSessionRow[]
  minutes: MinutesFacts | undefined
  /** The session that an invitation names: the client's next one. */
  next: CalendarSessionRow | undefined
  /** Sessions that went with a process that paused or ended. */
  calledOff: readonly CalledOff[]
}

export async function loadSessionFacts(deps: Deps, event: DomainEvent): Promise<SessionsFacts> {
  const [session, together, minutes, next] = await Promise.all([
    loadSession(deps, event),
    loadTogether(deps, event),
    loadMinutes(deps, event),
    loadNext(deps, event),
  ])
  return {
    session,
    together,
    minutes,
    next,
    calledOff: ('calledOff' in event.payload && event.payload.calledOff) || [],
  }
}

async function loadSession(deps: Deps, event: DomainEvent): Promise<SessionFacts | undefined> {
  if (!isOfSession(event)) return undefined
  const scope = scopeOfPractice(event.coachId)
  const [current, otherTimes] = await Promise.all([
    findCalendarSession(deps.db, scope, event.subjectId),
    loadOtherTimes(deps, scope, event),
  ])
  if (!current) return undefined
  const { id, title, number, coachName, clientName, groupName } = current
  const { objective, meetingUrl, place, cancelReason, status } = current
  const { payload } = event
  return {
    id,
    title,
    number,
    coachName,
    clientName,
    groupName,
    objective,
    meetingUrl,
    place,
    status,
    current,
    reason: ('reason' in payload ? payload.reason : null) ?? cancelReason,
    late: 'late' in payload && payload.late,
    startsAt: fromIso(payload.startsAt),
    endsAt: fromIso(payload.endsAt),
    fromStartsAt: 'fromStartsAt' in payload ? fromIso(payload.fromStartsAt) : null,
    otherTimes,
  }
}

/**
 * The sessions that an event tells of together: of those that were booked, moved or cancelled as one, all of them as
 * they are now; of a process that ended, what went with it. None where there is one alone.
 */
async function loadTogether(deps: Deps, event: DomainEvent): Promise<readonly CalendarSessionRow[]> {
  const scope = scopeOfPractice(event.coachId)
  const { payload } = event
  if ('calledOff' in payload && payload.calledOff) {
    const ids = payload.calledOff.map(({ sessionId }) => sessionId)
    return ids.length > 0 ? listCalendarSessions(deps.db, scope, ids) : []
  }
  if (!isOfSession(event) || !('seriesId' in payload) || !payload.seriesId || payload.quiet) return []
  const sessions = await listSeriesFrom(deps.db, scope, payload.seriesId, fromIso(payload.startsAt))
  if (event.type !== 'session.cancelled') return sessions.filter(({ status }) => status === 'confirmed')
  const cancelledAt = sessions.find(({ id }) => id === event.subjectId)?.cancelledAt
  return sessions.filter((session) => session.cancelledAt !== null && session.cancelledAt === cancelledAt)
}

async function loadMinutes(deps: Deps, event: DomainEvent): Promise<MinutesFacts | undefined> {
  if (event.type !== 'session.summary_mailed') return undefined
  const scope = scopeOfPractice(event.coachId)
  const [closing, actions] = await Promise.all([
    findSummary(deps.db, scope, event.subjectId),
    listOfSession(deps.db, scope, event.subjectId),
  ])
  if (!closing) return undefined
  const goals = await listGoalsOfSession(deps.db, scope, closing)
  return { summary: closing.summary, actions, goals: goals.map(sessionGoalOf) }
}

async function loadNext(deps: Deps, event: DomainEvent): Promise<CalendarSessionRow | undefined> {
  if (event.type !== 'client.invited') return undefined
  return findNextSession(deps.db, scopeOfPractice(event.coachId), event.subjectId, deps.clock.now())
}

function isOfSession(event: DomainEvent): event is SessionEvent {
  return event.type.startsWith('session.')
}

async function loadOtherTimes(
  deps: Deps,
  scope: CoachScope,
  event: SessionEvent,
): Promise<readonly Interval[]> {
  if (event.type === 'session.proposed') return listProposedTimes(deps.db, scope, event.subjectId)
  if (event.type !== 'session.move_requested') return []
  const { toStartsAt, toEndsAt } = event.payload
  return [{ startsAt: fromIso(toStartsAt), endsAt: fromIso(toEndsAt) }]
}
