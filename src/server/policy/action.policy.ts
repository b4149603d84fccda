import type { ClientStatus } from '#contract/clients.ts'
import type { ClientId, UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'
import { sideOf } from './practice.policy.ts'

export type ActionAction = 'read' | 'transition'

/** A client's action and the state of their process. */
export type ActionSubject = { coachId: UserId; clientId: ClientId; process: ClientStatus }

/**
 * What somebody may do with an action (product §12, §20); for everybody else it does not exist. The coach changes its status
 * always, the client while their process runs or pauses: once it has ended they read (product §6).
 */
export function can(actor: Actor, action: ActionAction, subject: ActionSubject): boolean {
  const side = sideOf(actor, subject)
  if (action === 'read') return side !== undefined
  const { process } = subject
  return side === 'coach' || (side === 'client' && (process === 'active' || process === 'paused'))
}
