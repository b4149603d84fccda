import type { DomainEventType } from '#server/domain-events.ts'
import type { Effect, MailTemplate, PlansOf } from '#server/effects/effect.ts'
import { type ToldOf, itsClient, onlyCoach } from './told.ts'

type ClientEventType = Extract<
  DomainEventType,
  | 'email.code_requested'
  | `payment.${string}`
  | `coach.${string}`
  | `client.${string}`
  | `clients.${string}`
  | 'practice.imported'
  | `invitation.${string}`
>

/** What goes out for each event of accounts, payment, clients and invitations (product §3–§6). */
export const CLIENT_PLANS: PlansOf<ClientEventType> = {
  'email.code_requested': () => [{ kind: 'mail', to: 'coach', template: 'verification' }],
  'payment.changed': ({ coachId }) => [{ kind: 'changed', to: ['coach'], subject: 'payment', id: coachId }],
  'payment.received': () => [{ kind: 'notify', to: 'coach', type: 'PAYMENT_RECEIVED' }],
  'payment.ending': () => [{ kind: 'mail', to: 'coach', template: 'paymentEnding' }],
  'payment.charge_failed': () => [{ kind: 'mail', to: 'coach', template: 'paymentFailed' }],
  'payment.charge_refused': () => [{ kind: 'notify', to: 'coach', type: 'PAYMENT_FAILED' }],
  'client.created': (event) => (event.payload.imported ? [] : [changed(event)]),
  'client.invited': (event) => [
    { kind: 'mail', to: 'client', template: 'invitation' },
    ...(event.payload.imported ? [] : [changed(event)]),
  ],
  'clients.imported': (event) => [changed(event)],
  'clients.changed': (event) => [changed(event)],
  // What shows a client shows nearly all that a practice has; and its hours, its name and its colour.
  'practice.imported': ({ subjectId: id }) =>
    (['client', 'calendar', 'profile'] as const).map((subject) => ({
      kind: 'changed',
      to: ['coach'],
      subject,
      id,
    })),
  // What a person says of themselves shows on the other side as well (product §18).
  'coach.changed': ({ coachId }) => [{ kind: 'changed', to: ['everybody'], subject: 'profile', id: coachId }],
  'client.changed': (event) => [
    changed(event),
    { kind: 'changed', to: ['client'], subject: 'profile', id: event.subjectId },
  ],
  'coach.leaving': (event) => [mail('coachLeaving'), ownSpace(event)],
  'coach.staying': (event) => [mail('coachStaying'), ownSpace(event)],
  'client.leaving': (event) => [mailCoach('clientLeaving'), changed(event), ownSpace(event)],
  'client.staying': (event) => [mailCoach('clientStaying'), changed(event), ownSpace(event)],
  'client.left': (event) => [changed(event)],
  // Only for the history and the limit: the coach who shared the link has it.
  'invitation.shared': () => [],
  'invitation.code_requested': () => [{ kind: 'mail', to: 'client', template: 'invitationCode' }],
  // A pause is mailed if it cancelled sessions; the end of a process always is (product §6).
  'client.paused': (event) => [
    ...(event.payload.calledOff.length > 0 ? [mail('clientPaused')] : []),
    ...processChanged(event),
  ],
  'client.resumed': processChanged,
  'client.finished': (event) => [mail('clientFinished'), ...processChanged(event)],
  'client.reactivated': processChanged,
  // Somebody who was invited and never came may have sessions ahead.
  'client.archived': (event) => [
    ...(event.payload.calledOff.length > 0 ? [mail('clientFinished')] : []),
    ...processChanged(event),
  ],
  'client.restored': processChanged,
  'invitation.accepted': (event) => [
    // The names spec.md fixes.
    {
      kind: 'notify',
      to: 'coach',
      type: event.payload.groupId ? 'MEMBER_INVITATION_ACEPTED' : 'CLIENT_INVITATION_ACEPTED',
    },
    changed(event),
  ],
  'invitation.declined': (event) => [
    { kind: 'notify', to: 'coach', type: 'INVITATION_DECLINED' },
    changed(event),
  ],
}

function mail(template: MailTemplate): Effect {
  return { kind: 'mail', to: 'client', template }
}

function mailCoach(template: MailTemplate): Effect {
  return { kind: 'mail', to: 'coach', template }
}

// Above the client's screens it says until when there is what.
function ownSpace({ subjectId }: { subjectId: string }): Effect {
  return { kind: 'changed', to: ['client'], subject: 'profile', id: subjectId }
}

// To the client it decides about what they may do: ask for a session, change an action.
function processChanged({ subjectId }: { subjectId: string }): readonly Effect[] {
  return [{ kind: 'changed', to: ['coach', 'client'], subject: 'client', id: subjectId }]
}

function changed({ subjectId }: { subjectId: string }): Effect {
  return { kind: 'changed', to: ['coach'], subject: 'client', id: subjectId }
}

/** The client an event is about; of an invitation also the group that it leads into. */
export const CLIENT_TOLD: ToldOf<ClientEventType> = {
  'email.code_requested': onlyCoach,
  'payment.changed': onlyCoach,
  'payment.received': onlyCoach,
  'payment.ending': onlyCoach,
  'payment.charge_failed': onlyCoach,
  'payment.charge_refused': onlyCoach,
  'coach.changed': onlyCoach,
  'clients.imported': onlyCoach,
  'clients.changed': onlyCoach,
  'coach.leaving': itsClient,
  'coach.staying': itsClient,
  'client.leaving': itsClient,
  'client.staying': itsClient,
  'client.left': itsClient,
  'practice.imported': onlyCoach,
  'client.created': itsClient,
  'client.invited': ({ subjectId }) => ({ client: subjectId, group: { invited: subjectId } }),
  'client.changed': itsClient,
  'client.paused': itsClient,
  'client.resumed': itsClient,
  'client.finished': itsClient,
  'client.reactivated': itsClient,
  'client.archived': itsClient,
  'client.restored': itsClient,
  'invitation.shared': itsClient,
  'invitation.code_requested': itsClient,
  'invitation.accepted': ({ subjectId, payload: { groupId } }) => ({
    client: subjectId,
    ...(groupId && { group: groupId }),
  }),
  'invitation.declined': itsClient,
}
