import type { DomainEvent } from '../domain-events.ts'
import type { JobPriority } from '#server/platform/jobs/priorities.ts'
import type { Effect, MailTemplate } from './effect.ts'
import { MAIL_KINDS } from './mails/mail-kinds.ts'

/**
 * How soon an event's effects run: those somebody waits for on a screen, codes and the security of an account, before
 * all others; those of clients among many after them, because one call of a coach can cause thousands.
 */
export function priorityOfEvent(event: DomainEvent, effects: readonly Effect[]): JobPriority {
  if (effects.some((effect) => effect.kind === 'mail' && isUrgent(effect.template))) return 'urgent'
  return isOneOfMany(event) ? 'bulk' : 'ordinary'
}

/** How soon a mail is sent, by the same rule. */
export function priorityOfMail(event: DomainEvent, template: MailTemplate): JobPriority {
  if (isUrgent(template)) return 'urgent'
  return isOneOfMany(event) ? 'bulk' : 'ordinary'
}

// The mails that nobody can silence are those that cannot wait.
function isUrgent(template: MailTemplate): boolean {
  return MAIL_KINDS[template] === null
}

function isOneOfMany({ payload }: DomainEvent): boolean {
  return 'imported' in payload && payload.imported === true
}
