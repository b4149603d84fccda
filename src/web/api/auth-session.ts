import type { Me, Membership, SessionUser } from '#contract/account/auth.ts'
import { systemClock } from '#time/clock.ts'
import { setAlert } from '#web/store/alert.ts'
import {
  type SessionSlice,
  countUserChanges,
  initialRoot,
  resetSession,
  sessionOf,
  setSession,
  setToken,
  useStore,
} from '#web/store/store.ts'
import { paths } from '#web/paths.ts'
import { storage } from '#web/storage.ts'
import { call } from './call.ts'
import { changeTexts, i18n } from './texts/i18n.ts'
import { queryCache } from './query-cache.ts'
import { whenQuiet } from './quiet.ts'
import { closeSocket, openSocket } from './realtime/realtime.ts'
import { drafts } from './secure-drafts.ts'
import { newestToken } from './newest-token.ts'
import { isNewer, isSameSignIn, isTokenExpired } from './token.ts'

/**
 * Signs in with a new token from the server: first saves the token, then fetches the profile, then saves userId and
 * token again (spec §4). If the profile cannot be loaded, the session is reset and the failure is thrown.
 * `beforeArrival` runs after loading, just before the routes change to the new person's.
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

/** Clears the state of the previous account, and signs in with the token. */
async function enter(token: string, beforeArrival?: () => void): Promise<void> {
  closeSocket()
  queryCache.clear()
  resetSession()
  setToken(token)
  await fetchProfile(beforeArrival)
  void openSocket()
}

// How many profiles were asked for, and the latest of them that is shown: the answer to an earlier one is older.
let profilesAsked = 0
let profileShown = 0

/**
 * Refetches the profile, so that name and payment are the server's. A new payment is announced. A user that was changed
 * during the request is newer than the answer, and stays.
 */
export async function fetchProfile(beforeArrival?: (me: Me) => void): Promise<Me> {
  profilesAsked += 1
  const number = profilesAsked
  // A sign-in leads on to its first screen, whatever else was asked for meanwhile.
  const isOvertaken = () => !beforeArrival && number < profileShown
  const before = useStore.getState().session
  const asked = before.token
  const changes = countUserChanges()
  const me = await call('GET /v1/auth/me')
  if (isOvertaken()) return me
  // The first screen is already in the person's language.
  await changeTexts(newestOf(me, changes).language)
  // Signed out, signed in with another account, or switched to another space during the request.
  if (!tokenOfSame(asked)) return me
  await drafts.keepOnly(me.id)
  const token = tokenOfSame(asked)
  if (!token || isOvertaken()) return me
  profileShown = number
  beforeArrival?.(me)
  showProfile({ ...sessionOf(me, token), user: newestOf(me, changes) })
  storage.writeSession({ token, userId: me.id })
  const isPayer = before.isLogged && before.userType === 'coach' && me.userType === 'coach'
  // Somebody in a trial, or whose plan has ended, has the use of their account before they pay too. A plan that is kept after
  // all is active again without a payment, and an exempt coach pays nothing.
  const paysOn = before.paymentStatus === 'trial' || before.paymentStatus === 'pastDue'
  // A trial opens the account as well, but nothing was paid.
  const isOpened = me.payment && me.paymentStatus !== 'exempt' && me.paymentStatus !== 'trial'
  const hasPaid = before.payment ? paysOn && me.paymentStatus === 'active' : isOpened
  if (isPayer && hasPaid) setAlert(i18n.t('common:paid'), 'success')
  return me
}

/** What has not changed is not set again: everything on the screen that knows the person would render for nothing. */
function showProfile(session: SessionSlice): void {
  const { session: shown } = useStore.getState()
  const isSame = JSON.stringify(shown.user) === JSON.stringify(session.user)
  setSession(isSame ? { ...session, user: shown.user } : session)
}

/** The user of an answer, or the one in the store if it was changed since there were `changes` of it. */
function newestOf({ user: answered }: Me, changes: number): SessionUser {
  const { user } = useStore.getState().session
  const isSame = user?.id === answered.id && user.clientId === answered.clientId
  return isSame && countUserChanges() !== changes ? user : answered
}

