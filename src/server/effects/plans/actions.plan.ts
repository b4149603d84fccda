import type { DomainEventOf, DomainEventType } from '#server/domain-events.ts'
import type { Effect, PlansOf } from '#server/effects/effect.ts'
import type { Told, ToldOf } from './told.ts'

type ActionEventType = Extract<DomainEventType, `action.${string}`>

/**
 * What goes out for each event of an action (product §12): both screens refetch, a client is told of a new one
 * and of one that is due, the coach of one that was done.
 */
export const ACTION_PLANS: PlansOf<ActionEventType> = {
  'action.added': (event) => [
    ...(event.payload.by === 'coach'
      ? [{ kind: 'notify', to: 'client', type: 'ACTION_ASSIGNED' } as const]
      : []),
    changed(event),
  ],
  'action.moved': (event) => [changed(event)],
  'action.changed': (event) => [changed(event)],
  'action.due': () => [{ kind: 'notify', to: 'client', type: 'ACTION_DUE' }],
  'action.done': () => [{ kind: 'notify', to: 'coach', type: 'ACTION_DONE' }],
}

/** The client whose action it is. */
export const ACTION_TOLD: ToldOf<ActionEventType> = {
  'action.added': itsOwner,
  'action.moved': itsOwner,
  'action.changed': itsOwner,
  'action.due': itsOwner,
  'action.done': itsOwner,
}

function changed({ subjectId }: DomainEventOf<ActionEventType>): Effect {
  return { kind: 'changed', to: ['coach', 'client'], subject: 'action', id: subjectId }
}

function itsOwner({ payload }: DomainEventOf<ActionEventType>): Told {
  return { client: payload.clientId }
}
