import { whenAwake } from './when-awake.ts'

/** The pause before the next attempt to connect (spec §9). */
export const SOCKET_RETRY_MS = 10_000

/** The server is heard at least every 25 s, and gives up a browser after 45 s: after this silence nobody is there. */
export const MOST_SILENCE_MS = 50_000

/** Attempts that people cause by coming back to the page are not made more often. */
const LEAST_BETWEEN_MS = 2_000

/**
 * The part of the socket used here: the library reconnects after a lost connection by itself, but not after the server
 * ended it, and it takes its time to notice that a connection was lost during sleep.
 */
export type Line = {
  /** Whether the library is connected or connecting. */
  readonly active: boolean
  readonly connected: boolean
  connect(): unknown
  /** Also ends the pause before the next attempt. */
  disconnect(): unknown
  /** How long nothing was heard from the server. */
  silentMs(): number
  /** Whether the server answers now; at the latest after a few seconds. */
  answers(): Promise<boolean>
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
 * pause of a lost connection, so that browser and server do not loop. When the page or the machine wakes up, or the
 * network changes, a lost connection does not wait for the rest of its pause, and one that seems open has to prove it.
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
  const reopen = () => {
    line.disconnect()
    connect()
  }
  const prove = async () => {
    const isThere = await line.answers()
    if (!isThere && !isStopped && line.connected) reopen()
  }
  const awake = (cause: 'network' | 'page') => {
    if (!line.connected) {
      if (cause === 'network' || now() - triedAt >= LEAST_BETWEEN_MS) reopen()
    } else if (line.silentMs() > MOST_SILENCE_MS) reopen()
    else void prove()
  }
  const stopListening = whenAwake(awake)
  return {
    again: () => (now() - triedAt < SOCKET_RETRY_MS ? later() : connect()),
    later,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      stopListening()
    },
  }
}
