import type { AuthSessionId, ClientId, MembershipId, UserId } from '#contract/values.ts'
import type { ClientActor, CoachActor } from '#server/policy/actor.ts'

/** The practice of the actors below, and another one. */
export const ours = 'coach-1' as UserId
export const theirs = 'coach-2' as UserId

/** Two clients of the first practice; the first is `clientActor`. */
export const mariana = 'client-1' as ClientId
export const pedro = 'client-2' as ClientId

const person = {
  authSessionId: 'auth' as AuthSessionId,
  membershipId: 'membership' as MembershipId,
  emailVerified: true,
  language: 'es-MX',
  timezone: 'UTC',
  coachId: ours,
  paid: true,
  paymentStatus: 'active',
  stored: { paymentStatus: 'active', periodEndsAt: null },
} as const

/** The coach of the first practice, for tests of pure rules. */
export const coachActor: CoachActor = {
  ...person,
  userType: 'coach',
  userId: ours,
  email: 'ana@correo.example',
}

/** A client of the same practice. */
export const clientActor: ClientActor = {
  ...person,
  userType: 'client',
  userId: 'user-1' as UserId,
  clientId: mariana,
  email: 'mariana@correo.example',
}

/** The same people with an address that they have not confirmed. */
export const unconfirmedCoach: CoachActor = { ...coachActor, emailVerified: false }
export const unconfirmedClient: ClientActor = { ...clientActor, emailVerified: false }

/** The coach and a client of the other practice. */
export const otherCoach: CoachActor = { ...coachActor, userId: theirs, coachId: theirs }
export const otherClient: ClientActor = { ...clientActor, userId: 'user-3' as UserId, coachId: theirs }
