import type { ClientId, UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'

/** Whether a coach's id in a path is the actor's own practice; any other answers as if it did not exist (product §2). */
export function isOfPractice(actor: Actor, coachId: UserId): boolean {
  return actor.coachId === coachId
}

/**
 * The side on which an actor stands to something of one client: a session, an action (product §20). Undefined for
 * everybody who is neither that client nor their coach: to them it does not exist.
 */
export function sideOf(
  actor: Actor,
  subject: { coachId: UserId; clientId: ClientId | null },
): 'coach' | 'client' | undefined {
  if (actor.coachId !== subject.coachId) return undefined
  if (actor.userType === 'coach') return 'coach'
  return actor.clientId === subject.clientId ? 'client' : undefined
}
