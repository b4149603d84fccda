import type { DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import type { Audience, Effect, PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type ResourceEventType = Extract<DomainEventType, `resource.${string}`>

/**
 * What goes out for each event of a resource (product §14): whom it is given to is told, and both screens refetch.
 * Anybody may have one that changes.
 */
export const RESOURCE_PLANS: PlansOf<ResourceEventType> = {
  'resource.changed': (event) => [changed(event, ['everybody'])],
  'resource.assigned': (event) => [
    { kind: 'notify', to: 'client', type: 'ASSIGNMENT_RESOURCE' },
    changed(event, ['coach', 'client']),
  ],
  'resource.reassigned': (event) => [changed(event, ['coach', 'client'])],
  'resource.progressed': (event) => [changed(event, ['coach', 'client'])],
}

/** The client, or everybody in the group, that it was given to. */
export const RESOURCE_TOLD: ToldOf<ResourceEventType> = {
  'resource.changed': () => ({}),
  'resource.assigned': whomItWasGiven,
  'resource.reassigned': whomItWasGiven,
  'resource.progressed': ({ payload }) => ({ client: payload.clientId }),
}

function changed({ subjectId }: DomainEventOf<ResourceEventType>, to: readonly Audience[]): Effect {
  return { kind: 'changed', to, subject: 'resource', id: subjectId }
}

function whomItWasGiven({
  payload: { clientId, groupId },
}: DomainEventOf<'resource.assigned' | 'resource.reassigned'>): Told {
  return groupId === null ? { client: clientId } : { group: groupId, members: { groupId, sessionId: null } }
}
