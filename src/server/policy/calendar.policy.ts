import type { UserId } from '#contract/values.ts'
import type { Actor, CoachActor } from './actor.ts'

/**
 * - `seeOverrides`: the dates with other hours than the weekly ones
 * - `bookAnyLength`: a session of a length that is not offered to clients
 */
export type CalendarAction = 'seeOverrides' | 'bookAnyLength'

/** What only the coach of a calendar may do with it; its clients see what is offered (product §8). */
export function can(
  actor: Actor,
  _action: CalendarAction,
  calendar: { coachId: UserId },
): actor is CoachActor {
  return actor.userType === 'coach' && actor.coachId === calendar.coachId
}
