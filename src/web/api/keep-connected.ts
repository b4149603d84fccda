import { SOCKET_RETRY_MS } from '#contract/fixed-names.ts'

/**
 * The part of the socket used here: the library reconnects after a lost connection by itself, but not after the server
 * ended it.
 */
export type Line = {
  /** Whether the library is connected or connecting. */
  readonly active: boolean
  connect(): unknown
}

export type KeptConnection = {
  /** The server ended or refused the connection: reconnects, at once unless it was just tried. */
  again(): void
  /** The same after the usual pause. */
  later(): void
  /** Stops: the person has signed out. */
  stop(): void
}

/**
 * Reconnects when the server cut or refused the connection (product §1 D15). Between two cuts in a row there is the
 * pause of a lost connection, so that browser and server do not loop.
 */
export function keepConnected(line: Line, now: () => number = () => performance.now()): KeptConnection {
  let timer: ReturnType<typeof setTimeout> | undefined
  let triedAt = -Infinity
  const connect = () => {
    clearTimeout(timer)
    triedAt = now()
    if (!line.active) line.connect()
  }
  const later = () => {
    clearTimeout(timer)
    timer = setTimeout(connect, SOCKET_RETRY_MS)
  }
  return {
    again: () => (now() - triedAt < SOCKET_RETRY_MS ? later() : connect()),
    later,
    stop: () => clearTimeout(timer),
  }
}
