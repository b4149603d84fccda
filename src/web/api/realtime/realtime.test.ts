import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ROOM_EVENTS } from '#contract/events.ts'
import { SPEC_NOTIFICATION_TYPES, NotificationType } from '#contract/notifications.ts'
import { initialRoot, sessionOf, setSession, useStore } from '#web/store/store.ts'
import { storage } from '#web/storage.ts'
import common from '../../../../public/locales/es-MX/common.json' with { type: 'json' }
import { i18n } from '../texts/i18n.ts'
import { TOLD_BY_EVENT } from '../invalidation.ts'
import { queryClient } from '../query-client.ts'
import { isSkippedFor } from './live-connection.ts'
import { closeSocket, openSocket } from './realtime.ts'
import { onRoomNews } from './room-news.ts'
import { resetModulesAfterwards } from '#test/support/web/mocks.ts'

/** The line as the browser's library sees it: what it was opened with, what it was asked, and a way to speak into it. */
const line = vi.hoisted(() => ({
  options: {} as object,
  /** Its code cannot be fetched. */
  isMissing: false,
  connected: false,
  active: false,
  connects: 0,
  sent: [] as unknown[][],
  heard: new Map<string, (said?: unknown) => void>(),
}))

vi.mock('socket.io-client', () => {
  const socket = {
    id: 's1',
    get active() {
      return line.active
    },
    get connected() {
      return line.connected
    },
    on: (event: string, listener: (said?: unknown) => void) => {
      const before = line.heard.get(event)
      line.heard.set(event, (said) => {
        before?.(said)
        listener(said)
      })
      return socket
    },
    connect: () => (line.connects += 1),
    emit: (...said: unknown[]) => line.sent.push(said),
    onAny: () => socket,
    io: { on: () => undefined },
    removeAllListeners: () => (line.heard.clear(), socket),
    disconnect: () => {
      line.connected = false
      line.heard.get('disconnect')?.('io client disconnect')
    },
  }
  const io = (options: object) => {
    if (line.isMissing) throw new TypeError('Failed to fetch dynamically imported module')
    line.options = options
    return socket
  }
  return { io }
})
resetModulesAfterwards()

/** Something happens on the line. */
const happens = (event: string, said?: unknown) => {
  line.connected = event === 'connect' || (event !== 'disconnect' && line.connected)
  line.heard.get(event)!(said)
}

const signedIn = (user: object = {}, userType = 'coach') =>
  setSession(sessionOf({ userType, user: { id: 'u1', group: null, ...user } } as never, 't'))

beforeAll(async () => {
  await i18n.init({ lng: 'es-MX', resources: { 'es-MX': { common } } })
})

beforeEach(async () => {
  closeSocket()
  // Whatever is still being closed is closed.
  await Promise.resolve()
  Object.assign(line, { isMissing: false, connected: false, active: false, connects: 0, sent: [] })
  useStore.setState(initialRoot, true)
  signedIn()
})

