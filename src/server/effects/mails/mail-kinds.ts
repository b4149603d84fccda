import { keysOf } from '#contract/keys-of.ts'
import { z } from 'zod'
import type { NewsKind } from '#contract/account/news-preferences.ts'
import type { MailTemplate } from '../effect.ts'

/** What each mail is silenced as; null for those that always come: codes, the security of an account, and its payment. */
export const MAIL_KINDS: Record<MailTemplate, NewsKind | null> = {
  verification: null,
  recovery: null,
  passwordChanged: null,
  emailChange: null,
  emailChanged: null,
  googleLinked: null,
  googleUnlinked: null,
  exportReady: null,
  deletionAsked: null,
  deletionNear: null,
  accountKept: null,
  coachLeaving: null,
  coachStaying: null,
  clientLeaving: null,
  clientStaying: null,
  invitationCode: null,
  paymentEnding: null,
  paymentFailed: null,
  invitation: 'invitations',
  groupJoined: 'groups',
  groupFinished: 'groups',
  groupNotBegun: 'groups',
  groupLeft: 'groups',
  clientPaused: 'process',
  clientFinished: 'process',
  sessionRequested: 'requests',
  sessionProposed: 'requests',
  sessionRejected: 'requests',
  sessionExpired: 'requests',
  sessionMoveRequested: 'requests',
  sessionMoveDeclined: 'requests',
  sessionBooked: 'bookings',
  sessionConfirmed: 'bookings',
  sessionMoved: 'changes',
  sessionCancelled: 'changes',
  sessionWithdrawn: 'changes',
  sessionExcused: 'changes',
  sessionExcuseWithdrawn: 'changes',
  sessionReminder: 'reminders',
  sessionPreparation: 'reminders',
  sessionSoon: 'reminders',
  sessionSummary: 'summaries',
  messagesWaiting: 'messages',
  dailySummary: 'daily',
}

/** The name of a template as it is stored in jobs; one that this release does not have is refused. */
export const StoredTemplate = z.enum(keysOf(MAIL_KINDS))