/** The current token, while it belongs to the sign-in that made the request. */
function tokenOfSame(asked: string | null): string | undefined {
  const token = newestToken()
  return asked && token && isSameSignIn(asked, token) ? token : undefined
}

// While true, the previous sign-in has ended on the server, and the next one has not arrived yet.
let isMoving = false

/**
 * Switches the person to another of their spaces (product §1 D19): another sign-in with separate caches and socket, and
 * its first screen. Until the new token has arrived, calls with the old one are refused; that must not sign out.
 */
export async function changeSpace(membershipId: Membership['id']): Promise<void> {
  isMoving = true
  // Before the server cuts it, which would look like an ended sign-in.
  closeSocket()
  try {
    const { token } = await call('POST /v1/auth/switch', { body: { membershipId } })
    await enterSpace(token).catch((failure: unknown) => {
      // The previous sign-in has ended: without the next one's profile there is nothing to continue with.
      forgetSession()
      throw failure
    })
  } finally {
    isMoving = false
    openSocketIfSignedIn()
  }
}

/** Continues with another sign-in of the same person, on the first screen if it is in another space. */
async function enterSpace(token: string): Promise<void> {
  const { user } = useStore.getState().session
  setToken(token)
  storage.writeSession({ token, ...(user && { userId: user.id }) })
  await fetchProfile((me) => {
    queryCache.clear()
    if (me.user.clientId !== user?.clientId) history.replaceState(null, '', paths.dashboard())
  })
}

/**
 * Ends the sign-in here and on the server; clears all local storage (spec §4), including unsent drafts and their keys
 * (product §1 D16). It works without a connection.
 */
export async function signOut(): Promise<void> {
  // Caught at once: it may have failed before the rest is done.
  const ended = call('POST /v1/auth/logout').catch(() => undefined)
  const pushEnded = import('./device/push.ts').then(({ endPush }) => endPush()).catch(() => undefined)
  closeSocket()
  queryCache.clear()
  useStore.setState({ ...initialRoot, translate: useStore.getState().translate })
  storage.clear()
  await drafts.wipe()
  await Promise.all([ended, pushEnded])
}

/**
 * Ends a sign-in whose token has expired or was revoked, and says so (spec §4). If another tab has stored a newer one,
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

/** Follows another tab of this browser: signed out, renewed the token, or signed in with another account. */
export function followOtherTab(record: ReturnType<typeof storage.readSession>): void {
  const { session } = useStore.getState()
  if (!record) {
    if (!session.token || isMoving) return
    // An expired sign-in shows the same message in each tab; a sign-out in another tab shows none.
    return isTokenExpired(session.token, systemClock.now()) ? endExpiredSession() : forgetSession()
  }
  if (record.token === session.token) return
  if (session.isLogged && record.userId === session.user?.id) {
    if (!isSameSignIn(record.token, session.token ?? '')) void followToSpace(record.token)
    // Of two tabs that renewed at the same time both end with the newer token.
    else if (isNewer(record.token, session.token ?? '')) setToken(record.token)
    return
  }
  // During a sign-in in another tab the record has no userId yet.
  // If its profile cannot be loaded, only this tab is signed out: the storage belongs to the other tab.
  if (record.userId) void enter(record.token).catch(resetSession)
}

async function followToSpace(token: string): Promise<void> {
  closeSocket()
  await enterSpace(token).then(openSocket, resetSession)
}

/**
 * After a start with a stored sign-in: opens the socket (spec §4) once the screen has what it shows, and loads the profile
 * if only the token was stored.
 */
export function resumeSession(): void {
  const { token, isLogged } = useStore.getState().session
  if (!token || isTokenExpired(token, systemClock.now())) return
  // A stored profile is used until the server answers; without one the app cannot continue.
  if (isLogged) whenQuiet(openSocketIfSignedIn)
  else void completeSignIn(token).catch(() => undefined)
}

function openSocketIfSignedIn(): void {
  if (!isMoving && useStore.getState().session.isLogged) void openSocket()
}

function forgetSession(): void {
  closeSocket()
  queryCache.clear()
  resetSession()
  storage.removeSession()
}
