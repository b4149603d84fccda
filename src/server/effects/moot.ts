import type { DomainEvent, DomainEventType } from '../domain-events.ts'
import type { SessionFacts } from '#server/effects/facts/sessions.facts.ts'

/** Events of timers, about a session's state at that moment. */
const TIMED: readonly DomainEventType[] = ['session.starting', 'session.reminded', 'session.move_told']

/**
 * Whether an event is out of date when its effects run: its session was cancelled, held or moved while the job waited
 * for a worker.
 */
export function isMoot(event: DomainEvent, session: SessionFacts | undefined): boolean {
  if (!TIMED.includes(event.type)) return false
  return session?.status !== 'confirmed' || session.current.startsAt !== session.startsAt
}
