import type { ClientId, UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'
import { sideOf } from './practice.policy.ts'

/**
 * - `read`: what there is of a client: their sessions, groups and actions
 * - `readdress`: write another e-mail or zone into the record: its coach, until the person has an account; from then on
 *   both are the person's own (product §4)
 */
export type ClientAction = 'read' | 'readdress'

/** A client's record; `userId` is the account of the person, null until they have accepted. */
export type ClientSubject = { coachId: UserId; clientId: ClientId; userId?: UserId | null }

/** What somebody may do with a client's record: its coach, and as a reader the client (product §20). */
export function can(actor: Actor, action: ClientAction, client: ClientSubject): boolean {
  const side = sideOf(actor, client)
  return action === 'read' ? side !== undefined : side === 'coach' && client.userId === null
}
