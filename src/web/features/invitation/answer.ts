import type { InvitationDto } from '#contract/invitations.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { refresh } from '#web/api/query-client.ts'

/** Resends an answer with the mailed code; without a code it requests another one. */
export type SendWithCode = (code?: string) => Promise<void>

/** What each way of answering needs. `onCode` takes over when the answer requires a code (product §4). */
export type Answer = {
  invitation: InvitationDto
  token: string
  onDecline: () => void
  onCode: (send: SendWithCode) => void
}

/** Whether a refusal says that a code was mailed to the invited address and is required. */
export function asksForCode(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'invitation.code_required'
}

/** Refetches when a refusal says that the invitation is no longer what the screen shows. */
export function followRefusal(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.code.startsWith('invitation.code_')) return
  if (failure.code.startsWith('invitation.')) void refresh('invitation')
}