describe('the socket', () => {
  // @spec 4.14, 9.9
  test('is opened by hand and tried again every 10000 ms (spec §4, §7, §9)', async () => {
    await openSocket()
    expect(line.options).toMatchObject({
      autoConnect: false,
      reconnectionDelay: 10_000,
      reconnectionDelayMax: 10_000,
    })
    expect(line.connects).toBe(1)
  })

  // @spec 4.14
  test('is re-opened when it is not connected, and left alone when it is (spec §4)', async () => {
    await openSocket()
    await openSocket()
    expect(line.connects).toBe(2)
    happens('connect')
    await openSocket()
    expect(line.connects).toBe(2)
  })

  // @spec 4.15, 7.21
  test('connected, stores its id, registers the user and says so (spec §4, §7)', async () => {
    await openSocket()
    happens('connect')
    expect(useStore.getState().socket).toEqual({ isConnected: true, socketId: 's1' })
    expect(line.sent).toEqual([['ADD_SOCKET', { user: 'u1', socket: 's1', room: 'u1' }]])
    expect(useStore.getState().alert).toMatchObject({ msg: 'Ahora estas conectado.', status: true })
  })

  test('names the group as the room of somebody who has one (spec §4)', async () => {
    signedIn({ group: { id: 'g1', name: 'Líderes' } }, 'client')
    await openSocket()
    happens('connect')
    expect(line.sent).toEqual([['ADD_SOCKET', { user: 'u1', socket: 's1', room: 'g1' }]])
  })

  // @spec 4.17
  test('disconnected, clears its id (spec §4)', async () => {
    await openSocket()
    happens('connect')
    happens('disconnect', 'transport close')
    expect(useStore.getState().socket).toEqual({ isConnected: false, socketId: null })
  })

  test('that cannot be opened is told once (spec §8)', async () => {
    await openSocket()
    happens('connect_error', new Error('websocket error'))
    expect(useStore.getState().alert).toEqual({
      msg: 'Ocurrio un error al conectar con el servidor.',
      type: 'error',
      status: true,
    })
    useStore.setState({ alert: initialRoot.alert })
    happens('connect_error', new Error('websocket error'))
    expect(useStore.getState().alert.status).toBe(false)
  })

  test('without a network is not told as an error of the server: the foot of the page says what is missing', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    onTestFinished(() => void vi.unstubAllGlobals())
    await openSocket()
    happens('connect_error', new Error('websocket error'))
    expect(useStore.getState().alert.status).toBe(false)
    vi.stubGlobal('navigator', { onLine: true })
    happens('connect_error', new Error('websocket error'))
    expect(useStore.getState().alert).toMatchObject({ status: true, type: 'error' })
  })

  // @spec 4.18
  test.each(['coach', 'client'])(
    'of a %s hears every type, each for its lists (spec §4)',
    async (userType) => {
      signedIn({}, userType)
      await openSocket()
      const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
      const refreshedBy = (event: string, said?: unknown) => {
        asked.mockClear()
        happens(event, said)
        return asked.mock.calls.map(([filters]) => filters?.queryKey?.[0])
      }
      const skipped = userType === 'coach' ? 'NEW_SESSION_FROM_COACH' : 'NEW_SESSION_FROM_CLIENT'
      for (const type of NotificationType.options) {
        expect([type, refreshedBy(type).includes('notification')]).toEqual([type, type !== skipped])
      }
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
      for (const event of ['NEW_MESSAGE', 'MESSAGE_CHANGED', 'MESSAGES_READ'] as const) {
        expect(refreshedBy(event, { userId: 'u1' })).toEqual(['message', 'dashboard'])
        vi.advanceTimersByTime(1_000)
      }
      expect(refreshedBy('MESSAGES_READ', { userId: 'u2' })).toEqual([])
      for (const event of ['TYPING', 'PRESENCE'] as const) expect(refreshedBy(event)).toEqual([])
      for (const subject of [
        'session',
        'client',
        'group',
        'action',
        'payment',
        'calendar',
        'profile',
        'notification',
      ]) {
        asked.mockClear()
        happens('CHANGED', { subject, id: 'x' })
        expect(asked.mock.calls.map(([filters]) => filters?.queryKey?.[0])).toContain(subject)
      }
      asked.mockClear()
      // A newer server may name what this release does not know.
      happens('CHANGED', { subject: 'moon', id: 'x' })
      expect(asked).not.toHaveBeenCalled()
    },
  )
})

// @spec P.162
test('what the socket tells of rooms is heard by an open thread, and that it is connected', async () => {
  const heard: unknown[] = []
  const stop = onRoomNews({
    message: (news) => heard.push(['message', news]),
    changed: (message) => heard.push(['changed', message]),
    read: (read) => heard.push(['read', read]),
    circumstances: (change) => heard.push(['circumstances', change]),
    connected: () => heard.push(['connected']),
  })
  await openSocket()
  happens('connect')
  happens('NEW_MESSAGE', { message: 1 })
  happens('MESSAGE_CHANGED', { seq: 1 })
  happens('MESSAGES_READ', { userId: 'u2' })
  happens('CHANGED', { subject: 'client', id: 'r1' })
  stop()
  happens('NEW_MESSAGE', { message: 2 })
  expect(heard).toEqual([
    ['connected'],
    ['message', { message: 1 }],
    ['changed', { seq: 1 }],
    ['read', { userId: 'u2' }],
    ['circumstances', { subject: 'client', id: 'r1' }],
  ])
})

