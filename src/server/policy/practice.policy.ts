import type { ClientId, UserId } from '#contract/values.ts'
import type { Actor } from './actor.ts'

/**
 * - `enter`: everything under the path of a practice's coach
 * - `invite`: mail or share an invitation into it: its coach, once their own address is confirmed (product §3)
 */
export type PracticeAction = 'enter' | 'invite'

/** What somebody may do with a practice: their own; for everybody else it does not exist (product §2). */
export function can(actor: Actor, action: PracticeAction, practice: { coachId: UserId }): boolean {
  if (actor.coachId !== practice.coachId) return false
  return action === 'enter' || (actor.userType === 'coach' && actor.emailVerified)
}

/**
 * The side of an actor in something of one client: a session, an action (product §20). Undefined for everybody who is
 * neither that client nor their coach.
 */
export function sideOf(
  actor: Actor,
  subject: { coachId: UserId; clientId: ClientId | null },
): 'coach' | 'client' | undefined {
  if (actor.coachId !== subject.coachId) return undefined
  if (actor.userType === 'coach') return 'coach'
  return actor.clientId === subject.clientId ? 'client' : undefined
}
