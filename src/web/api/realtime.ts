import type { Socket } from 'socket.io-client'
import type { ChangedSubject, ClientEvents, ServerEvents } from '#contract/events.ts'
import { ADD_SOCKET, NEW_MESSAGE, SOCKET_RETRY_MS } from '#contract/fixed-names.ts'
import type { NotificationType } from '#contract/notifications.ts'
import type { UserType } from '#contract/account/auth.ts'
import { setAlert, setSlimAlert, unsetSlimAlert } from '#web/store/alert.ts'
import { resetSocket, setSocketConnected, useStore } from '#web/store/store.ts'
import { call } from './call.ts'
import { i18n } from './texts/i18n.ts'
import { type KeptConnection, keepConnected } from './keep-connected.ts'
import { newestToken } from './newest-token.ts'
import { type Subject, queryClient, refresh } from './query.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>

/** What each live notification makes old, besides the notifications themselves: one line per event. */
export const REFRESHED_BY: Record<NotificationType, readonly Subject[]> = {
  '10_MINS_TO_START': ['session', 'dashboard'],
  'CANCELLED_SESSION_FROM_COACH': ['session', 'calendar', 'dashboard'],
  'CANCELLED_SESSION_FROM_CLIENT': ['session', 'calendar', 'dashboard'],
  'DAY_MEMORANDUM': ['dashboard'],
  'CLIENT_INVITATION_ACEPTED': ['client', 'dashboard'],
  'MEMBER_INVITATION_ACEPTED': ['client', 'group', 'dashboard'],
  'NEW_SESSION_FROM_COACH': ['session', 'calendar', 'dashboard'],
  'NEW_SESSION_FROM_CLIENT': ['session', 'calendar', 'dashboard'],
  'ASSIGNMENT_RESOURCE': ['dashboard'],
  'INVITATION_DECLINED': ['client', 'dashboard'],
  'SESSION_CONFIRMED': ['session', 'calendar', 'dashboard'],
  'SESSION_EXPIRED': ['session', 'calendar', 'dashboard'],
  'SESSION_PROPOSED': ['session', 'calendar', 'dashboard'],
  'SESSION_RESCHEDULED': ['session', 'calendar', 'dashboard'],
  'SESSION_MOVE_REQUESTED': ['session', 'calendar', 'dashboard'],
  'SESSION_MOVE_DECLINED': ['session', 'calendar', 'dashboard'],
  'SESSION_EXCUSED': ['session', 'group', 'dashboard'],
  'SESSION_MOVE_WITHDRAWN': ['session', 'calendar', 'dashboard'],
  'SESSION_EXCUSE_WITHDRAWN': ['session', 'group', 'dashboard'],
  'MEMBER_LEFT': ['group', 'client', 'dashboard'],
  'PREPARATION_DUE': ['session', 'dashboard'],
  'SESSION_CLOSED': ['session', 'action', 'dashboard'],
}

const CHANGED_SUBJECTS: Record<ChangedSubject, readonly Subject[]> = {
  session: ['session', 'calendar', 'client', 'group', 'coach', 'dashboard'],
  client: ['client', 'group', 'dashboard'],
  group: ['group', 'client', 'me', 'dashboard'],
  action: ['action', 'session', 'client', 'dashboard'],
  payment: ['payment', 'me', 'coach'],
  calendar: ['calendar', 'coach'],
  // Names, zones and colours of either side stand on nearly every screen.
  profile: ['me', 'profile', 'coach', 'calendar', 'session', 'dashboard'],
}

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
  for (const type of Object.keys(REFRESHED_BY) as NotificationType[]) {
    // Typed per event: every notification's payload is the same DTO.
    ;(socket as Socket).on(type, () => {
      const { userType } = useStore.getState().session
      const listed = userType !== null && !isSkippedFor(userType, type)
      void refresh(...(listed ? (['notification'] as const) : []), ...REFRESHED_BY[type])
    })
  }
  socket.on('CHANGED', ({ subject }) => void refresh(...(CHANGED_SUBJECTS[subject] ?? [])))
  // Messages never lie in the browser's storage (product §1 D15): what is new is asked for.
  socket.on(NEW_MESSAGE, () => void refresh('message', 'dashboard'))
}
