import type { InvitationDto } from '#contract/invitations.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { refresh } from '#web/api/query.ts'

/** Sends an answer again with the code that was mailed for it; without one it asks for another code. */
export type SendWithCode = (code?: string) => Promise<void>

/** What each way of answering needs. `onCode` takes over when the answer has to bring a code (product §4). */
export type Answer = {
  invitation: InvitationDto
  token: string
  onDecline: () => void
  onCode: (send: SendWithCode) => void
}

/** Whether a refusal says that a code is on its way to the invited address, and the answer has to come with it. */
export function asksForCode(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.code === 'invitation.code_required'
}

/** Asks the server again when a refusal says that the invitation is no longer what the screen shows. */
export function followRefusal(failure: unknown): void {
  if (!(failure instanceof ApiFailure) || failure.code.startsWith('invitation.code_')) return
  if (failure.code.startsWith('invitation.')) void refresh('client')
}
