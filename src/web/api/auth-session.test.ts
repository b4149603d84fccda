import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { initialRoot, sessionOf, setSession, setUser, signedOut, useStore } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import common from '../../../public/locales/es-MX/common.json' with { type: 'json' }
import {
  changeSpace,
  checkExpiry,
  completeSignIn,
  endExpiredSession,
  fetchProfile,
  followOtherTab,
  resumeSession,
  signOut,
} from './auth-session.ts'
import { i18n } from './texts/i18n.ts'
import { queryClient } from './query-client.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

// A sign-in opens the socket; in this test nobody is at the other end.
const socket = vi.hoisted(() => ({ opened: 0, closed: 0 }))
vi.mock('socket.io-client', () => {
  const silent = {
    on: () => silent,
    onAny: () => silent,
    io: { on: () => undefined },
    connect: () => (socket.opened += 1),
    removeAllListeners: () => silent,
    disconnect: () => (socket.closed += 1),
  }
  return { io: () => silent }
})
resetModulesAfterwards()

const me = (over: object = {}) => ({
  id: 'u1',
  payment: true,
  paymentStatus: 'active',
  userType: 'coach',
  user: { id: 'u1', name: 'Ana', group: null, clientId: null },
  memberships: [],
  ...over,
})

const asClient = me({
  userType: 'client',
  user: { id: 'u1', name: 'Ana', group: null, clientId: 'c1', coach: { id: 'u2' } },
})

/** The server's answer to GET auth/me, and what was stored at that moment. */
let profile: () => Response
let storedWhileFetching: unknown
const calls: string[] = []

const ok = (body: unknown) => new Response(JSON.stringify(body), { status: 200 })

const jwt = (exp: number, sid = 'one') =>
  ['e30', Buffer.from(JSON.stringify({ exp, iat: exp - 604_800, sid })).toString('base64url'), 'x'].join('.')

beforeAll(async () => {
  await i18n.init({ lng: 'es-MX', resources: { 'es-MX': { common } } })
})

beforeEach(() => {
  calls.length = 0
  profile = () => ok(me())
  vi.stubGlobal('fetch', (url: string) => {
    calls.push(url)
    if (!url.endsWith('/auth/me')) return Promise.resolve(new Response(null, { status: 204 }))
    storedWhileFetching = storage.readSession()
    return Promise.resolve(profile())
  })
  // The page has loaded.
  vi.stubGlobal('document', { readyState: 'complete', visibilityState: 'hidden' })
  storage.clear()
  useStore.setState(initialRoot, true)
})

// The next file of this process sees no page again.
afterAll(() => vi.unstubAllGlobals())

test('an answer that was overtaken by that of a later call is not shown', async () => {
  await completeSignIn('t1')
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const held = [...answers]
  vi.stubGlobal('fetch', () => held.shift()!.promise)
  const asked = [fetchProfile(), fetchProfile()]
  const living = (city: string) => ok(me({ user: { ...me().user, city } }))
  answers[1]!.resolve(living('Puebla'))
  await asked[1]
  answers[0]!.resolve(living('León'))
  await asked[0]
  expect(useStore.getState().session.user).toMatchObject({ city: 'Puebla' })
})

test('a profile that was asked for before settings were saved does not undo them', async () => {
  await completeSignIn('t1')
  const held = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => held.promise)
  const asked = fetchProfile()
  const saved = { ...useStore.getState().session.user!, city: 'Puebla' }
  setUser(saved)
  held.resolve(ok(me({ payment: false, user: { ...saved, city: 'León' } })))
  await asked
  // What the settings do not have is taken from the answer.
  expect(useStore.getState().session).toMatchObject({ user: saved, payment: false })
})

