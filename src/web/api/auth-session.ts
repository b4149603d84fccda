import { queryOptions } from '@tanstack/react-query'
import type { Me, Membership } from '#contract/account/auth.ts'
import { systemClock } from '#time/clock.ts'
import { setAlert } from '#web/store/alert.ts'
import { initialRoot, resetSession, sessionOf, setSession, setToken, useStore } from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { storage } from '#web/storage.ts'
import { call } from './call.ts'
import { changeTexts, i18n } from './texts/i18n.ts'
import { queryClient, queryKey } from './query.ts'
import { closeSocket, openSocket } from './realtime.ts'
import { drafts } from './secure-drafts.ts'
import { newestToken } from './newest-token.ts'
import { isNewer, isSameSignIn, isTokenExpired } from './token.ts'

/**
 * Signs in with a token the server just gave: first saves the token, then fetches the profile, then saves userId and
 * token again (spec §4). When the profile cannot be had the session goes back to its start, and the failure goes on.
 * `beforeArrival` runs once all is known, just before the routes change to the new person's.
 */
export async function completeSignIn(token: string, beforeArrival?: () => void): Promise<void> {
  storage.writeSession({ token })
  try {
    await enter(token, beforeArrival)
  } catch (failure) {
    forgetSession()
    throw failure
  }
}

/** Leaves everything of whoever was here before, and goes in as the holder of the token. */
async function enter(token: string, beforeArrival?: () => void): Promise<void> {
  closeSocket()
  queryClient.clear()
  resetSession()
  setToken(token)
  await fetchProfile(beforeArrival)
  void openSocket()
}

/** Fetches the profile anew, so that name and payment are the server's. A payment that has arrived is told. */
export async function fetchProfile(beforeArrival?: (me: Me) => void): Promise<Me> {
  const before = useStore.getState().session
  const asked = before.token
  const me = await call('GET /v1/auth/me')
  // The first screen is already in the person's language.
  await changeTexts(me.user.language)
  // Signed out, in as somebody else, or gone to another space, while the answer was on its way.
  if (!tokenOfSame(asked)) return me
  await drafts.keepOnly(me.id)
  const token = tokenOfSame(asked)
  if (!token) return me
  beforeArrival?.(me)
  setSession(sessionOf(me, token))
  storage.writeSession({ token, userId: me.id })
  const isPayer = before.isLogged && before.userType === 'coach' && me.userType === 'coach'
  if (isPayer && !before.payment && me.payment) setAlert(i18n.t('common:paid'), 'success')
  return me
}

/** The token now, while it belongs to the sign-in that was asked with. */
function tokenOfSame(asked: string | null): string | undefined {
  const token = newestToken()
  return asked && token && isSameSignIn(asked, token) ? token : undefined
}

/**
 * The profile as a query, so that live events and a return to the tab renew it. What it says of the person lies in
 * the store; its own data are the places they can be in (product §1 D19).
 */
export const profileQuery = queryOptions({
  queryKey: queryKey('me'),
  queryFn: async () => (await fetchProfile()).memberships,
})

// While it is true the sign-in before has ended on the server, and the next one is not here yet.
let isMoving = false

/**
 * Takes the person to another of their spaces (product §1 D19): another sign-in, its own caches and socket, and its
 * first screen. Until the new token has arrived, calls that still carry the old one are refused; that ends nothing.
 */
export async function changeSpace(membershipId: Membership['id']): Promise<void> {
  isMoving = true
  // Before the server cuts it, which would look like an ended sign-in.
  closeSocket()
  try {
    const { token } = await call('POST /v1/auth/switch', { body: { membershipId } })
    await enterSpace(token).catch((failure: unknown) => {
      // The sign-in before has ended: without the next one's profile there is nothing to go on with.
      forgetSession()
      throw failure
    })
  } finally {
    isMoving = false
    if (useStore.getState().session.isLogged) void openSocket()
  }
}

/** Goes on under another sign-in of the same person, on the first screen where that is in another space. */
async function enterSpace(token: string): Promise<void> {
  const { user } = useStore.getState().session
  setToken(token)
  storage.writeSession({ token, ...(user && { userId: user.id }) })
  await fetchProfile((me) => {
    queryClient.clear()
    if (me.user.clientId !== user?.clientId) history.replaceState(null, '', paths.dashboard())
  })
}

/**
 * Ends the sign-in here and on the server; clears all local storage (spec §4), unsent drafts and their keys included
 * (product §1 D16). The way out never depends on the net.
 */
export async function signOut(): Promise<void> {
  const ended = call('POST /v1/auth/logout')
  closeSocket()
  queryClient.clear()
  useStore.setState({ ...initialRoot, translate: useStore.getState().translate })
  storage.clear()
  await drafts.wipe()
  await ended.catch(() => undefined)
}

/**
 * Ends a sign-in whose token has run out or was revoked, and says so (spec §4). Where another tab has stored one since,
 * that is followed instead.
 */
export function endExpiredSession(): void {
  const { token } = useStore.getState().session
  if (isMoving || !token) return
  const stored = storage.readSession()
  if (stored?.userId !== undefined && stored.token !== token) return followOtherTab(stored)
  forgetSession()
  setAlert(i18n.t('common:sessionExpired'), 'error')
}

/** Ends the sign-in when its token has run out; asked on every change of session or route (spec §4). */
export function checkExpiry(): void {
  const token = newestToken()
  if (token && isTokenExpired(token, systemClock.now())) endExpiredSession()
}

/** Takes over what another tab of this browser did: signed out, renewed the token, or signed in as somebody else. */
export function followOtherTab(record: ReturnType<typeof storage.readSession>): void {
  const { session } = useStore.getState()
  if (!record) {
    if (!session.token || isMoving) return
    // A sign-in that ran out ends in each tab in the same words; one that was signed out of needs none.
    return isTokenExpired(session.token, systemClock.now()) ? endExpiredSession() : forgetSession()
  }
  if (record.token === session.token) return
  if (session.isLogged && record.userId === session.user?.id) {
    if (!isSameSignIn(record.token, session.token ?? '')) void followToSpace(record.token)
    // Of two tabs that renewed at the same time both end with the newer token.
    else if (isNewer(record.token, session.token ?? '')) setToken(record.token)
    return
  }
  // Halfway through a sign-in elsewhere the record has no userId yet.
  // When its profile cannot be had, only this tab is signed out: what is stored is the other tab's.
  if (record.userId) void enter(record.token).catch(resetSession)
}

async function followToSpace(token: string): Promise<void> {
  closeSocket()
  await enterSpace(token).then(openSocket, resetSession)
}

/** After a start with a stored sign-in: the socket (spec §4), and the profile when only the token was kept. */
export function resumeSession(): void {
  const { token, isLogged } = useStore.getState().session
  if (!token || isTokenExpired(token, systemClock.now())) return
  // A stored profile serves until the server answers; without one there is nothing to go on with.
  if (isLogged) void openSocket()
  else void completeSignIn(token).catch(() => undefined)
}

function forgetSession(): void {
  closeSocket()
  queryClient.clear()
  resetSession()
  storage.removeSession()
}
