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

/**
 * Repeats a startup step until it succeeds, with pauses that double up to 5 s, as long as the only problem is that the
 * database is away. `onAway` is called for each failed attempt; it may throw to stop waiting. `ended` also stops it,
 * and the step is not retried.
 */
export async function whenDatabaseIsThere<T>(
  step: () => Promise<T>,
  { onAway, ended }: { onAway: (error: unknown) => void; ended: Promise<unknown> },
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await step()
    } catch (error) {
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error
      if (!isDatabaseAway(reason)) throw error
      onAway(error)
      await Promise.race([pause(pauseMs), ended])
    }
  }
}