describe('signing in (spec §4)', () => {
  // @spec 4.3
  test('first saves the token, then fetches the profile, then saves userId and token again', async () => {
    await completeSignIn('t1')
    expect(storedWhileFetching).toEqual({ token: 't1' })
    expect(storage.readSession()).toEqual({ token: 't1', userId: 'u1' })
    expect(useStore.getState().session).toMatchObject({
      token: 't1',
      isLogged: true,
      userType: 'coach',
      payment: true,
      user: { id: 'u1' },
    })
  })

  // @spec 4.2
  test('opens the socket, and a stored sign-in opens it again', async () => {
    const before = socket.opened
    await completeSignIn('t1')
    await expect.poll(() => socket.opened).toBe(before + 1)
    useStore.setState({ session: { ...useStore.getState().session, token: jwt(99_999_999_999) } })
    resumeSession()
    await expect.poll(() => socket.opened).toBe(before + 2)
  })

  // @spec 4.4
  test('whose profile cannot be loaded goes back to the initial state', async () => {
    profile = () => new Response('{}', { status: 500 })
    await expect(completeSignIn('t1')).rejects.toMatchObject({ code: 'server.unavailable' })
    expect(useStore.getState().session).toEqual(signedOut)
    expect(storage.readSession()).toBeNull()
  })

  test('forgets what was fetched for the person before', async () => {
    queryClient.setQueryData(['client', 'list'], ['secret'])
    await completeSignIn('t1')
    expect(queryClient.getQueryData(['client', 'list'])).toBeUndefined()
  })

  test('a profile that arrives after signing out changes nothing', async () => {
    setSession(sessionOf(me() as never, 't1'))
    profile = () => {
      useStore.setState(initialRoot, true)
      return ok(me())
    }
    await fetchProfile()
    expect(useStore.getState().session).toEqual(signedOut)
    expect(storage.readSession()).toBeNull()
  })
})