test('lists are fetched again once a second while messages come, and after the last one', async () => {
  await openSocket()
  happens('connect')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
  asked.mockClear()
  const times = () => asked.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'message').length
  for (let n = 0; n < 50; n += 1) happens('NEW_MESSAGE', { message: n })
  expect(times()).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(times()).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(times()).toBe(2)
  // After a quiet time the next one is shown at once; what still waits at a sign-out is dropped.
  happens('NEW_MESSAGE', { message: 51 })
  happens('MESSAGE_CHANGED', { seq: 51 })
  expect(times()).toBe(3)
  closeSocket()
  await Promise.resolve()
  await Promise.resolve()
  vi.advanceTimersByTime(60_000)
  expect(times()).toBe(3)
})

describe('a server that ends (ADR 67)', () => {
  const moved = async () => {
    await openSocket()
    happens('connect')
    useStore.setState({ alert: initialRoot.alert })
    happens('RECONNECT')
    expect(line.connects).toBe(2)
    // Nobody is told that they are offline for the moment between.
    expect(useStore.getState().socket.isConnected).toBe(true)
  }

  // @spec P.194
  test('sends its browsers to another one, which refresh what they show and say nothing', async () => {
    await moved()
    const asked = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue()
    happens('connect')
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect(useStore.getState()).toMatchObject({ socket: { isConnected: true }, alert: { status: false } })
    // The next loss is shown again.
    happens('disconnect', 'transport close')
    expect(useStore.getState().socket.isConnected).toBe(false)
  })

  test('that leaves them without an answer is shown as a loss before long', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await moved()
    await vi.advanceTimersByTimeAsync(2_900)
    expect(useStore.getState().socket.isConnected).toBe(true)
    await vi.advanceTimersByTimeAsync(200)
    expect(useStore.getState().socket.isConnected).toBe(false)
    // Connected after all, it says so.
    happens('connect')
    expect(useStore.getState().alert).toMatchObject({ msg: 'Ahora estas conectado.', status: true })
  })

  test('and has no other yet is not told as an outage at once, but shown, and then told', async () => {
    await moved()
    happens('connect_error', new Error('websocket error'))
    expect(useStore.getState()).toMatchObject({ socket: { isConnected: false }, alert: { status: false } })
    happens('connect_error', new Error('websocket error'))
    expect(useStore.getState().alert).toMatchObject({ status: true, type: 'error' })
  })
})

test('the word that one is connected goes with the connection', async () => {
  await openSocket()
  happens('connect')
  expect(useStore.getState().alert.msg).toBe(common.socket.connected)
  happens('disconnect', 'transport close')
  expect(useStore.getState().alert.status).toBe(false)
})

