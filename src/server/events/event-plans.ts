import type { EpochMs } from '#time/clock.ts'
import type { NewJob } from '#server/platform/jobs/jobs.ts'
import type { DomainEvent, DomainEventType } from '../domain-events.ts'
import type { TimerChange } from './timer-change.ts'

/**
 * What follows from events, as far as recording has to know. `deps.ts` passes it in from `effects/`, because the modules
 * that record may not import that.
 */
export type EventPlans = {
  /** Whether this release has a plan for a type of event. */
  isPlanned(type: string): type is DomainEventType
  /** The job that runs the effects of an event; undefined for an event without effects. */
  jobOf(id: string, event: DomainEvent): NewJob | undefined
  /** What the clock will do, or no longer do, after an event. */
  planTimers(event: DomainEvent, now: EpochMs): readonly TimerChange[]
}
