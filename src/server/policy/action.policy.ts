import type { ClientStatus } from '#contract/clients.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'
import { sideOf } from './practice.policy.ts'

export type ActionAction = 'read' | 'transition' | 'add'

/** A client's action, or the one to be added, and the state of their process. */
export type ActionSubject = { coachId: UserId; clientId: ClientId; process: ClientStatus }

/**
 * What somebody may do with an action (product §12, §20); for everybody else it does not exist. The coach changes its status
 * always, the client while their process runs or pauses: once it has ended they read (product §6). New ones are added
 * by the same, as long as the process takes any (`takesActions`).
 */
export function can(actor: Actor, action: ActionAction, subject: ActionSubject): boolean {
  const side = sideOf(actor, subject)
  if (action === 'read') return side !== undefined
  const { process } = subject
  return side === 'coach' || (side === 'client' && (process === 'active' || process === 'paused'))
}

/** Whose action it becomes: the given client's, or a client's own; undefined if they are not the actor's. */
export function ownerOf(actor: Actor, clientId: ClientId | undefined): ClientId | undefined {
  if (actor.userType === 'coach') return clientId
  return clientId === undefined || clientId === actor.clientId ? actor.clientId : undefined
}
