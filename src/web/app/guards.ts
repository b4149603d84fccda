import { matchPath } from 'react-router'
import { paths, patterns } from '#web/paths.ts'
import { readArrival } from '#web/widgets/sign-in/google-arrival.ts'
import type { SessionSlice } from '#web/store/store.ts'
import { allScreens, isPublic, patternsOf } from './screens.ts'

/** Who may open an address: people without a sign-in, anybody, or signed-in people (spec §2, product D1). */
export type AddressKind = 'publicOnly' | 'open' | 'private' | 'unknown'

// matchPath compiles the pattern at each call, so it is asked only where the first part is the same. No pattern begins
// with a parameter.
const fits = (pathname: string) => (pattern: string) =>
  firstPart(pattern) === firstPart(pathname) && matchPath(pattern, pathname) !== null

const firstPart = (path: string) => path.split('/')[1]?.toLowerCase()

export function addressKind(pathname: string): AddressKind {
  const found = allScreens.find(
    ([, screen]) => isPublic(screen) && patternsOf(screen).some(fits(pathname)),
  )?.[1]
  if (found) return found.for === 'visitor' ? 'publicOnly' : 'open'
  // Some addresses have no screen yet; a visitor is asked to sign in there all the same.
  return Object.values(patterns).some(fits(pathname)) ? 'private' : 'unknown'
}

type GuardedSession = Pick<SessionSlice, 'isLogged' | 'token' | 'userType' | 'payment'>

/**
 * Where a visitor is sent instead of `pathname`, or null to let them in: nobody without a token enters a private
 * address, nobody signed in sees a public-only one, and a coach without payment sees only /payment, its confirmation and
 * what is open to all (spec §2 and §4, product D6).
 */
export function guard(session: GuardedSession, pathname: string): string | null {
  const kind = addressKind(pathname)
  if (kind === 'open') return null
  if (!session.isLogged || !session.token) return kind === 'private' ? paths.home() : null
  // A coach who comes back from the provider's page sees there whether the payment has come.
  if (matchPath(patterns.paymentDone, pathname)) return null
  const atPayment = matchPath(patterns.payment, pathname) !== null
  if (session.userType === 'coach') {
    if (!session.payment) return atPayment ? null : paths.payment()
    if (atPayment) return paths.home()
  }
  return kind === 'publicOnly' ? paths.dashboard() : null
}

/**
 * What of an address goes along to /payment: how the linking of Google ended, which is told on the account's screen
 * otherwise. Anything else is of the address that was wanted.
 */
export function fragmentFor(target: string, hash: string): string {
  const outcome = target === paths.payment() ? readArrival(hash)?.outcome.kind : undefined
  return outcome === 'linked' || outcome === 'error' ? hash : ''
}

/** What navigation remembers of a private address that was asked for before signing in (product §2). */
export type WantedState = { wanted: string }

/**
 * "//host" and "/\host" would leave this origin, and browsers drop tabs and line breaks before they look. So: one slash,
 * and nothing that an address bar would have spelt otherwise.
 */
const OWN_PATH = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u

/**
 * The address to open after signing in: a private one of this origin, except those of paying. The guard sends a
 * coach who has to pay there anyway, and other people have nothing to do there.
 */
export function wantedPath(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('wanted' in state)) return null
  const { wanted } = state
  if (typeof wanted !== 'string' || !OWN_PATH.test(wanted)) return null
  const pathname = wanted.split(/[?#]/)[0] ?? ''
  const isOfPayment = [patterns.payment, patterns.paymentDone].some((each) => matchPath(each, pathname))
  return addressKind(pathname) === 'private' && !isOfPayment ? wanted : null
}
