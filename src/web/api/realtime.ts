import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#contract/events.ts'
import { ADD_SOCKET, NEW_MESSAGE, SOCKET_RETRY_MS } from '#contract/fixed-names.ts'
import type { NotificationType } from '#contract/notifications.ts'
import type { UserType } from '#contract/account/auth.ts'
import { setAlert, setSlimAlert, unsetSlimAlert } from '#web/store/alert.ts'
import { resetSocket, setSocketConnected, useStore } from '#web/store/store.ts'
import { keysOf } from '#contract/keys-of.ts'
import { call } from './call.ts'
import { i18n } from './texts/i18n.ts'
import { type KeptConnection, keepConnected } from './keep-connected.ts'
import { newestToken } from './newest-token.ts'
import { type TellingEvent, TOLD_BY_EVENT, shownIn } from './invalidation.ts'
import { queryClient, refresh } from './query-client.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>

/** The notification list leaves out the news a side made itself (spec §4). */
export function isSkippedFor(userType: UserType, type: NotificationType): boolean {
  return type === (userType === 'coach' ? 'NEW_SESSION_FROM_COACH' : 'NEW_SESSION_FROM_CLIENT')
}

type Opened = { socket: LiveSocket; connection: KeptConnection }

// Two calls in a row share one socket; closing while it is still being opened drops it.
let opening: Promise<Opened> | null = null
// One outage is told once, however often the connection is tried.
let outageTold = false

/** Opens the socket by hand (spec §4), or re-opens it when it was lost for good. Its code is fetched first. */
export async function openSocket(): Promise<void> {
  opening ??= createSocket()
  const mine = opening
  try {
    const { socket } = await mine
    if (opening === mine && !socket.connected && !socket.active) socket.connect()
  } catch {
    // Its code could not be fetched; the next one who asks tries again.
    if (opening === mine) opening = null
    tellOutage()
  }
}

/** Closes the socket and forgets it: at logout, and when the sign-in has ended. */
export function closeSocket(): void {
  const closing = opening
  opening = null
  outageTold = false
  void closing?.then(({ socket, connection }) => {
    connection.stop()
    socket.removeAllListeners().disconnect()
  })
  resetSocket()
}

async function createSocket(): Promise<Opened> {
  const { io } = await import('socket.io-client')
  const socket: LiveSocket = io({
    autoConnect: false,
    reconnectionDelay: SOCKET_RETRY_MS,
    reconnectionDelayMax: SOCKET_RETRY_MS,
    randomizationFactor: 0,
    transports: ['websocket', 'polling'],
    // Asked at every connection, so that a renewed token is used.
    auth: (answer) => answer({ token: newestToken() }),
  })
  const connection = keepConnected(socket)
  socket.on('connect', () => connected(socket))
  socket.on('disconnect', (reason) => {
    resetSocket()
    unsetSlimAlert()
    // A new connection finds out whether the sign-in is over: a cut alone does not say so (product §1 D15).
    if (reason === 'io server disconnect') connection.again()
  })
  socket.on('connect_error', (error) => {
    resetSocket()
    if (error.message === 'auth.required') return void refused(connection)
    tellOutage()
    // The server answered and refused, which the library takes as final.
    if (!socket.active) connection.later()
  })
  listen(socket)
  return { socket, connection }
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

function tellOutage(): void {
  if (!outageTold) setAlert(i18n.t('common:socket.failed'), 'error')
  outageTold = true
}

function connected(socket: LiveSocket): void {
  const { user } = useStore.getState().session
  if (!user || !socket.id) return
  outageTold = false
  setSocketConnected(socket.id)
  socket.emit(ADD_SOCKET, { user: user.id, socket: socket.id, room: user.group?.id ?? user.id })
  setSlimAlert(i18n.t('common:socket.connected'), 'success')
  // What happened while the line was down is fetched; nobody replays it.
  void queryClient.invalidateQueries()
}

function listen(socket: LiveSocket): void {
  // Messages never lie in the browser's storage (product §1 D15): what is new is asked for.
  for (const event of keysOf(TOLD_BY_EVENT)) {
    socket.on(event, () => {
      const { userType } = useStore.getState().session
      const listed = isNotification(event) && userType !== null && !isSkippedFor(userType, event)
      void refresh(...(listed ? shownIn(['notification']) : []), ...shownIn(TOLD_BY_EVENT[event]))
    })
  }
  socket.on('CHANGED', ({ subject }) => void refresh(...shownIn([subject])))
}

function isNotification(event: TellingEvent): event is NotificationType {
  return event !== NEW_MESSAGE
}
