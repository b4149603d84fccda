import type { ErrorCode } from '#contract/errors.ts'
import type { GoogleError } from '#contract/account/google.ts'
import { type ClientId, type UserId, withoutBidi } from '#contract/values.ts'
import { MINUTE_MS } from '#time/clock.ts'

/** How long a person may take at the provider. */
export const FLOW_MS = 10 * MINUTE_MS

/** How long a ticket is valid: enough to fill in the registration. */
export const TICKET_MS = 15 * MINUTE_MS

/** The facts about a person whom the provider has verified. */
export type IdentityFacts = {
  /** Whether the provider says that the e-mail is verified. */
  emailVerified: boolean
  /** The identity is linked to an account already. */
  known: boolean
  /** The account of the same e-mail, and whether it is linked to another identity of this provider. */
  account: { hasIdentity: boolean } | undefined
  /** The e-mail has an open invitation of a coach. */
  invited: boolean
}

export type Way = 'signIn' | 'link' | 'invitation' | 'register'
type Refused = Extract<ErrorCode, 'auth.google_unverified' | 'auth.google_elsewhere'>

/**
 * Where an identity leads (product §3, §1 D2): to the account it is linked to, or to the account with the same verified
 * e-mail, which it is then linked to; otherwise to the open invitation of the e-mail, and only without one to a coach's
 * registration. An unverified e-mail gives no access and reveals nothing.
 */
export function wayOf({ emailVerified, known, account, invited }: IdentityFacts): Way | Refused {
  if (known) return 'signIn'
  if (!emailVerified) return 'auth.google_unverified'
  if (account) return account.hasIdentity ? 'auth.google_elsewhere' : 'link'
  return invited ? 'invitation' : 'register'
}

/** Whether this way creates an account: `new` of the callback's address (product §3). */
export function isNewcomer(way: Way): boolean {
  return way === 'invitation' || way === 'register'
}

/**
 * Whether a text is only a path of this origin: `//host` and `/\host` lead elsewhere, and so may characters that a
 * browser removes from a path before it reads it (ASVS 3.7.2).
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)
}

/** The purpose of a flow. */
export type FlowAim = {
  returnTo: string | null
  linkUserId: UserId | null
  invitationClientId: ClientId | null
}

/** The result: a ticket, a link made, or an error. */
export type FlowEnd =
  | { ticket: string; isNew: boolean; linkToken?: string | undefined }
  | { linked: true }
  | { error: GoogleError; linkToken?: string | undefined }

/**
 * The address a flow ends at. Its data is in the fragment, which browsers do not send, so no ticket and no link secret
 * is ever logged. `linkToken` opens the invitation that the flow began at.
 */
export function arrival(aim: FlowAim | undefined, end: FlowEnd): string {
  const fragment = new URLSearchParams()
  if ('ticket' in end) {
    fragment.set('google', end.ticket)
    fragment.set('new', end.isNew ? '1' : '0')
  } else if ('error' in end) {
    fragment.set('google_error', end.error)
  } else {
    fragment.set('google', 'linked')
  }
  if (aim?.linkUserId) return `/profile/account#${fragment}`
  if (aim?.invitationClientId && !('linked' in end) && end.linkToken) {
    fragment.set('t', end.linkToken)
    return `/invitation/${aim.invitationClientId}#${fragment}`
  }
  if (aim?.returnTo) fragment.set('to', aim.returnTo)
  return `/#${fragment}`
}

/** An external name as one line of at most `max` characters; empty if the provider sent no name. */
export function cleanName(text: string, max: number): string {
  return withoutBidi(text)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim()
}
