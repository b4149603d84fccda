type Closer = () => Promise<unknown>

/** Thrown out of a start that a signal interrupted; nothing went wrong. */
export class StartInterrupted extends Error {
  override readonly name = 'StartInterrupted'
}

/**
 * The way out of the process. What was opened is closed in the opposite order, once, however many signals arrive
 * (Ctrl-C reaches us from the terminal and from npm).
 */
export type Shutdown = {
  /** Remembers how to close what was just opened. */
  onClose(close: Closer): void
  /** Between two steps of the start: goes no further when the end has begun. @throws StartInterrupted */
  check(): void
  /** Closes everything and ends the process. */
  begin(exitCode: number): void
  /** Settles when the end begins: a start that waits for something needs to wait no longer. */
  begun: Promise<void>
}

export type ShutdownOptions = {
  /** The start, which settles before anything is closed: half-opened things cannot be closed. */
  started: Promise<unknown>
  /** Told once, when the end begins. */
  onBegin: (exitCode: number) => void
  onError: (error: unknown) => void
  exit: (exitCode: number) => void
  /** After so long the process ends with what is still open; the kernel and the next start clean up. */
  deadlineMs: number
}

export function createShutdown({ started, onBegin, onError, exit, deadlineMs }: ShutdownOptions): Shutdown {
  const closers: Closer[] = []
  let begun = false
  const beginning = Promise.withResolvers<void>()

  async function close(exitCode: number) {
    const deadline = setTimeout(() => exit(1), deadlineMs)
    await started.catch(() => undefined)
    for (const closer of closers.toReversed()) await closer().catch(onError)
    clearTimeout(deadline)
    exit(exitCode)
  }

  return {
    onClose: (closer) => void closers.push(closer),
    check: () => {
      if (begun) throw new StartInterrupted()
    },
    begin: (exitCode) => {
      if (begun) return
      begun = true
      beginning.resolve()
      onBegin(exitCode)
      void close(exitCode)
    },
    begun: beginning.promise,
  }
}