describe('a connection that the server ended (product §1 D15)', () => {
  const jwt = (iat: number) =>
    ['e30', Buffer.from(JSON.stringify({ iat, exp: iat + 60, sid: 'one' })).toString('base64url'), 'x'].join(
      '.',
    )
  /** What the server answers to the question whether the sign-in goes on. */
  let answer: () => Response
  const tokenSent = () => {
    let sent: unknown
    ;(line.options as { auth: (give: (what: unknown) => void) => void }).auth((what) => (sent = what))
    return sent
  }
  const cut = () => happens('disconnect', 'io server disconnect')
  const refuse = (message: string) => happens('connect_error', new Error(message))

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    answer = () => new Response('{}', { status: 200 })
    vi.stubGlobal('fetch', () => Promise.resolve(answer()))
    storage.clear()
    await openSocket()
    happens('connect')
    await vi.advanceTimersByTimeAsync(60_000)
  })
  afterEach(() => {
    closeSocket()
    vi.useRealTimers()
  })

  test('is opened again at once, and after a pause when it is ended again', async () => {
    cut()
    expect(line.connects).toBe(2)
    happens('connect')
    expect(useStore.getState().socket.isConnected).toBe(true)
    cut()
    expect(line.connects).toBe(2)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(line.connects).toBe(3)
  })

  test('is opened under the newest token, also one that another tab stored', () => {
    setSession({ ...useStore.getState().session, token: jwt(1) })
    storage.writeSession({ token: jwt(2), userId: 'u1' })
    cut()
    expect(tokenSent()).toEqual({ token: jwt(2) })
    expect(useStore.getState().session.token).toBe(jwt(2))
  })

  test('and refused is opened again once another tab has a newer token', async () => {
    setSession({ ...useStore.getState().session, token: jwt(1) })
    cut()
    await vi.advanceTimersByTimeAsync(10_000)
    answer = () => {
      storage.writeSession({ token: jwt(2), userId: 'u1' })
      return new Response('{}', { status: 401 })
    }
    refuse('auth.required')
    await vi.advanceTimersByTimeAsync(0)
    expect(line.connects).toBe(3)
    expect(tokenSent()).toEqual({ token: jwt(2) })
  })

  test.each(['auth.required', 'server.error', 'socket.too_many'])(
    'is tried on and on while the sign-in goes on, whatever refused it: %s',
    async (message) => {
      cut()
      for (let time = 2; time < 6; time += 1) {
        expect(line.connects).toBe(time)
        refuse(message)
        await vi.advanceTimersByTimeAsync(10_000)
      }
      happens('connect')
      expect(useStore.getState().socket.isConnected).toBe(true)
    },
  )

  test('is left to the library while that still tries by itself', async () => {
    line.active = true
    refuse('websocket error')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.connects).toBe(1)
  })

  test('stays closed once the person has left', async () => {
    cut()
    refuse('server.error')
    closeSocket()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.connects).toBe(2)
  })
})

describe('a socket whose code cannot be fetched', () => {
  const network = new EventTarget()

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
    vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
    line.isMissing = true
  })
  afterEach(() => {
    closeSocket()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  test.each([
    ['after the pause of a lost connection', () => vi.advanceTimersByTimeAsync(10_000)],
    ['once there is a network again', () => network.dispatchEvent(new Event('online'))],
  ])('is opened %s', async (_, wait) => {
    await openSocket()
    expect(useStore.getState().alert).toMatchObject({ type: 'error', status: true })
    line.isMissing = false
    await wait()
    await vi.waitFor(() => expect(line.connects).toBe(1))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.connects).toBe(1)
  })

  test('is tried on and on, and told once', async () => {
    await openSocket()
    useStore.setState({ alert: initialRoot.alert })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(useStore.getState().alert.status).toBe(false)
    line.isMissing = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(line.connects).toBe(1)
  })

  test('is not opened once the person has left', async () => {
    await openSocket()
    closeSocket()
    line.isMissing = false
    await vi.advanceTimersByTimeAsync(60_000)
    expect(line.connects).toBe(0)
  })

  test('is not told to a person who left while it was fetched', async () => {
    const opened = openSocket()
    closeSocket()
    await opened
    expect(useStore.getState().alert.status).toBe(false)
  })
})

test('one event per notification type (spec §4), and those of rooms', () => {
  expect(Object.keys(TOLD_BY_EVENT).sort()).toEqual([...NotificationType.options, ...ROOM_EVENTS].sort())
  expect(SPEC_NOTIFICATION_TYPES.every((type) => type in TOLD_BY_EVENT)).toBe(true)
})

// @spec 4.18
describe('the notification list skips what its own side did (spec §4)', () => {
  test.each(NotificationType.options)('%s', (type) => {
    expect(isSkippedFor('coach', type)).toBe(type === 'NEW_SESSION_FROM_COACH')
    expect(isSkippedFor('client', type)).toBe(type === 'NEW_SESSION_FROM_CLIENT')
  })
})

// @spec 8.6
test('fixed texts of the socket and the session (spec §4 and §8)', () => {
  expect(common.socket.connected).toBe('Ahora estas conectado.')
  expect(common.socket.failed).toBe('Ocurrio un error al conectar con el servidor.')
  expect(common.sessionExpired).toBe('Su sesión ha expirado, por favor inicie sesión nuevamente')
  expect(common.loading).toBe('Cargando...')
  expect(common.paid).toBe('Pago recibido. ¡Gracias!')
})
