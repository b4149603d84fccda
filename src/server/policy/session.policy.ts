import type { ClientId } from '#contract/values.ts'
import type { Actor } from './actor.ts'

/**
 * The client an actor books for: a coach for the one they name, a client for themself whether named or not
 * (product §9). Undefined when nobody, or somebody else, is named.
 */
export function bookedClient(actor: Actor, named: ClientId | undefined): ClientId | undefined {
  if (actor.userType === 'coach') return named
  return named === undefined || named === actor.clientId ? actor.clientId : undefined
}
