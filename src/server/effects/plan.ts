import type { EpochMs } from '#time/clock.ts'
import type { DomainEvent, DomainEventOf, DomainEventType } from '../domain-events.ts'
import type { Effect, TimerChange } from './effect.ts'
import type { SessionFacts } from './session-facts.ts'
import { ACCOUNT_PLANS } from './accounts.plan.ts'
import { CLIENT_PLANS } from './clients.plan.ts'
import { GROUP_PLANS } from './groups.plan.ts'
import { planSessionTimers } from './session-timers.plan.ts'
import { SESSION_PLANS } from './sessions.plan.ts'

/** What goes out for one type of event. */
export type Plan<Type extends DomainEventType> = (event: DomainEventOf<Type>) => readonly Effect[]

/** A plan for every type there is: a new event does not compile without one. */
const PLANS: { [Type in DomainEventType]: Plan<Type> } = {
  ...ACCOUNT_PLANS,
  ...CLIENT_PLANS,
  ...GROUP_PLANS,
  ...SESSION_PLANS,
}

/** Whether this release knows the type of an event. */
export function isPlanned(type: string): type is DomainEventType {
  return Object.hasOwn(PLANS, type)
}

/** Domain event → effects; pure. */
export function planEffects(event: DomainEvent): readonly Effect[] {
  const plan = PLANS[event.type] as (event: DomainEvent) => readonly Effect[]
  return plan(event)
}

/** Domain event → what the clock will do or no longer do; pure. */
export function planTimers(event: DomainEvent, now: EpochMs): readonly TimerChange[] {
  return planSessionTimers(event, now)
}

/** Events of timers, about a session as it stood at that moment. */
const TIMED: readonly DomainEventType[] = ['session.starting', 'session.reminded', 'session.move_told']

/**
 * Whether an event is out of date when its effects are carried out: its session was called off, held or moved while it
 * waited (a worker was away).
 */
export function isMoot(event: DomainEvent, session: SessionFacts | undefined): boolean {
  if (!TIMED.includes(event.type)) return false
  return session?.status !== 'confirmed' || session.current.startsAt !== session.startsAt
}
