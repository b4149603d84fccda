import type { PaymentStatus } from '#contract/account/auth.ts'
import type { EpochMs } from '#time/clock.ts'
import type { AuthSessionId, ClientId, MembershipId, UserId } from '#contract/values.ts'

type Person = {
  userId: UserId
  authSessionId: AuthSessionId
  membershipId: MembershipId
  email: string
  emailVerified: boolean
  language: string
  timezone: string
  /** The practice the membership belongs to, and whether its coach has paid (product §5). */
  coachId: UserId
  paid: boolean
  paymentStatus: PaymentStatus
  /** As stored, whatever the time is: says whether somebody changed it since the actor was read. */
  stored: { paymentStatus: PaymentStatus; periodEndsAt: EpochMs | null }
}

/** A signed-in coach: `coachId` is their own user id. */
export type CoachActor = Person & { userType: 'coach' }

/** A signed-in client of `coachId`, through the client record `clientId`. */
export type ClientActor = Person & { userType: 'client'; clientId: ClientId }

/** The person who makes a request: derived from the token and the database, never from the request's content. */
export type Actor = CoachActor | ClientActor

/**
 * Thrown by the use case of an endpoint with `checksActor` when something about the actor was changed since they were read.
 * The request goes on with the actor as they are now.
 */
export class ActorChanged extends Error {
  override readonly name = 'ActorChanged'
}
