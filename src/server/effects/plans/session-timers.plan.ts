import { ReminderKind } from '#contract/calendar/calendar.ts'
import { type EpochMs, MINUTE_MS, epochMs, fromIso, toIso } from '#time/clock.ts'
import type { DomainEvent, DomainEventOf, Side } from '#server/domain-events.ts'
import { reminderDueAt } from '#server/modules/sessions/clock/reminders.domain.ts'
import type { TimerChange } from '#server/events/timer-change.ts'

/**
 * The timers that follow from an event at `now` (product §9, §17). A request or proposal expires, a requested move
 * lapses. A confirmed session has reminders before its start, and the first of a group starts the group; a move sets
 * them again. The end of a session drops all its timers. Which reminders a coach wants is read when they are due.
 */
export function planSessionTimers(event: DomainEvent, now: EpochMs): readonly TimerChange[] {
  switch (event.type) {
    case 'session.requested':
    case 'session.proposed': {
      const { subjectId, payload } = event
      const command = { type: 'session.expire' as const, sessionId: subjectId, startsAt: payload.startsAt }
      return [{ kind: 'set', key: keys(subjectId).expire, dueAt: fromIso(payload.expiresAt), command }]
    }
    case 'session.rescheduled':
      return [
        drop(keys(event.subjectId).expire),
        drop(keys(event.subjectId).lapse),
        ...ahead(event, now),
        ...tellings(event, now),
      ]
    case 'session.booked':
    case 'session.confirmed':
      return [drop(keys(event.subjectId).expire), drop(keys(event.subjectId).lapse), ...ahead(event, now)]
    case 'session.move_requested': {
      const { subjectId, payload } = event
      const command = { type: 'session.lapseMove' as const, sessionId: subjectId, startsAt: payload.startsAt }
      return [{ kind: 'set', key: keys(subjectId).lapse, dueAt: fromIso(payload.lapsesAt), command }]
    }
    case 'session.move_declined':
    case 'session.move_withdrawn':
      return [drop(keys(event.subjectId).lapse)]
    case 'session.rejected':
    case 'session.cancelled':
    case 'session.calledOff':
    case 'session.expired':
    case 'session.closed': {
      const { expire, lapse, begin, remind } = keys(event.subjectId)
      return [expire, lapse, begin, ...ReminderKind.options.map(remind)].map(drop)
    }
    default:
      return []
  }
}

type ScheduledEvent = DomainEventOf<'session.booked' | 'session.confirmed' | 'session.rescheduled'>

/** The timers before and at the start of a confirmed session. */
function ahead({ subjectId, payload }: ScheduledEvent, now: EpochMs): TimerChange[] {
  const { startsAt, groupId } = payload
  const { begin, remind } = keys(subjectId)
  const start = fromIso(startsAt)
  const timer = { sessionId: subjectId, startsAt }
  const reminders = ReminderKind.options.map((kind): TimerChange => {
    const dueAt = reminderDueAt(kind, start, now)
    const command = { type: 'session.remind' as const, ...timer, kind }
    return dueAt === undefined ? drop(remind(kind)) : { kind: 'set', key: remind(kind), dueAt, command }
  })
  if (groupId === null || groupId === undefined) return reminders
  // A session of the past that is written down begins the group too: at once.
  return [
    ...reminders,
    { kind: 'set', key: begin, dueAt: start, command: { type: 'session.begin', ...timer } },
  ]
}

/** How long the mail about a move waits for another one, and how long at most. */
const TELL_AFTER_MS = 2 * MINUTE_MS
const TELL_WITHIN_MS = 10 * MINUTE_MS

/**
 * The mail about a move waits a little, so that several moves of one session become one mail, of the last time. The
 * notification in the product is sent at once. The timer is never dropped: for a session that is off it does nothing.
 */
function tellings({ subjectId, payload }: DomainEventOf<'session.rescheduled'>, now: EpochMs): TimerChange[] {
  if (!payload.mailedLater || payload.quiet) return []
  const { by, fromStartsAt, fromEndsAt = fromStartsAt, seriesId } = payload
  const first = {
    startsAt: fromStartsAt,
    endsAt: fromEndsAt,
    latestAt: toIso(epochMs(now + TELL_WITHIN_MS)),
  }
  const sides: readonly Side[] = by === 'coach' ? ['client'] : ['coach', 'client']
  return sides.map((to) => ({
    kind: 'gather',
    key: `session.tellMove.${to}:${subjectId}`,
    dueAt: epochMs(now + TELL_AFTER_MS),
    command: { type: 'session.tellMove', sessionId: subjectId, to, first, ...(seriesId && { seriesId }) },
  }))
}

function keys(id: string) {
  return {
    expire: `session.expire:${id}`,
    lapse: `session.lapseMove:${id}`,
    begin: `session.begin:${id}`,
    remind: (kind: ReminderKind) => `session.remind.${kind}:${id}`,
  }
}

function drop(key: string): TimerChange {
  return { kind: 'drop', key }
}
