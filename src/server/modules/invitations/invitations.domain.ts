import type { ErrorCode } from '#contract/errors.ts'
import type { EpochMs } from '#time/clock.ts'
import { type StoredClientStatus, statusAt } from '../clients/clients.domain.ts'

/** What decides about a mailed link: the client it invites, and its own secret. */
export type InvitationState = {
  status: StoredClientStatus
  invitedAt: EpochMs | null
  expiresAt: EpochMs
  usedAt: EpochMs | null
  revokedAt: EpochMs | null
}

type Closed = Extract<ErrorCode, `invitation.${'not_found' | 'expired' | 'used' | 'declined'}`>

/**
 * Why a link that once was real no longer opens its invitation at `now`; undefined while it does (product §4). What
 * became of the invitation is told before what became of this one link. A link that a later one replaced has expired.
 */
export function whyClosed(invitation: InvitationState, now: EpochMs): Closed | undefined {
  const { usedAt, revokedAt, expiresAt } = invitation
  switch (statusAt(invitation, now)) {
    case 'active':
    case 'paused':
    case 'finished':
      return 'invitation.used'
    case 'declined':
      return 'invitation.declined'
    case 'expired':
      return 'invitation.expired'
    case 'notInvited':
    case 'archived':
      return 'invitation.not_found'
    case 'invited':
      if (usedAt !== null) return 'invitation.used'
      return revokedAt !== null || expiresAt <= now ? 'invitation.expired' : undefined
  }
}
