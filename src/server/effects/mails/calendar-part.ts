import type { Deps } from '../../deps.ts'
import type { Mail } from '../../platform/mails/mailer.ts'
import { calendarEntry, calendarStatusOf } from '../../modules/calendar-files/calendar-entries.domain.ts'
import type { MailTemplate } from '../effect.ts'
import type { Facts } from '#server/effects/facts/facts.ts'
import { type Recipient, fullName } from '#server/effects/facts/people.ts'

/** The mails that add, change or remove a calendar entry. */
const CARRY: readonly MailTemplate[] = [
  'sessionBooked',
  'sessionConfirmed',
  'sessionMoved',
  'sessionCancelled',
  'sessionWithdrawn',
  'clientPaused',
  'clientFinished',
  'groupFinished',
  'groupNotBegun',
]

/**
 * The calendar file of a mail; undefined for a mail that changes no entry. It has the sessions' current data, not the
 * data of when the mail was planned: of two files with one SEQUENCE a calendar keeps the first. One session is an
 * invitation or a cancellation; several are published, since those methods allow one UID only (RFC 5546 §3.2.2).
 */
export function calendarPart(
  deps: Deps,
  template: MailTemplate,
  to: Recipient,
  facts: Facts,
): Mail['calendar'] {
  if (!CARRY.includes(template) || to.side === 'person') return undefined
  const alone = facts.session ? [facts.session.current] : []
  const sessions = facts.together.length > 0 ? facts.together : alone
  if (sessions.length === 0) return undefined
  const { publicUrl } = deps.config
  const reader = {
    side: to.side,
    language: to.language,
    words: deps.texts,
    publicUrl,
    say: (key: string, params: Record<string, string>) =>
      deps.texts.text(to.language, `calendarFiles:${key}`, params),
  }
  const [first, ...rest] = sessions
  const cancelled = calendarStatusOf(first!.status) === 'CANCELLED'
  const method = rest.length > 0 ? 'PUBLISH' : cancelled ? 'CANCEL' : 'REQUEST'
  const person = facts.client ?? (to.side === 'client' ? to : undefined)
  const attendee = method === 'PUBLISH' || !person ? null : { name: fullName(person), email: person.email }
  const stampAt = deps.clock.now()
  const entries = sessions.map((session) => calendarEntry(session, reader, { stampAt, attendee }))
  return { method, content: deps.icalendar({ method, entries }) }
}
