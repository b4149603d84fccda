import type { DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import type { Effect, PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type GoalEventType = Extract<DomainEventType, `goal.${string}`>

/**
 * What goes out for each event of a goal (product §11): the screens of its people refetch, and the other side is told
 * when it is achieved.
 */
export const GOAL_PLANS: PlansOf<GoalEventType> = {
  'goal.created': (event) => [changed(event)],
  'goal.changed': (event) => [changed(event)],
  'goal.checked_in': (event) => [changed(event)],
  'goal.check_in_taken_back': (event) => [changed(event)],
  'goal.check_in_restored': (event) => [changed(event)],
  'goal.moved': (event) => {
    const { to, by } = event.payload
    const other = by === 'coach' ? 'client' : 'coach'
    return [
      ...(to === 'achieved' ? [{ kind: 'notify', to: other, type: 'GOAL_ACHIEVED' } as const] : []),
      changed(event),
    ]
  },
  'goal.deleted': (event) => [changed(event)],
  'goal.restored': (event) => [changed(event)],
}

/** Its client, or everybody in its group. */
export const GOAL_TOLD: ToldOf<GoalEventType> = {
  'goal.created': itsPeople,
  'goal.changed': itsPeople,
  'goal.checked_in': itsPeople,
  'goal.check_in_taken_back': itsPeople,
  'goal.check_in_restored': itsPeople,
  'goal.moved': itsPeople,
  'goal.deleted': itsPeople,
  'goal.restored': itsPeople,
}

function changed({ subjectId, payload }: DomainEventOf<GoalEventType>): Effect {
  const people = payload.groupId === null ? 'client' : 'group'
  return { kind: 'changed', to: ['coach', people], subject: 'goal', id: subjectId }
}

function itsPeople({ payload: { clientId, groupId } }: DomainEventOf<GoalEventType>): Told {
  if (groupId === null) return { client: clientId }
  return { group: groupId, members: { groupId, sessionId: null } }
}
