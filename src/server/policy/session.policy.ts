import type { ClientId, CoacheeType } from '#contract/values.ts'
import type { UserType } from '#contract/account/auth.ts'
import type { Actor, CoachActor } from './actor.ts'

/** `book`: a coach for their clients and groups, a client only their own sessions (product §9). */
export type SessionAction = 'book'

/** Whom a session is for, as a request names them. */
export type Coachee = { type: CoacheeType; clientId?: ClientId | undefined }

/** What somebody may do for the people that a session names. */
export function can(actor: Actor, action: SessionAction, group: { type: 'Group' }): actor is CoachActor
export function can(actor: Actor, action: SessionAction, coachee: Coachee): boolean
export function can(actor: Actor, _action: SessionAction, { type, clientId }: Coachee): boolean {
  if (actor.userType === 'coach') return type === 'Group' || clientId !== undefined
  return type === 'Client' && (clientId === undefined || clientId === actor.clientId)
}

/** The client an actor books for: the one that a coach names, a client's own record. Undefined when the actor may not. */
export function bookedClient(actor: Actor, named: ClientId | undefined): ClientId | undefined {
  if (!can(actor, 'book', { type: 'Client', clientId: named })) return undefined
  return actor.userType === 'coach' ? named : actor.clientId
}

/** Who reads the private notes of a session: its coach, never a client (product §20). A client's query has no column. */
export function seesPrivateNotes(side: UserType): boolean {
  return side === 'coach'
}
