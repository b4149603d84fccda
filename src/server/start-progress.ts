/** How far a start has come, for those who ask whether the server is ready. */
export type StartPhase = 'starting' | 'migrating' | 'waiting_for_database'

export type StartProgress = {
  readonly phase: StartPhase
  /** The work of a phase; the start is in it, or waits for the database meanwhile. */
  during<T>(phase: StartPhase, work: () => Promise<T>): Promise<T>
  /** Whether the database answers what the start needs of it. */
  setWaiting(waiting: boolean): void
}

export function createStartProgress(): StartProgress {
  let current: StartPhase = 'starting'
  let waiting = false
  return {
    get phase() {
      return waiting ? 'waiting_for_database' : current
    },
    async during(phase, work) {
      current = phase
      try {
        return await work()
      } finally {
        current = 'starting'
      }
    },
    setWaiting: (away) => void (waiting = away),
  }
}
