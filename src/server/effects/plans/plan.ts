import type { EpochMs } from '#time/clock.ts'
import type { DomainEvent, DomainEventType } from '#server/domain-events.ts'
import type { EventPlans } from '#server/events/event-plans.ts'
import type { TimerChange } from '#server/events/timer-change.ts'
import type { Effect, PlansOf } from '#server/effects/effect.ts'
import { eventJob } from '#server/effects/event-job.ts'
import { priorityOfEvent } from '#server/effects/priority.ts'
import type { Told, ToldOf } from './told.ts'
import { ACCOUNT_PLANS, ACCOUNT_TOLD } from './accounts.plan.ts'
import { ACTION_PLANS, ACTION_TOLD } from './actions.plan.ts'
import { CLIENT_PLANS, CLIENT_TOLD } from './clients.plan.ts'
import { GOAL_PLANS, GOAL_TOLD } from './goals.plan.ts'
import { GROUP_PLANS, GROUP_TOLD } from './groups.plan.ts'
import { MEMORANDUM_PLANS, MEMORANDUM_TOLD, planMemorandumTimers } from './memorandums.plan.ts'
import { NOTE_PLANS, NOTE_TOLD } from './notes.plan.ts'
import { RESOURCE_PLANS, RESOURCE_TOLD } from './resources.plan.ts'
import { planSessionTimers } from './session-timers.plan.ts'
import { SESSION_PLANS, SESSION_TOLD } from './sessions.plan.ts'
import { WAITING_PLANS, WAITING_TOLD } from './waiting.plan.ts'

/** A plan for every type there is: a new event does not compile without one. */
export const PLANS: PlansOf<DomainEventType> = {
  ...ACCOUNT_PLANS,
  ...CLIENT_PLANS,
  ...GROUP_PLANS,
  ...SESSION_PLANS,
  ...ACTION_PLANS,
  ...MEMORANDUM_PLANS,
  ...GOAL_PLANS,
  ...NOTE_PLANS,
  ...RESOURCE_PLANS,
  ...WAITING_PLANS,
}

/** Who is told of every type there is: a new event does not compile without an answer. */
export const TOLD: ToldOf<DomainEventType> = {
  ...ACCOUNT_TOLD,
  ...CLIENT_TOLD,
  ...GROUP_TOLD,
  ...SESSION_TOLD,
  ...ACTION_TOLD,
  ...MEMORANDUM_TOLD,
  ...GOAL_TOLD,
  ...NOTE_TOLD,
  ...RESOURCE_TOLD,
  ...WAITING_TOLD,
}

function isPlanned(type: string): type is DomainEventType {
  return Object.hasOwn(PLANS, type)
}

/** Domain event → effects; pure. */
export function planEffects(event: DomainEvent): readonly Effect[] {
  const plan = PLANS[event.type] as (event: DomainEvent) => readonly Effect[]
  return plan(event)
}

/** Domain event → who is told; pure. */
export function toldOf(event: DomainEvent): Told {
  const told = TOLD[event.type] as (event: DomainEvent) => Told
  return told(event)
}

function planTimers(event: DomainEvent, now: EpochMs): readonly TimerChange[] {
  return [...planSessionTimers(event, now), ...planMemorandumTimers(event)]
}

/** What `events/` needs to know of the plans. */
export const EVENT_PLANS: EventPlans = {
  isPlanned,
  jobOf(id, event) {
    const effects = planEffects(event)
    if (effects.length === 0) return undefined
    return { data: eventJob(id, effects), priority: priorityOfEvent(event, effects) }
  },
  planTimers,
}
