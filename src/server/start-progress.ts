/** How far a start has come, for those who ask whether the server is ready. */
export type StartPhase = 'starting' | 'migrating' | WaitingPhase

/** What a start waits for: its database, or room on the disk of that. */
type WaitingPhase = 'waiting_for_database' | 'disk_full'

export type StartProgress = {
  readonly phase: StartPhase
  /** The work of a phase; the start is in it, or waits for the database meanwhile. */
  during<T>(phase: StartPhase, work: () => Promise<T>): Promise<T>
  /** Why the database does not do what the start needs of it, if it does not. */
  setWaiting(waiting: WaitingPhase | undefined): void
}

export function createStartProgress(): StartProgress {
  let current: StartPhase = 'starting'
  let waiting: WaitingPhase | undefined
  return {
    get phase() {
      return waiting ?? current
    },
    async during(phase, work) {
      current = phase
      try {
        return await work()
      } finally {
        current = 'starting'
      }
    },
    setWaiting: (why) => void (waiting = why),
  }
}
