/**
 * Why work was refused instead of queued: its owner has enough waiting (`own`), or all owners together have (`shared`).
 * The work was not started.
 */
export class QueueFull extends Error {
  readonly whose: 'own' | 'shared'

  constructor(whose: QueueFull['whose']) {
    super(`queue full (${whose})`)
    this.whose = whose
  }
}

export type FairQueue = {
  /**
   * Runs the work when its turn comes.
   * @throws QueueFull at once if too much is waiting
   */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>
}

export type QueueBounds = {
  /** How many run in parallel. */
  atOnce: number
  /** How many of one owner may wait. */
  waitingEach: number
  /** How many may wait in all. */
  waitingInAll: number
}

/**
 * A queue in which owners take turns: each has at most one piece of work running, and an owner with much work waits
 * behind all owners with little.
 */
export function createFairQueue({ atOnce, waitingEach, waitingInAll }: QueueBounds): FairQueue {
  const lanes = new Map<string, (() => void)[]>()
  const busy = new Set<string>()
  let waiting = 0

  /** Starts the first work of the next owner in turn who has nothing running. */
  const startNext = () => {
    for (const [owner, lane] of lanes) {
      if (busy.has(owner)) continue
      const start = lane.shift()
      // Last in turn from now on.
      lanes.delete(owner)
      if (lane.length > 0) lanes.set(owner, lane)
      waiting -= 1
      busy.add(owner)
      start?.()
      return
    }
  }

  const turnOf = (owner: string) => {
    if (busy.size < atOnce && !busy.has(owner)) {
      busy.add(owner)
      return Promise.resolve()
    }
    const lane = lanes.get(owner) ?? []
    if (lane.length >= waitingEach) throw new QueueFull('own')
    if (waiting >= waitingInAll) throw new QueueFull('shared')
    waiting += 1
    lanes.set(owner, lane)
    return new Promise<void>((resolve) => lane.push(resolve))
  }

  return {
    async run(owner, work) {
      await turnOf(owner)
      try {
        return await work()
      } finally {
        busy.delete(owner)
        startNext()
      }
    },
  }
}
