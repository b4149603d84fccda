import type { InvitationDto } from '#contract/invitations.ts'
import { ApiFailure } from '#web/api/failure.ts'

/** Whom the open invitation finds, and so what it offers (product §4). */
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
 * Why an invitation cannot be answered (product §4); `refused` is the no that was just said, `renewed` the fresh link
 * that was just asked for.
 */
export type Closed = 'missing' | 'expired' | 'used' | 'declined' | 'groupOver' | 'refused' | 'renewed'

/** The refusal behind a failure; null when asking again may help. A malformed link is a missing invitation. */
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

/** The zone a form begins with: where the browser is, or what the coach noted when the browser does not say. */
export const presetZone = (browser: string, noted: string) => (browser === 'UTC' ? noted : browser)
