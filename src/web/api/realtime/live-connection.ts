import type { Socket, io } from 'socket.io-client'
import type { UserType } from '#contract/account/auth.ts'
import { ADD_SOCKET, ROOM_EVENTS, type ClientEvents, type SocketEvents } from '#contract/events.ts'
import { systemClock } from '#time/clock.ts'
import { type KeptConnection, type Line, SOCKET_RETRY_MS, keepConnected } from './keep-connected.ts'
import { keysOf } from '#contract/keys-of.ts'
import type { NotificationType } from '#contract/notifications.ts'
import { setSlimAlert, unsetSlimAlert } from '#web/store/alert.ts'
import { resetSocket, setSocketConnected, useStore } from '#web/store/store.ts'
import { call } from '../call.ts'
import { type TellingEvent, TOLD_BY_EVENT, shownIn } from '../invalidation.ts'
import { nextTask } from '../quiet.ts'
import { newestToken } from '../newest-token.ts'
import { queryCache } from '../query-cache.ts'
import { i18n } from '../texts/i18n.ts'
import { paced } from './paced.ts'
import { listenToCalls, tellOfCalls } from './call-news.ts'
import { speakThrough, tellRoomNews } from './room-news.ts'

type LiveSocket = Socket<SocketEvents, ClientEvents>

/** An outage of the connection: `tell` says so once, until `end`. */
export type Outage = { tell: () => void; end: () => void }

export type LiveConnection = {
  socket: Pick<LiveSocket, 'connected' | 'active' | 'connect'>
  close: () => void
}

/** The notification list leaves out the news a side made itself (spec §4). */
export function isSkippedFor(userType: UserType, type: NotificationType): boolean {
  return type === (userType === 'coach' ? 'NEW_SESSION_FROM_COACH' : 'NEW_SESSION_FROM_CLIENT')
}

/** How long a person is not told that their connection moves to another server. */
const MOVE_MS = 3_000
/** How often lists are fetched again while messages come: several people may write several in a second. */
const LISTS_MS = 1_000

/** The socket with everything that listens to it; it does not connect by itself (spec §4). */
export function openConnection(open: typeof io, outage: Outage): LiveConnection {
  const socket: LiveSocket = open({
    autoConnect: false,
    reconnectionDelay: SOCKET_RETRY_MS,
    reconnectionDelayMax: SOCKET_RETRY_MS,
    randomizationFactor: 0,
    transports: ['websocket', 'polling'],
    // Asked at every connection, so that a renewed token is used.
    auth: (answer) => answer({ token: newestToken() }),
  })
  const connection = keepConnected(lineOf(socket))
  // From one server that ends to another: unless that fails, a person need not know.
  let moving: ReturnType<typeof setTimeout> | undefined
  const endMove = () => {
    const wasMoving = moving !== undefined
    clearTimeout(moving)
    moving = undefined
    return wasMoving
  }
  socket.on('RECONNECT', () => {
    endMove()
    // A move that takes long is shown as what it is.
    moving = setTimeout(() => {
      endMove()
      resetSocket()
    }, MOVE_MS)
    socket.disconnect()
    socket.connect()
  })
  socket.on('connect', () => connected(socket, outage, { quietly: endMove() }))
  socket.on('disconnect', (reason) => {
    if (moving) return
    resetSocket()
    unsetSlimAlert()
    // A new connection finds out whether the sign-in is over: a cut alone does not say so (product §1 D15).
    if (reason === 'io server disconnect') connection.again()
  })
  socket.on('connect_error', (error) => {
    const wasMoving = endMove()
    resetSocket()
    if (error.message === 'auth.required') return void refused(connection)
    // The first failure of a move is that of a server that is started again: it is back at the next attempt.
    if (!wasMoving) outage.tell()
    // The server answered and refused, which the library takes as final.
    if (!socket.active) connection.later()
  })
  const lists = paced(refreshAfterAll, LISTS_MS)
  listen(socket, lists.add)
  return {
    socket,
    close: () => {
      endMove()
      lists.stop()
      connection.stop()
      socket.removeAllListeners().disconnect()
    },
  }
}

/** How long the server may take to answer when it is asked whether it is still there. */
const PROOF_MS = 4_000

