type Closer = () => Promise<unknown>

/** Thrown by a start that a signal interrupted; it is not an error. */
export class StartInterrupted extends Error {
  override readonly name = 'StartInterrupted'
}

/**
 * The shutdown of the process. Everything that was opened is closed in reverse order, once, however many signals arrive
 * (Ctrl-C reaches us from the terminal and from npm).
 */
export type Shutdown = {
  /** Registers how to close what was just opened. */
  onClose(close: Closer): void
  /** Between two steps of the start: throws if the shutdown has begun. @throws StartInterrupted */
  check(): void
  /** Closes everything and ends the process. */
  begin(exitCode: number): void
  /** Resolves when the shutdown begins, so that a start need not wait any longer. */
  begun: Promise<void>
}

export type ShutdownOptions = {
  /** The start, which settles before anything is closed: half-opened things cannot be closed. */
  started: Promise<unknown>
  /** Called once, when the shutdown begins. */
  onBegin: (exitCode: number) => void
  onError: (error: unknown) => void
  exit: (exitCode: number) => void
  /** After this time the process ends with things still open; the kernel and the next start clean up. */
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