describe('a payment that has arrived', () => {
  test('is announced once (product §5)', async () => {
    setSession(sessionOf(me({ payment: false, paymentStatus: 'none' }) as never, 't1'))
    storage.writeSession({ token: 't1', userId: 'u1' })
    await fetchProfile()
    expect(useStore.getState().alert).toEqual({
      msg: 'Pago recibido. ¡Gracias!',
      type: 'success',
      status: true,
    })
    useStore.setState({ alert: initialRoot.alert })
    await fetchProfile()
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('before the trial ends is announced as well', async () => {
    setSession(sessionOf(me({ paymentStatus: 'trial' }) as never, 't1'))
    storage.writeSession({ token: 't1', userId: 'u1' })
    await fetchProfile()
    expect(useStore.getState().alert.msg).toBe('Pago recibido. ¡Gracias!')
  })

  test.each([
    [
      'a plan that is kept after all',
      { payment: true, paymentStatus: 'cancelled' },
      { paymentStatus: 'active' },
    ],
    ['an exemption', { payment: false, paymentStatus: 'none' }, { paymentStatus: 'exempt' }],
  ])('is not announced for %s', async (_, before, after) => {
    setSession(sessionOf(me(before) as never, 't1'))
    storage.writeSession({ token: 't1', userId: 'u1' })
    profile = () => ok(me(after))
    await fetchProfile()
    expect(useStore.getState().alert.status).toBe(false)
  })
})

// @spec 2.20, 4.5
test('logout resets the session and clears all local storage (spec §4), with or without a connection', async () => {
  await completeSignIn('t1')
  storage.writeCollapsed(true)
  storage.writeDismissedZone('Europe/Madrid')
  storage.secure.write('u1.draft', 'x')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  const before = socket.closed
  await signOut()
  await expect.poll(() => socket.closed).toBe(before + 1)
  expect(useStore.getState().session).toEqual(signedOut)
  expect(useStore.getState().socket).toEqual({ isConnected: false, socketId: null })
  expect(storage.readSession()).toBeNull()
  expect(storage.readCollapsed()).toBe(false)
  expect(storage.readDismissedZone()).toBeNull()
  expect(storage.secure.keys()).toEqual([])
})

describe('an expired token (spec §4)', () => {
  const said = {
    msg: 'Su sesión ha expirado, por favor inicie sesión nuevamente',
    type: 'error',
    status: true,
  }

  // @spec 4.10, 8.5
  test('ends the session and says so', () => {
    setSession(sessionOf(me() as never, jwt(1)))
    storage.writeSession({ token: jwt(1), userId: 'u1' })
    checkExpiry()
    expect(useStore.getState().session).toEqual(signedOut)
    expect(storage.readSession()).toBeNull()
    expect(useStore.getState().alert).toEqual(said)
  })

  test('that is still good changes nothing', () => {
    setSession(sessionOf(me() as never, jwt(99_999_999_999)))
    checkExpiry()
    expect(useStore.getState().session.isLogged).toBe(true)
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('gives way to the one that another tab has stored since', () => {
    setSession(sessionOf(me() as never, jwt(1)))
    storage.writeSession({ token: jwt(99_999_999_999), userId: 'u1' })
    checkExpiry()
    expect(useStore.getState().session).toMatchObject({ token: jwt(99_999_999_999), isLogged: true })
    expect(useStore.getState().alert.status).toBe(false)
    // During a sign-in in another tab there is no account to follow yet.
    setSession(sessionOf(me() as never, jwt(1)))
    storage.writeSession({ token: 't2' })
    checkExpiry()
    expect(useStore.getState().alert).toEqual(said)
  })

  test('is not announced to a visitor', () => {
    endExpiredSession()
    checkExpiry()
    expect(useStore.getState().alert.status).toBe(false)
  })
})

describe('changing the space (product §1 D19)', () => {
  const gone: string[] = []
  let answer: () => Response

  beforeEach(() => {
    gone.length = 0
    vi.stubGlobal('history', { replaceState: (_: null, __: string, path: string) => gone.push(path) })
    answer = () => ok({ token: jwt(9, 'two'), userType: 'client' })
    profile = () => ok(asClient)
    vi.stubGlobal('fetch', (url: string) => Promise.resolve(url.endsWith('/switch') ? answer() : profile()))
    setSession(sessionOf(me({ payment: false }) as never, jwt(9)))
    storage.writeSession({ token: jwt(9), userId: 'u1' })
  })
  const change = () => changeSpace('m2' as never)

  test('forgets what was fetched, keeps the new token and opens the first screen', async () => {
    queryClient.setQueryData(['client', 'list'], ['secret'])
    await change()
    expect(queryClient.getQueryData(['client', 'list'])).toBeUndefined()
    expect(useStore.getState().session).toMatchObject({ token: jwt(9, 'two'), userType: 'client' })
    expect(storage.readSession()).toEqual({ token: jwt(9, 'two'), userId: 'u1' })
    expect(gone).toEqual(['/dashboard'])
    // Switching to a paid space is not a new payment.
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('is not taken for an ended sign-in while the old token is refused', async () => {
    answer = () => {
      endExpiredSession()
      followOtherTab(null)
      return ok({ token: jwt(9, 'two'), userType: 'client' })
    }
    await change()
    expect(useStore.getState().session).toMatchObject({ isLogged: true, userType: 'client' })
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('opens no socket with the old token for what waited since the page was opened', async () => {
    vi.useFakeTimers()
    const before = socket.opened
    const held = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', (url: string) =>
      url.endsWith('/switch') ? held.promise : Promise.resolve(profile()),
    )
    const token = jwt(99_999_999_999)
    setSession(sessionOf(me() as never, token))
    resumeSession()
    const changed = change()
    await vi.advanceTimersByTimeAsync(12_000)
    vi.useRealTimers()
    await vi.dynamicImportSettled()
    expect(socket.opened).toBe(before)
    held.resolve(answer())
    await changed
    await expect.poll(() => socket.opened).toBe(before + 1)
  })

  test('that is refused leaves everything as it was', async () => {
    answer = () =>
      new Response(JSON.stringify({ code: 'membership.not_found', error: 'No' }), { status: 404 })
    await expect(change()).rejects.toMatchObject({ code: 'membership.not_found' })
    expect(useStore.getState().session).toMatchObject({ token: jwt(9), userType: 'coach' })
    expect(gone).toEqual([])
  })

  test('a profile of the space before that arrives late changes nothing', async () => {
    let arrive: (response: Response) => void = () => undefined
    const late = new Promise<Response>((resolve) => (arrive = resolve))
    vi.stubGlobal('fetch', () => late)
    const asked = fetchProfile()
    vi.stubGlobal('fetch', (url: string) => Promise.resolve(url.endsWith('/switch') ? answer() : profile()))
    await change()
    arrive(ok(me()))
    await asked
    expect(useStore.getState().session.userType).toBe('client')
  })
})

describe('another tab', () => {
  beforeEach(() => setSession(sessionOf(me() as never, 't1')))

  test('that signed out ends this one silently', () => {
    setSession(sessionOf(me() as never, jwt(99_999_999_999)))
    followOtherTab(null)
    expect(useStore.getState().session).toEqual(signedOut)
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('that found the sign-in run out ends this one in the same words (spec §4)', () => {
    setSession(sessionOf(me() as never, jwt(1)))
    followOtherTab(null)
    expect(useStore.getState().session).toEqual(signedOut)
    expect(useStore.getState().alert.msg).toBe(common.sessionExpired)
  })

  test('that renewed at the same time leaves the newer token with both', () => {
    setSession(sessionOf(me() as never, jwt(2)))
    followOtherTab({ token: jwt(1), userId: 'u1' })
    expect(useStore.getState().session.token).toBe(jwt(2))
  })

  test('that renewed the token is followed silently', () => {
    setSession(sessionOf(me() as never, jwt(1)))
    followOtherTab({ token: jwt(2), userId: 'u1' })
    expect(useStore.getState().session).toMatchObject({ token: jwt(2), isLogged: true })
    expect(calls).toEqual([])
  })

  test('that went to another space is followed there', async () => {
    setSession(sessionOf(me() as never, jwt(1)))
    profile = () => ok(asClient)
    followOtherTab({ token: jwt(1, 'two'), userId: 'u1' })
    await expect.poll(() => useStore.getState().session.userType).toBe('client')
    expect(useStore.getState().session.token).toBe(jwt(1, 'two'))
  })

  test('whose space cannot be loaded signs this one out, and leaves the storage to the other', async () => {
    setSession(sessionOf(me() as never, jwt(1)))
    storage.writeSession({ token: jwt(1, 'two'), userId: 'u1' })
    profile = () => new Response('{}', { status: 500 })
    followOtherTab({ token: jwt(1, 'two'), userId: 'u1' })
    await expect.poll(() => useStore.getState().session).toEqual(signedOut)
    expect(storage.readSession()).toEqual({ token: jwt(1, 'two'), userId: 'u1' })
  })

  test('halfway through a sign-in is waited for', () => {
    followOtherTab({ token: 't2' })
    expect(useStore.getState().session.token).toBe('t1')
  })

  test('that signed in with another account is followed with its profile', async () => {
    profile = () => ok(me({ id: 'u2', user: { id: 'u2', name: 'Eva', group: null } }))
    followOtherTab({ token: 't2', userId: 'u2' })
    await expect.poll(() => useStore.getState().session.user?.id).toBe('u2')
    expect(useStore.getState().session.token).toBe('t2')
  })

  test('that signed in is not signed out again by a profile that this tab cannot load', async () => {
    profile = () => new Response('', { status: 503 })
    storage.writeSession({ token: 't2', userId: 'u2' })
    followOtherTab({ token: 't2', userId: 'u2' })
    await expect.poll(() => useStore.getState().session).toEqual(signedOut)
    expect(storage.readSession()).toEqual({ token: 't2', userId: 'u2' })
  })
})
