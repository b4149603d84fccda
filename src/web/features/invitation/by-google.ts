import type { GoogleData } from '#contract/account/auth.ts'
import { ApiFailure } from '#web/api/failure.ts'
import { rememberGoogle } from '#web/widgets/sign-in/google-memory.ts'

/** The ticket of a person who returned from Google; otherwise null. */
export type ByGoogle = { ticket?: string | null }

/** What accepting with a ticket adds to its body. */
export function byGoogle(ticket: string | null): { googleData?: GoogleData } {
  return ticket === null ? {} : { googleData: { ticket } }
}

/** Forgets an invalid ticket, so that the screen offers every way to answer again, and says why. */
export function dropSpentTicket(failure: unknown): void {
  if (!(failure instanceof ApiFailure)) return
  if (failure.code === 'invitation.other_google') rememberGoogle({ error: 'otherEmail' })
  if (failure.code.startsWith('auth.google_')) rememberGoogle({ failure: failure.text })
}
