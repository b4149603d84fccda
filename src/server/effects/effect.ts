import type { ChangedSubject } from '#contract/events.ts'
import type { PushType } from '#contract/account/push.ts'
import type { NotificationType } from '#contract/notifications.ts'
import type { DomainEventOf, DomainEventType, Side } from '../domain-events.ts'

/** The mails of the product; each has its texts under `mails.<template>`. */
export type MailTemplate =
  | 'verification'
  | 'recovery'
  | 'passwordChanged'
  | 'emailChange'
  | 'emailChanged'
  | 'invitation'
  | 'invitationCode'
  | 'groupJoined'
  | 'groupFinished'
  | 'groupLeft'
  | 'groupNotBegun'
  | 'clientPaused'
  | 'clientFinished'
  | 'googleLinked'
  | 'googleUnlinked'
  | 'exportReady'
  | 'deletionAsked'
  | 'deletionNear'
  | 'accountKept'
  | 'coachLeaving'
  | 'coachStaying'
  | 'clientLeaving'
  | 'clientStaying'
  | 'paymentEnding'
  | 'paymentFailed'
  | 'messagesWaiting'
  | 'dailySummary'
  | SessionMailTemplate

/** The mails about a session, or about the sessions of a series. */
export type SessionMailTemplate =
  | 'sessionRequested'
  | 'sessionBooked'
  | 'sessionConfirmed'
  | 'sessionProposed'
  | 'sessionRejected'
  | 'sessionCancelled'
  | 'sessionWithdrawn'
  | 'sessionExpired'
  | 'sessionMoved'
  | 'sessionMoveRequested'
  | 'sessionMoveDeclined'
  | 'sessionExcused'
  | 'sessionExcuseWithdrawn'
  | 'sessionReminder'
  | 'sessionPreparation'
  | 'sessionSoon'
  | 'sessionSummary'

/** Whom a change concerns: one side, the people who are in the event's group, or everybody of the practice. */
export const AUDIENCES = ['coach', 'client', 'group', 'everybody'] as const
export type Audience = (typeof AUDIENCES)[number]

/**
 * Who reads a mail: a side of the practice (of a group's session everybody expected), who came to the session, or the
 * person whose account an event is about.
 */
export const READERS = ['coach', 'client', 'attended', 'person'] as const
export type Reader = (typeof READERS)[number]

/** Something that goes out because of a domain event. Plain data: `run.ts` carries it out once. */
export type Effect =
  | { kind: 'notify'; to: Side; type: NotificationType }
  | MailEffect
  | PushEffect
  | { kind: 'changed'; to: readonly Audience[]; subject: ChangedSubject; id: string }

/** A push to the browsers of somebody that take them; `otherwise` is mailed to somebody who has none (product §17). */
export type PushEffect = { kind: 'push'; to: Side; type: PushType; otherwise?: MailTemplate | undefined }

export type MailEffect = { kind: 'mail'; to: Reader; template: MailTemplate }

/** What goes out for each of some types of events. A type that is missing does not compile. */
export type PlansOf<Type extends DomainEventType> = {
  [Each in Type]: (event: DomainEventOf<Each>) => readonly Effect[]
}

/** An effect that is done once for each of its recipients. */
export type KeyedEffect = Exclude<Effect, { kind: 'changed' }>
