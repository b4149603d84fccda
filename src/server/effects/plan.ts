import type { EpochMs } from '#time/clock.ts'
import type { DomainEvent, DomainEventOf, DomainEventType } from '../domain-events.ts'
import type { EventPlans } from '#server/events/event-plans.ts'
import type { TimerChange } from '#server/events/timer-change.ts'
import type { Effect } from './effect.ts'
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

function isPlanned(type: string): type is DomainEventType {
  return Object.hasOwn(PLANS, type)
}

/** Domain event → effects; pure. */
export function planEffects(event: DomainEvent): readonly Effect[] {
  const plan = PLANS[event.type] as (event: DomainEvent) => readonly Effect[]
  return plan(event)
}

function planTimers(event: DomainEvent, now: EpochMs): readonly TimerChange[] {
  return planSessionTimers(event, now)
}

/** What `events/` needs to know of the plans. */
export const EVENT_PLANS: EventPlans = {
  isPlanned,
  hasEffects: (event) => planEffects(event).length > 0,
  planTimers,
}
