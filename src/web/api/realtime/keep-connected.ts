/** The pause before the next attempt to connect (spec §9). */
export const SOCKET_RETRY_MS = 10_000

/**
 * The part of the socket used here: the library reconnects after a lost connection by itself, but not after the server
 * ended it.
 */
export type Line = {
  /** Whether the library is connected or connecting. */
  readonly active: boolean
  readonly connected: boolean
  connect(): unknown
  /** Also ends the pause before the next attempt. */
  disconnect(): unknown
}

export type KeptConnection = {
  /** The server ended or refused the connection: reconnects, at once unless it was just tried. */
  again(): void
  /** The same after the usual pause. */
  later(): void
  /** Stops for good, and no longer listens to the network: the person has signed out. */
  stop(): void
}

/**
 * Reconnects when the server cut or refused the connection (product §1 D15). Between two cuts in a row there is the
 * pause of a lost connection, so that browser and server do not loop. When the browser has a network again it does not
 * wait for the rest of a pause.
 */
export function keepConnected(line: Line, now: () => number = () => performance.now()): KeptConnection {
  let timer: ReturnType<typeof setTimeout> | undefined
  let triedAt = -Infinity
  // What a person's connection still waits for when they sign out must not connect the next person.
  let isStopped = false
  const connect = () => {
    clearTimeout(timer)
    if (isStopped) return
    triedAt = now()
    if (!line.active) line.connect()
  }
  const later = () => {
    clearTimeout(timer)
    if (isStopped) return
    timer = setTimeout(connect, SOCKET_RETRY_MS)
  }
  const networkIsBack = () => {
    if (line.connected) return
    line.disconnect()
    connect()
  }
  // There is no window where the browser's code runs in Node.
  globalThis.addEventListener?.('online', networkIsBack)
  return {
    again: () => (now() - triedAt < SOCKET_RETRY_MS ? later() : connect()),
    later,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', networkIsBack)
    },
  }
}
