import type { GoogleError } from '#contract/account/google.ts'

/** The result of the sign-in through Google (product §3). */
export type GoogleArrival = {
  outcome:
    | { kind: 'ticket'; ticket: string; isNew: boolean }
    | { kind: 'linked' }
    | { kind: 'error'; error: GoogleError }
  /** The URL that was requested before the sign-in. */
  to: string | null
  /** Reopens the invitation that the sign-in was started from. */
  linkToken: string | null
}

const ERRORS: Record<GoogleError, true> = {
  cancelled: true,
  expired: true,
  failed: true,
  unavailable: true,
  unverified: true,
  unconfirmed: true,
  off: true,
  other: true,
  otherEmail: true,
  tooMany: true,
}

/** Reads the fragment of the URL that the callback redirected to; null for any other fragment. */
export function readArrival(hash: string): GoogleArrival | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const outcome = outcomeOf(fragment)
  return outcome && { outcome, to: fragment.get('to'), linkToken: fragment.get('t') }
}

function outcomeOf(fragment: URLSearchParams): GoogleArrival['outcome'] | null {
  const error = fragment.get('google_error')
  if (error !== null) return { kind: 'error', error: isKnown(error) ? error : 'failed' }
  const ticket = fragment.get('google')
  if (!ticket) return null
  return ticket === 'linked'
    ? { kind: 'linked' }
    : { kind: 'ticket', ticket, isNew: fragment.get('new') === '1' }
}

function isKnown(error: string): error is GoogleError {
  return Object.hasOwn(ERRORS, error)
}
