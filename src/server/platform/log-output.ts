import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** How long to wait while a reader is slower than the log. */
const RETRY_MS = 50
/** The end of the process waits for a slow reader this often. */
const LAST_TRIES = 20
/** Above this many characters the lines of a reader that has stalled are dropped. */
const MOST_WAITING = 16_000_000

/**
 * An output of log lines that never ends or blocks the process, whatever becomes of its reader: what cannot be written
 * is dropped. pino's own destination repeats a failed write until it succeeds, synchronously, after a fatal error and at
 * the end of the process. Lines of one turn of the event loop, or logged during a write, are written together.
 */
export function openLogOutput(fd: number): DestinationStream {
  let waiting = ''
  let begun = Buffer.alloc(0)
  let state: 'idle' | 'due' | 'writing' = 'idle'

  const writeNext = () => {
    if (begun.length === 0) {
      begun = Buffer.from(waiting)
      waiting = ''
    }
    state = begun.length > 0 ? 'writing' : 'idle'
    if (state === 'writing') write(fd, begun, written)
  }
  const written = (error: unknown, count: number) => {
    if (error && isFull(error)) {
      state = 'due'
      return void setTimeout(writeNext, RETRY_MS).unref()
    }
    begun = error ? Buffer.alloc(0) : begun.subarray(count)
    writeNext()
  }
  process.once('exit', () => {
    const rest = Buffer.from(waiting)
    writeLast(fd, state === 'due' ? Buffer.concat([begun, rest]) : rest)
  })
  return {
    write(line) {
      if (waiting.length > MOST_WAITING) return
      waiting += line
      if (state !== 'idle') return
      state = 'due'
      setImmediate(writeNext)
    },
  }
}

function writeLast(fd: number, bytes: Buffer): void {
  let rest = bytes
  for (let tries = 0; rest.length > 0 && tries < LAST_TRIES; tries += 1) {
    try {
      rest = rest.subarray(writeSync(fd, rest))
    } catch (error) {
      if (!isFull(error)) return
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}

/** The pipe is full; its reader is slow. */
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EAGAIN'
