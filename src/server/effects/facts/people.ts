import type { AttendanceState } from '#contract/sessions/sessions.ts'
import type { ClientId, MembershipId, UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import type { Side } from '#server/domain-events.ts'

/** Somebody to be told. Without an account there is no membership, only an address. */
export type Recipient = {
  side: Side | 'person'
  userId: UserId | null
  membershipId: MembershipId | null
  email: string
  name: string
  lastName: string
  language: string
  timezone: string
  /** When somebody without an account was invited; null if they are not, or declined. */
  invitedAt?: EpochMs | null
}

/** Somebody coached, with what is known of their coming to the event's session. */
export type Expected = Recipient & { clientId: ClientId; attendance: AttendanceState | null }

/** The coach of the practice. */
export type Coach = Recipient & { userId: UserId }

/** The person of an account. */
export type AccountPerson = Recipient & { userId: UserId }

export function fullName({ name, lastName }: { name: string; lastName: string }): string {
  return `${name} ${lastName}`
}
