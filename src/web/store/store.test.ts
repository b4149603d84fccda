import { beforeEach, describe, expect, test } from 'vitest'
import { setAlert, setSlimAlert, unsetAlert, useAlertAction } from './alert.ts'
import {
  initialRoot,
  resetSession,
  resetSocket,
  restored,
  sessionOf,
  setPayment,
  setSession,
  setSocketConnected,
  setUser,
  signedOut,
  useStore,
} from './store.ts'

const user = { id: 'u1', name: 'Ana', fullName: 'Ana López' } as never
const me = {
  id: 'u1',
  payment: true,
  paymentStatus: 'active',
  userType: 'coach',
  user,
  memberships: [],
} as never

beforeEach(() => useStore.setState(initialRoot, true))

// @spec 3.4, 4.1
test('the state has the four slices of spec §3 and its initial values', () => {
  expect(Object.keys(useStore.getState()).sort()).toEqual(['alert', 'session', 'socket', 'translate'])
  expect(Object.keys(signedOut).sort()).toEqual(
    ['isLogged', 'payment', 'paymentStatus', 'token', 'user', 'userType'].sort(),
  )
  expect(useStore.getState().session.isLogged).toBe(false)
  expect(useStore.getState().translate.language).toBe('es-MX')
})

describe('alert (spec §4)', () => {
  // @spec 4.12
  test('setting stores message and type and marks it active; unsetting clears both', () => {
    setAlert('Listo', 'success')
    expect(useStore.getState().alert).toEqual({ msg: 'Listo', type: 'success', status: true })
    unsetAlert()
    expect(useStore.getState().alert).toEqual({ msg: '', type: null, status: false })
  })

  test('a second one replaces the first, its button too, and restarts the timer', () => {
    setAlert('Borrado', 'success', { label: 'Deshacer', run: () => undefined })
    const before = useAlertAction.getState()
    setAlert('Borrado', 'success')
    const after = useAlertAction.getState()
    expect(before.action).not.toBeNull()
    expect(after.action).toBeNull()
    expect(after.shown).toBe(before.shown + 1)
  })
})

// product §1 D22
describe('a message that needs no reaction', () => {
  const shown = () => [useStore.getState().alert.msg, useAlertAction.getState().slim]

  test('is replaced at once by any other message, and replaces none', () => {
    unsetAlert()
    setSlimAlert('Ahora estas conectado.', 'success')
    expect(shown()).toEqual(['Ahora estas conectado.', true])
    setAlert('Borrado', 'success', { label: 'Deshacer', run: () => undefined })
    setSlimAlert('Ahora estas conectado.', 'success')
    expect(shown()).toEqual(['Borrado', false])
    expect(useAlertAction.getState().action).not.toBeNull()
    unsetAlert()
    setSlimAlert('Ahora estas conectado.', 'success')
    expect(shown()).toEqual(['Ahora estas conectado.', true])
    unsetAlert()
  })
})

describe('session (spec §4)', () => {
  // @spec 3.2, 4.2
  test('a fulfilled sign-in sets user, userType, token, payment and isLogged', () => {
    setSession(sessionOf(me, 't'))
    expect(useStore.getState().session).toEqual({
      user,
      userType: 'coach',
      token: 't',
      isLogged: true,
      payment: true,
      paymentStatus: 'active',
    })
  })

  // @spec 4.6
  test('two further actions replace the user, and payment with its status', () => {
    setSession(sessionOf(me, 't'))
    setUser({ id: 'u1', name: 'Eva' } as never)
    setPayment(false, 'none')
    const { session } = useStore.getState()
    expect([session.user?.name, session.payment, session.paymentStatus, session.token]).toEqual([
      'Eva',
      false,
      'none',
      't',
    ])
  })

  test('an answer for a signed-out account, or for another space, replaces no session', () => {
    setUser(user)
    expect(useStore.getState().session).toEqual(signedOut)
    setSession(sessionOf(me, 't'))
    setUser({ id: 'u2', name: 'Eva' } as never)
    setUser({ id: 'u1', name: 'Ana', clientId: 'c1' } as never)
    expect(useStore.getState().session.user).toBe(user)
  })

  test('a rejected sign-in and a logout go back to the initial state', () => {
    setSession(sessionOf(me, 't'))
    resetSession()
    expect(useStore.getState().session).toEqual(signedOut)
  })
})

test('socket: connecting stores the id, disconnecting clears it (spec §4)', () => {
  setSocketConnected('s1')
  expect(useStore.getState().socket).toEqual({ isConnected: true, socketId: 's1' })
  resetSocket()
  expect(useStore.getState().socket).toEqual({ isConnected: false, socketId: null })
})

describe('restoring a stored root', () => {
  const stored = {
    alert: { msg: 'old', type: 'error', status: true },
    session: sessionOf(me, 'old'),
    translate: { language: 'en-US' },
    socket: { isConnected: true, socketId: 'gone' },
  }

  test('restores the session with the token of the record, which another tab may have renewed', () => {
    expect(restored(stored, 'new').session).toEqual({ ...stored.session, token: 'new' })
  })

  test('restores no session without the record: another tab signed out', () => {
    expect(restored(stored, null).session).toEqual(signedOut)
  })

  test('does not show an old toast again; keeps that a socket was open', () => {
    const root = restored(stored, 'new')
    expect(root.alert.status).toBe(false)
    expect(root.socket).toEqual({ isConnected: true, socketId: null })
    expect(root.translate.language).toBe('en-US')
  })

  test.each([
    [{}],
    [{ session: null }],
    [{ session: { isLogged: true } }],
    [{ session: { isLogged: true, user: { id: 4 }, userType: 'coach' } }],
    [{ session: { ...stored.session, userType: 'admin' } }],
    [{ session: 'x', translate: 7, socket: [] }],
  ])('half a state is no session: %j', (damaged) => {
    const root = restored(damaged, 't')
    expect(root.session).toEqual({ ...signedOut, token: 't' })
    expect(root.translate.language).toBe('es-MX')
    expect(root.socket.isConnected).toBe(false)
  })
})
