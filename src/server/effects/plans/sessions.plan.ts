import type { ReminderKind } from '#contract/calendar/calendar.ts'
import type { NotificationType } from '#contract/notifications.ts'
import type { DomainEvent, DomainEventOf, DomainEventType, Side } from '#server/domain-events.ts'
import type { Effect, MailTemplate, PlansOf, Reader } from '#server/effects/effect.ts'
import { type ToldOf, itsPeople, onePerson, onlyCoach } from './told.ts'

type SessionEventType = Extract<DomainEventType, `session.${string}` | 'calendar.changed'>

const BOTH: readonly Side[] = ['coach', 'client']

/**
 * What goes out ahead of a session (product §17): to who is to come, for the coach has them all in the calendar. Three
 * hours before it is a push, and a mail to those whose browsers take none.
 */
const REMINDED: Record<Exclude<ReminderKind, 'm10'>, readonly Effect[]> = {
  h48: [mail('client', 'sessionReminder')],
  h24: [notify('client', 'PREPARATION_DUE'), mail('client', 'sessionPreparation')],
  h3: [{ kind: 'push', to: 'client', type: 'SESSION_SOON', otherwise: 'sessionSoon' }],
}

/**
 * What goes out for each session event (product §9, §17): the other side is told, both screens refetch. Of several
 * that were booked, moved or cancelled as one, the first tells of all and the `quiet` rest of nothing.
 */
export const SESSION_PLANS: PlansOf<SessionEventType> = {
  'session.requested': (event) => [
    notify('coach', 'NEW_SESSION_FROM_CLIENT'),
    mail('coach', 'sessionRequested'),
    changed(event),
  ],
  'session.booked': (event) => {
    if (event.payload.quiet) return [changed(event)]
    return event.payload.by === 'coach'
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
        ]
  },
  // A client who chose one of the proposed times confirms as well; the invitation comes by mail in either case.
  'session.confirmed': (event) => [
    ...(byCoach(event)
      ? [notify('client', 'SESSION_CONFIRMED')]
      : [notify('coach', 'SESSION_CONFIRMED'), mail('coach', 'sessionConfirmed')]),
    mail('client', 'sessionConfirmed'),
    changed(event),
  ],
  'session.proposed': (event) => [
    notify('client', 'SESSION_PROPOSED'),
    mail('client', 'sessionProposed'),
    changed(event),
  ],
  'session.rejected': (event) => [
    notify('client', 'CANCELLED_SESSION_FROM_COACH'),
    mail('client', 'sessionRejected'),
    changed(event),
  ],
  'session.cancelled': (event) => {
    if (event.payload.quiet) return [changed(event)]
    return event.payload.by === 'coach'
      ? [notify('client', 'CANCELLED_SESSION_FROM_COACH'), mail('client', 'sessionCancelled'), changed(event)]
      : [
          notify('coach', 'CANCELLED_SESSION_FROM_CLIENT'),
          mail('coach', 'sessionCancelled'),
          // What was mailed put it in their calendar, so what takes it out comes the same way.
          mail('client', 'sessionWithdrawn'),
          changed(event),
        ]
  },
  // The mail that tells of it is one for the whole process: see clients.plan.
  'session.calledOff': (event) => [notify('client', 'CANCELLED_SESSION_FROM_COACH'), changed(event)],
  'session.expired': (event) => [
    notify('coach', 'SESSION_EXPIRED'),
    notify('client', 'SESSION_EXPIRED'),
    mail('coach', 'sessionExpired'),
    mail('client', 'sessionExpired'),
    changed(event),
  ],
  'session.rescheduled': (event) => {
    const { quiet, by, mailedLater } = event.payload
    if (quiet) return [changed(event)]
    const mails = by === 'coach' ? (['client'] as const) : (['coach', 'client'] as const)
    return [
      notify(by === 'coach' ? 'client' : 'coach', 'SESSION_RESCHEDULED'),
      ...(mailedLater ? [] : mails.map((to) => mail(to, 'sessionMoved'))),
      changed(event),
    ]
  },
  'session.move_told': (event) => [mail(event.payload.to, 'sessionMoved')],
  'session.move_requested': (event) => [
    notify('coach', 'SESSION_MOVE_REQUESTED'),
    mail('coach', 'sessionMoveRequested'),
    changed(event),
  ],
  'session.move_declined': (event) => [
    notify('client', 'SESSION_MOVE_DECLINED'),
    mail('client', 'sessionMoveDeclined'),
    changed(event),
  ],
  'session.excused': (event) => [
    notify('coach', 'SESSION_EXCUSED'),
    mail('coach', 'sessionExcused'),
    changed(event),
  ],
  // No mail: the wish that was mailed changes nothing any more, and its page says so.
  'session.move_withdrawn': (event) => [notify('coach', 'SESSION_MOVE_WITHDRAWN'), changed(event)],
  'session.excuse_withdrawn': (event) => [
    notify('coach', 'SESSION_EXCUSE_WITHDRAWN'),
    mail('coach', 'sessionExcuseWithdrawn'),
    changed(event),
  ],
  'session.edited': (event) => [changed(event)],
  'session.written': (event) => [changed(event)],
  // Nobody but the coach is to know even that there is something.
  'session.brief_written': (event) => [
    { kind: 'changed', to: ['coach'], subject: 'brief', id: event.subjectId },
  ],
  'session.corrected': (event) => [changed(event)],
  'session.summary_mailed': (event) => [mail('attended', 'sessionSummary'), changed(event)],
  'session.reminded': (event) => REMINDED[event.payload.kind],
  'session.starting': () => [notify('coach', '10_MINS_TO_START'), notify('client', '10_MINS_TO_START')],
  'session.closed': (event) => [
    // It says that the summary is there.
    ...(event.payload.wordless ? [] : [notify('client', 'SESSION_CLOSED')]),
    changed(event),
    // The actions agreed in it are new on the client's list.
    { kind: 'changed', to: BOTH, subject: 'action', id: event.subjectId },
  ],
  'calendar.changed': (event) => [
    { kind: 'changed', to: ['coach'], subject: 'calendar', id: event.subjectId },
  ],
}

