import type { NotificationType } from '#contract/notifications.ts'
import { type EpochMs, fromIso } from '#time/clock.ts'
import type { DomainEvent, DomainEventOf, DomainEventType, Side } from '../domain-events.ts'
import { reminderOf } from '../modules/sessions/sessions.domain.ts'
import type { Effect, MailTemplate, TimerChange } from './effect.ts'

const BOTH: readonly Side[] = ['coach', 'client']

/** What goes out for each session and action event (product §9, §17): the other side is told, both screens refetch. */
export const SESSION_PLANS: {
  [Type in Extract<DomainEventType, `session.${string}` | 'action.moved' | 'calendar.changed'>]: (
    event: DomainEventOf<Type>,
  ) => readonly Effect[]
} = {
  'session.requested': (event) => [
    notify('coach', 'NEW_SESSION_FROM_CLIENT'),
    mail('coach', 'sessionRequested'),
    changed(event),
  ],
  'session.booked': (event) =>
    event.payload.by === 'coach'
      ? [
          notify('client', 'NEW_SESSION_FROM_COACH'),
          // A session of the past is only written down: nobody needs a mail to come to it.
          ...(event.payload.past ? [] : [mail('client', 'sessionBooked')]),
          changed(event),
        ]
      : [
          notify('coach', 'NEW_SESSION_FROM_CLIENT'),
          mail('coach', 'sessionBooked'),
          mail('client', 'sessionConfirmed'),
          changed(event),
        ],
  'session.confirmed': (event) => [
    notify('client', 'SESSION_CONFIRMED'),
    mail('client', 'sessionConfirmed'),
    changed(event),
  ],
  'session.rejected': (event) => [
    notify('client', 'CANCELLED_SESSION_FROM_COACH'),
    mail('client', 'sessionRejected'),
    changed(event),
  ],
  'session.cancelled': (event) =>
    event.payload.by === 'coach'
      ? [notify('client', 'CANCELLED_SESSION_FROM_COACH'), mail('client', 'sessionCancelled'), changed(event)]
      : [notify('coach', 'CANCELLED_SESSION_FROM_CLIENT'), mail('coach', 'sessionCancelled'), changed(event)],
  // The mail that tells of it is one for the whole process: see clients.plan.
  'session.calledOff': (event) => [notify('client', 'CANCELLED_SESSION_FROM_COACH'), changed(event)],
  'session.proposed': (event) => [notify('client', 'SESSION_PROPOSED'), changed(event)],
  'session.rescheduled': (event) =>
    event.payload.quiet
      ? [changed(event)]
      : [notify(event.payload.by === 'coach' ? 'client' : 'coach', 'SESSION_RESCHEDULED'), changed(event)],
  'session.move_requested': (event) => [notify('coach', 'SESSION_MOVE_REQUESTED'), changed(event)],
  'session.move_declined': (event) => [notify('client', 'SESSION_MOVE_DECLINED'), changed(event)],
  'session.excused': (event) => [notify('coach', 'SESSION_EXCUSED'), changed(event)],
  'session.edited': (event) => [changed(event)],
  'session.written': (event) => [changed(event)],
  'session.corrected': (event) => [changed(event)],
  'session.summary_mailed': () => [],
  'session.reminded': () => [],
  'session.expired': (event) => [
    notify('coach', 'SESSION_EXPIRED'),
    notify('client', 'SESSION_EXPIRED'),
    changed(event),
  ],
  'session.starting': () => [notify('coach', '10_MINS_TO_START'), notify('client', '10_MINS_TO_START')],
  'session.closed': (event) => [
    notify('client', 'SESSION_CLOSED'),
    changed(event),
    // The actions agreed in it are new on the client's list.
    { kind: 'changed', to: BOTH, subject: 'action', id: event.subjectId },
  ],
  'action.moved': (event) => [{ kind: 'changed', to: BOTH, subject: 'action', id: event.subjectId }],
  'calendar.changed': (event) => [
    { kind: 'changed', to: ['coach'], subject: 'calendar', id: event.subjectId },
  ],
}

/**
 * What the clock will do after an event, at `now` (product §9). A request expires; a session that stands reminds
 * both 10 minutes before its start, at once when it came about later, never after it; everything else drops both.
 */
export function planSessionTimers(event: DomainEvent, now: EpochMs): readonly TimerChange[] {
  const id = event.subjectId
  const expire = `session.expire:${id}`
  const remind = `session.remind:${id}`
  switch (event.type) {
    case 'session.requested': {
      const { startsAt, expiresAt } = event.payload
      const command = { type: 'session.expire' as const, sessionId: event.subjectId, startsAt }
      return [{ kind: 'set', key: expire, dueAt: fromIso(expiresAt), command }]
    }
    case 'session.booked':
    case 'session.confirmed': {
      const { startsAt } = event.payload
      const command = {
        type: 'session.remind' as const,
        sessionId: event.subjectId,
        startsAt,
        kind: 'm10' as const,
      }
      const dueAt = reminderOf(fromIso(startsAt), now)
      return [
        { kind: 'drop', key: expire },
        dueAt === undefined ? { kind: 'drop', key: remind } : { kind: 'set', key: remind, dueAt, command },
      ]
    }
    case 'session.rejected':
    case 'session.cancelled':
    case 'session.calledOff':
    case 'session.expired':
    case 'session.closed':
      return [
        { kind: 'drop', key: expire },
        { kind: 'drop', key: remind },
      ]
    default:
      return []
  }
}

function notify(to: Side, type: NotificationType): Effect {
  return { kind: 'notify', to, type }
}

function mail(to: Side, template: MailTemplate): Effect {
  return { kind: 'mail', to, template }
}

function changed(event: DomainEventOf<Extract<DomainEventType, `session.${string}`>>): Effect {
  return { kind: 'changed', to: BOTH, subject: 'session', id: event.subjectId }
}
