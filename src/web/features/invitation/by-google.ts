import type { GoogleData } from '#contract/account/auth.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'

/** The ticket of somebody who came back from Google; null for everybody else. */
export type ByGoogle = { ticket?: string | null }

/** What accepting adds to its body for them. */
export function byGoogle(ticket: string | null): { googleData?: GoogleData } {
  return ticket === null ? {} : { googleData: { ticket } }
}

/** A ticket that opens nothing is forgotten, so that the screen offers every way in again, and says why. */
export function dropSpentTicket(failure: unknown): void {
  if (!(failure instanceof ApiFailure)) return
  if (failure.code === 'invitation.other_google') rememberGoogle({ error: 'otherEmail' })
  if (failure.code.startsWith('auth.google_')) rememberGoogle({ failure: failure.text })
}