/** The person of a session, or everybody of its group who is expected; the record of one, those who came. */
export const SESSION_TOLD: ToldOf<SessionEventType> = {
  'session.requested': itsPeople,
  'session.booked': itsPeople,
  'session.confirmed': itsPeople,
  'session.proposed': itsPeople,
  'session.rejected': itsPeople,
  'session.cancelled': itsPeople,
  'session.calledOff': itsPeople,
  'session.expired': itsPeople,
  'session.rescheduled': itsPeople,
  'session.move_told': itsPeople,
  'session.move_requested': itsPeople,
  'session.move_declined': itsPeople,
  'session.excused': onePerson,
  'session.move_withdrawn': itsPeople,
  'session.excuse_withdrawn': onePerson,
  'session.edited': itsPeople,
  'session.written': itsPeople,
  'session.brief_written': onlyCoach,
  'session.corrected': itsPeople,
  'session.summary_mailed': (event) => ({ ...itsPeople(event), attended: event.subjectId }),
  'session.reminded': itsPeople,
  'session.starting': itsPeople,
  'session.closed': itsPeople,
  'calendar.changed': onlyCoach,
}

function byCoach({ actorUserId, coachId }: DomainEvent): boolean {
  return actorUserId === coachId
}

function notify(to: Side, type: NotificationType): Effect {
  return { kind: 'notify', to, type }
}

function mail(to: Reader, template: MailTemplate): Effect {
  return { kind: 'mail', to, template }
}

function changed(event: DomainEventOf<Extract<DomainEventType, `session.${string}`>>): Effect {
  return { kind: 'changed', to: BOTH, subject: 'session', id: event.subjectId }
}
