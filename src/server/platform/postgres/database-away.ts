import { pause } from '../pause.ts'

/**
 * PostgreSQL's classes for a connection that failed (08), resources that ran out (53), a server that stops or starts
 * (57P), a statement over its time limit (57014) and a transaction that sat idle or ran too long (25P03, 25P04).
 */
const SQL_STATES = /^(?:08|53)...$|^57P0.$|^57014$|^25P0[34]$/

const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The driver's messages without a code: no connection in time, or the connection in use broke. */
const DRIVER_WORDS =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client (?:has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/

/**
 * Whether an error, or the copy of one from the job queue, means that the database cannot be reached or does not answer
 * in time, so that a retry may succeed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return 'message' in error && DRIVER_WORDS.test(String(error.message))
  // The socket of a server that is not running. Any other missing file is a fault of ours.
  if (code === 'ENOENT') return 'syscall' in error && error.syscall === 'connect'
  return NETWORK_CODES.has(code) || SQL_STATES.test(code)
}

/** Whether the driver gave up on a query because the server did not answer within the time limit. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** Each further try of a migration fills what is left of the disk, for everybody else who writes there. */
const NO_ROOM_PAUSE_MS = 30_000

type Waiting = {
  /**
   * Is told of each failed attempt and answers what is missing: the database, or room on its disk. It may throw to stop waiting.
   */
  onAway: (error: unknown) => Promise<'database' | 'room'>
  /** Ends a pause. */
  ended: Promise<unknown>
  /** Is asked before each try, and throws once there is to be none. */
  check: () => void
}

/**
 * Repeats a startup step until it succeeds, as long as the only problem is that the database is away, with pauses that double
 * up to 5 s, or that its disk is full, with pauses of half a minute.
 */
export async function whenDatabaseIsThere<T>(
  step: () => Promise<T>,
  { onAway, ended, check }: Waiting,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    check()
    try {
      return await step()
    } catch (error) {
      if (!isDatabaseAway(causeOf(error))) throw error
      const missing = await onAway(error)
      await Promise.race([pause(missing === 'room' ? NO_ROOM_PAUSE_MS : pauseMs), ended])
    }
  }
}

/** What a sentence for the operator was made of, or the error itself. */
export function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error
}
