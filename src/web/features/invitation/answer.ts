import type { InvitationDto } from '#contract/invitations.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { refresh } from '#web/api/query.ts'

/** What each way of answering needs. */
export type Answer = { invitation: InvitationDto; token: string; onDecline: () => void }

/** Asks the server again when a refusal says that the invitation is no longer what the screen shows. */
export function followRefusal(failure: unknown): void {
  if (failure instanceof ApiFailure && failure.code.startsWith('invitation.')) void refresh('client')
}
