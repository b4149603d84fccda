import { SOCKET_RETRY_MS } from '#contract/fixed-names.ts'

/** What this needs of the socket: the library opens a lost line again by itself, but not one that the server ended. */
export type Line = {
  /** Whether the library is connected, or at it. */
  readonly active: boolean
  connect(): unknown
}

export type KeptConnection = {
  /** The server ended the connection, or refused it: it is opened again, at once where that was not just tried. */
  again(): void
  /** The same after the usual pause. */
  later(): void
  /** Gives up: the person has left. */
  stop(): void
}

/**
 * Opens a connection again that the server cut or refused (product §1 D15). Two cuts in a row are answered with the
 * pause of a lost line in between, so that browser and server never chase each other.
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
