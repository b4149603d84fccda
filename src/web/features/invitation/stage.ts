import type { InvitationDto } from '#contract/invitations.ts'
import { ApiFailure } from '#web/api/failure.ts'

/** The kind of visitor of an open invitation, and so what it offers (product §4). */
export type Stage = 'newAccount' | 'signIn' | 'withGoogle' | 'oneTap' | 'otherAccount'

export function stageOf(
  { email, accountExists }: Pick<InvitationDto, 'email' | 'accountExists'>,
  signedInAs: string | null,
  hasTicket = false,
): Stage {
  if (signedInAs === null && hasTicket) return 'withGoogle'
  if (signedInAs === null) return accountExists ? 'signIn' : 'newAccount'
  return signedInAs.toLowerCase() === email.toLowerCase() ? 'oneTap' : 'otherAccount'
}

/**
 * Why an invitation cannot be answered (product §4); `refused`: it was just declined, `renewed`: a new link was just
 * requested.
 */
export type Closed = 'missing' | 'expired' | 'used' | 'declined' | 'groupOver' | 'refused' | 'renewed'

/** The refusal behind a failure; null when a retry may help. A malformed link counts as a missing invitation. */
export function closedBy(failure: unknown): Closed | null {
  if (!(failure instanceof ApiFailure)) return null
  switch (failure.code) {
    case 'invitation.expired':
      return 'expired'
    case 'invitation.used':
      return 'used'
    case 'invitation.declined':
      return 'declined'
    case 'invitation.group_over':
      return 'groupOver'
    case 'invitation.not_found':
    case 'request.invalid':
      return 'missing'
    default:
      return null
  }
}

/** The initial zone of a form: the browser's, or the one set by the coach. */
export const presetZone = (browser: string, noted: string) => (browser === 'UTC' ? noted : browser)
