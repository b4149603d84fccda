import { setAlert } from '#web/store/alert.ts'
import { resetSocket } from '#web/store/store.ts'
import { i18n } from '../texts/i18n.ts'
import type { LiveConnection, Outage } from './live-connection.ts'

// Two calls in a row share one socket; closing while it is still being opened drops it.
let opening: Promise<LiveConnection> | null = null
// One outage is told once, however often the connection is tried.
let outageTold = false

const outage: Outage = {
  tell: () => {
    if (!outageTold) setAlert(i18n.t('common:socket.failed'), 'error')
    outageTold = true
  },
  end: () => (outageTold = false),
}

/** Opens the socket by hand (spec §4), or re-opens it when it was lost for good. Its code is fetched first. */
export async function openSocket(): Promise<void> {
  opening ??= loadConnection()
  const mine = opening
  try {
    const { socket } = await mine
    if (opening === mine && !socket.connected && !socket.active) socket.connect()
  } catch {
    // Its code could not be fetched; the next one who asks tries again.
    if (opening === mine) opening = null
    outage.tell()
  }
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
  outage.end()
  void closing?.then(({ close }) => close())
  resetSocket()
}