function lineOf(socket: LiveSocket): Line {
  let heardAt = 0
  const hear = () => {
    heardAt = systemClock.now()
  }
  socket.on('connect', hear)
  socket.onAny(hear)
  socket.io.on('ping', hear)
  return {
    get active() {
      return socket.active
    },
    get connected() {
      return socket.connected
    },
    connect: () => socket.connect(),
    disconnect: () => socket.disconnect(),
    silentMs: () => systemClock.now() - heardAt,
    answers: async () => {
      const registration = registrationOf(socket)
      if (!registration) return true
      try {
        await socket.timeout(PROOF_MS).emitWithAck(ADD_SOCKET, registration)
        hear()
        return true
      } catch {
        return false
      }
    },
  }
}

/** Whose socket it is, as spec §4 has it; the server knows it from the token. */
function registrationOf({ id }: LiveSocket) {
  const { user } = useStore.getState().session
  return user && id ? { user: user.id, socket: id, room: user.group?.id ?? user.id } : undefined
}

/**
 * The server did not take the token. Where the sign-in is over, the answer to this call says so and shows the way out,
 * which closes the socket; where another tab has a newer token, it has been taken over and is tried.
 */
async function refused(connection: KeptConnection): Promise<void> {
  const token = newestToken()
  await call('GET /v1/auth/me').catch(() => undefined)
  if (newestToken() === token) connection.later()
  else connection.again()
}

function connected(socket: LiveSocket, outage: Outage, { quietly }: { quietly: boolean }): void {
  const registration = registrationOf(socket)
  if (!registration) return
  outage.end()
  setSocketConnected(registration.socket)
  socket.emit(ADD_SOCKET, registration)
  tellRoomNews(({ connected: tell }) => tell?.())
  tellOfCalls('connected')
  if (!quietly) setSlimAlert(i18n.t('common:socket.connected'), 'success')
  // What happened while the line was down is fetched; nobody replays it.
  void nextTask().then(() => queryCache.refreshAll())
}

function listen(socket: LiveSocket, refreshSoon: (event: TellingEvent) => void): void {
  for (const event of keysOf(TOLD_BY_EVENT)) {
    if (isNotification(event)) socket.on(event, () => refreshAfter(event))
  }
  // Messages never lie in the browser's storage (product §1 D15): lists ask for what is new, an open thread takes it from here.
  socket.on('NEW_MESSAGE', (news) => {
    refreshSoon('NEW_MESSAGE')
    tellRoomNews(({ message }) => message?.(news))
  })
  socket.on('MESSAGE_CHANGED', (message) => {
    refreshSoon('MESSAGE_CHANGED')
    tellRoomNews(({ changed }) => changed?.(message))
  })
  socket.on('MESSAGES_READ', (said) => {
    // What others have read is in no list.
    if (said.userId === useStore.getState().session.user?.id) refreshSoon('MESSAGES_READ')
    tellRoomNews(({ read }) => read?.(said))
  })
  socket.on('TYPING', (said) => tellRoomNews(({ typing }) => typing?.(said)))
  socket.on('PRESENCE', (said) => tellRoomNews(({ presence }) => presence?.(said)))
  listenToCalls(socket)
  speakThrough((name, ...said) => {
    if (socket.connected) socket.emit(name, ...said)
  })
  socket.on('CHANGED', (change) => {
    queryCache.refresh(...shownIn([change.subject]))
    tellRoomNews(({ circumstances }) => circumstances?.(change))
  })
}

function refreshAfter(event: TellingEvent): void {
  const { userType } = useStore.getState().session
  const listed = isNotification(event) && userType !== null && !isSkippedFor(userType, event)
  queryCache.refresh(...(listed ? shownIn(['notification']) : []), ...shownIn(TOLD_BY_EVENT[event]))
}

function refreshAfterAll(events: readonly TellingEvent[]): void {
  queryCache.refresh(...new Set(events.flatMap((event) => shownIn(TOLD_BY_EVENT[event]))))
}

function isNotification(event: TellingEvent): event is NotificationType {
  return !(ROOM_EVENTS as readonly string[]).includes(event)
}
