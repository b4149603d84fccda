import type { ClientStatus } from '#contract/clients.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { Actor } from '../actor.ts'
import { sideOf } from '../practice.policy.ts'

export type ActionAction = 'read' | 'transition' | 'add' | 'edit' | 'comment' | 'delete'

/** A client's action, or the one to be added, and the state of their process. */
export type ActionSubject = {
  coachId: UserId
  clientId: ClientId
  process: ClientStatus
  /** Who added it; the one to be added has nobody yet. */
  createdBy?: 'coach' | 'client'
}

/**
 * What somebody may do with an action (product §12, §20); for everybody else it does not exist. The coach changes its status
 * and its words always, the client while their process runs or pauses: once it has ended they read (product §6). New ones
 * are added by the same, as long as the process takes any (`takesActions`). How it went is written by the client alone,
 * and a client deletes only what they added themselves.
 */
export function can(actor: Actor, action: ActionAction, subject: ActionSubject): boolean {
  const side = sideOf(actor, subject)
  if (action === 'read') return side !== undefined
  if (side === 'coach') return action !== 'comment'
  const { process, createdBy } = subject
  const runs = process === 'active' || process === 'paused'
  return side === 'client' && runs && (action !== 'delete' || createdBy === 'client')
}

/** Whose action it becomes: the given client's, or a client's own; undefined if they are not the actor's. */
export function ownerOf(actor: Actor, clientId: ClientId | undefined): ClientId | undefined {
  if (actor.userType === 'coach') return clientId
  return clientId === undefined || clientId === actor.clientId ? actor.clientId : undefined
}
