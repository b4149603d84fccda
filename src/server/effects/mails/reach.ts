import type { EpochMs } from '#time/clock.ts'
import { isNobodys } from '../../db/nobodys-addresses.ts'
import type { MailTemplate } from '../effect.ts'
import type { Recipient } from '#server/effects/facts/people.ts'

/** What somebody reads who was invited and has not accepted: that they are asked to come, and when, not what is written of it. */
const BEFORE_ACCEPTING: readonly MailTemplate[] = [
  'sessionBooked',
  'sessionMoved',
  'sessionCancelled',
  'sessionReminder',
  'sessionSoon',
  'clientFinished',
]

/** The mails that are an invitation themselves. */
const INVITING: readonly MailTemplate[] = ['invitation', 'invitationCode']

/** Whether a mail goes to a client who has no account yet, and tells of more than their invitation. */
export function isBeforeAccepting(template: MailTemplate, { side, userId }: Recipient): boolean {
  return side === 'client' && userId === null && !INVITING.includes(template)
}

/**
 * Whether a mail about something that happened at `at` reaches somebody. A client without an account is written to
 * about sessions only after an invitation was sent (product §9); of what happened before, the invitation tells.
 */
export function isReached(template: MailTemplate, to: Recipient, at: EpochMs): boolean {
  if (isNobodys(to.email)) return false
  if (!isBeforeAccepting(template, to)) return true
  const { invitedAt = null } = to
  return BEFORE_ACCEPTING.includes(template) && invitedAt !== null && invitedAt < at
}
