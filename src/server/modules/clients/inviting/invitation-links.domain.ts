import type { ErrorCode } from '#contract/errors.ts'
import type { EpochMs } from '#time/clock.ts'
import { type StoredClientStatus, statusAt } from '#server/modules/clients/clients.domain.ts'

/** The facts about a link: the client it invites, and its own secret. */
export type InvitationState = {
  status: StoredClientStatus
  invitedAt: EpochMs | null
  expiresAt: EpochMs
  usedAt: EpochMs | null
  revokedAt: EpochMs | null
  /** They were invited into a group that has ended. */
  groupOver: boolean
}

/** Where a link was sent: to the invited address, or to a person chosen by the coach (product §4). */
export type LinkKind = 'mail' | 'shared'

/** Most links of one invitation that its coach may create for sharing within 24 hours. */
export const SHARES_A_DAY = 20

type Closed = Extract<ErrorCode, `invitation.${'not_found' | 'expired' | 'used' | 'declined' | 'group_over'}`>

/**
 * Why a formerly valid link does not open its invitation at `now`; undefined while it does (product §4). The state of
 * the invitation comes before the state of this one link. A link that was replaced counts as expired.
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
      return invitation.groupOver ? 'invitation.group_over' : 'invitation.not_found'
    case 'archived':
      return 'invitation.not_found'
    case 'invited':
      if (usedAt !== null) return 'invitation.used'
      return revokedAt !== null || expiresAt <= now ? 'invitation.expired' : undefined
  }
}
