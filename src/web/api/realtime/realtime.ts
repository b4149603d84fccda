import { setAlert } from '#web/store/alert.ts'
import { resetSocket } from '#web/store/store.ts'
import { i18n } from '../texts/i18n.ts'
import { type KeptConnection, type Line, keepConnected } from './keep-connected.ts'
import type { LiveConnection, Outage } from './live-connection.ts'

// Two calls in a row share one socket; closing while it is still being opened drops it.
let opening: Promise<LiveConnection> | null = null
// While its code could not be fetched: the next attempt.
let retry: KeptConnection | undefined
// One outage is told once, however often the connection is tried.
let outageTold = false

const outage: Outage = {
  tell: () => {
    // Without a network the foot of the page says so already, and since when what is shown was kept.
    if (navigator.onLine === false) return
    if (!outageTold) setAlert(i18n.t('common:socket.failed'), 'error')
    outageTold = true
  },
  end: () => (outageTold = false),
}

/**
 * Opens the socket by hand (spec §4), or re-opens it when it was lost for good. Its code is fetched first; where that
 * fails, again after the pause of a lost connection, or when there is a network.
 */
export async function openSocket(): Promise<void> {
  retry?.stop()
  opening ??= loadConnection()
  const mine = opening
  try {
    const { socket } = await mine
    if (opening === mine && !socket.connected && !socket.active) socket.connect()
  } catch {
    // The person may have left meanwhile.
    if (opening !== mine) return
    opening = null
    outage.tell()
    retry = keepConnected(NOT_FETCHED)
    retry.later()
  }
}

/** What is connected by being fetched. */
const NOT_FETCHED: Line = {
  active: false,
  connected: false,
  connect: openSocket,
  disconnect: () => undefined,
  silentMs: () => 0,
  answers: () => Promise.resolve(true),
}

async function loadConnection(): Promise<LiveConnection> {
  const [{ openConnection }, { io }] = await Promise.all([
    import('./live-connection.ts'),
    import('socket.io-client'),
  ])
  return openConnection(io, outage)
}

/** Closes the socket and forgets it: at logout, and when the sign-in has ended. */
export function closeSocket(): void {
  const closing = opening
  opening = null
  retry?.stop()
  outage.end()
  void closing?.then(
    ({ close }) => close(),
    // Without its code there is nothing to close.
    () => undefined,
  )
  resetSocket()
}
