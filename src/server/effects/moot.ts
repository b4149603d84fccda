import type { IsoInstant } from '#contract/values.ts'
import { fromIso } from '#time/clock.ts'
import type { AccountFacts } from '#server/effects/facts/accounts.facts.ts'
import type { DomainEvent, DomainEventType } from '../domain-events.ts'
import type { MemorandumFacts } from '#server/effects/facts/memorandums.facts.ts'
import type { PaymentFacts } from '#server/effects/facts/payments.facts.ts'
import type { SessionFacts, SessionsFacts } from '#server/effects/facts/sessions.facts.ts'
import { type WaitingFacts, bringsSomething } from '#server/effects/facts/waiting.facts.ts'
import { calendarStatusOf } from '#server/modules/calendar-files/calendar-entries.domain.ts'

/** Events of timers, about a session's state at that moment. */
const TIMED: readonly DomainEventType[] = ['session.starting', 'session.reminded', 'session.move_told']

/**
 * Whether an event is out of date when its effects run: its session was cancelled, held or moved while the job waited
 * for a worker; its memorandum was done, deleted or postponed; or what was charged in vain has been paid since.
 */
export function isMoot(
  event: DomainEvent,
  {
    session,
    memorandum,
    failedCharge,
  }: { session: SessionFacts | undefined } & Partial<MemorandumFacts> & PaymentFacts,
): boolean {
  if (event.type === 'memorandum.due') return memorandum === undefined
  if (event.type === 'payment.charge_failed' || event.type === 'payment.charge_refused')
    return failedCharge === undefined
  if (!TIMED.includes(event.type)) return false
  return session?.status !== 'confirmed' || session.current.startsAt !== session.startsAt
}

/** Events whose mails announce a session, or a change of it that somebody asked for. */
const ANNOUNCING: readonly DomainEventType[] = [
  'session.requested',
  'session.booked',
  'session.confirmed',
  'session.proposed',
  'session.move_requested',
  'session.move_declined',
]

/** Events that tell of the end of an account, and those that take it back. */
const LEAVING: readonly DomainEventType[] = [
  'account.deletion_asked',
  'account.deletion_near',
  'coach.leaving',
  'client.leaving',
]
const STAYING: readonly DomainEventType[] = ['account.kept', 'coach.staying', 'client.staying']

/**
 * Whether the mail of an event is out of date when it is sent, because the session that it announces was cancelled while
 * it waited for a worker or for the daily limit; of a series, all that it announces. The notifications are not: they
 * stay in their order before the one of the cancellation.
 */
export function isMailMoot(
  event: DomainEvent,
  facts: Pick<SessionsFacts, 'session' | 'together'> &
    WaitingFacts &
    PaymentFacts &
    Partial<MemorandumFacts> &
    Pick<AccountFacts, 'endsAt'>,
): boolean {
  const { session, together, waiting, day, ending, endsAt } = facts
  if (isMoot(event, facts)) return true
  if (event.type === 'message.waiting') return waiting === undefined
  if (event.type === 'summary.due') return day === undefined || !bringsSomething(day)
  if (event.type === 'payment.ending') return ending === undefined
  // They may wait for days, behind other mails of a coach.
  if (LEAVING.includes(event.type)) return endsAt !== fromIso((event.payload as { dueAt: IsoInstant }).dueAt)
  if (STAYING.includes(event.type)) return endsAt !== undefined
  if (!ANNOUNCING.includes(event.type) || !session || together.length > 0) return false
  return calendarStatusOf(session.status) === 'CANCELLED'
}
