import type { ErrorCode } from '#contract/errors.ts'
import type { GoogleError } from '#contract/account/google.ts'
import { type ClientId, type UserId, withoutBidi } from '#contract/values.ts'
import { MINUTE_MS } from '#time/clock.ts'

/** How long somebody may take at the provider. */
export const FLOW_MS = 10 * MINUTE_MS

/** How long a ticket is good: enough to fill in the registration. */
export const TICKET_MS = 15 * MINUTE_MS

/** What decides about somebody whom the provider vouches for. */
export type IdentityFacts = {
  /** Whether the provider says that the e-mail is theirs. */
  emailVerified: boolean
  /** The identity is linked to an account already. */
  known: boolean
  /** The account of the same e-mail, and whether it is linked to another identity of this provider. */
  account: { hasIdentity: boolean } | undefined
  /** A coach's invitation waits for the e-mail. */
  invited: boolean
}

export type Way = 'signIn' | 'link' | 'invitation' | 'register'
type Refused = Extract<ErrorCode, 'auth.google_unverified' | 'auth.google_elsewhere'>

/**
 * Where an identity leads (product §3, §1 D2): into the account it is linked to, or into the account of the same
 * verified e-mail, which it is linked to by that; otherwise to the invitation that waits for the e-mail, and only
 * without one to a coach's registration. An e-mail that is not verified opens nothing and finds nothing out.
 */
export function wayOf({ emailVerified, known, account, invited }: IdentityFacts): Way | Refused {
  if (known) return 'signIn'
  if (!emailVerified) return 'auth.google_unverified'
  if (account) return account.hasIdentity ? 'auth.google_elsewhere' : 'link'
  return invited ? 'invitation' : 'register'
}

/** Whether this way makes a new account: `new` of the place the callback ends at (product §3). */
export function isNewcomer(way: Way): boolean {
  return way === 'invitation' || way === 'register'
}

/**
 * Whether a text is a path of this origin and nothing else: `//host` and `/\host` lead elsewhere, and so may what a
 * browser takes out of a path before it reads it (ASVS 3.7.2).
 */
export function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)
}

/** What a flow was begun for. */
export type FlowAim = {
  returnTo: string | null
  linkUserId: UserId | null
  invitationClientId: ClientId | null
}

/** How it ended: with a ticket, with the link made, or with nothing. */
export type FlowEnd =
  | { ticket: string; isNew: boolean; linkToken?: string | undefined }
  | { linked: true }
  | { error: GoogleError; linkToken?: string | undefined }

/**
 * The place of the web a flow ends at. What it brings stands in the fragment, which browsers keep to themselves, so no
 * ticket and no link's secret is ever in a log. `linkToken` opens the invitation again that the flow was begun from.
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

/** A name from outside as one line of at most `max` characters; what the provider did not tell is empty. */
export function cleanName(text: string, max: number): string {
  return withoutBidi(text)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .trim()
}
