import { MINUTE_MS, type Clock, type EpochMs } from '#time/clock.ts'

/** How often a caller was counted by another server. */
export type Count = [key: string, count: number]

/** Counts the requests of a caller within a minute. */
export type RequestLimiter = {
  /** Takes one request of `key`; undefined, or the seconds to wait if `most` are used up in this minute. */
  take(key: string, most: number): number | undefined
  /** What other servers have to know and were not told yet, of a bounded number of callers. */
  report(): Count[]
  /** Adds what other servers counted. */
  add(counts: readonly Count[]): void
}

/** `untold` is the part of `count` that other servers do not know yet. */
type Spent = { count: number; untold: number; since: EpochMs }

/** Far more callers than a server has in a minute; above it, the oldest is forgotten. */
const MOST_KEYS = 100_000

/** Below this part of a budget a caller is not reported: up to ten servers allow it no more than one budget. */
const REPORTED_FROM = 0.1
const MOST_REPORTED = 1_000

/**
 * A limiter in memory. A minute begins with its first request. It needs no I/O, so it can run before everything else;
 * what servers tell each other is exchanged beside it (`share-counts.ts`).
 */
export function createRequestLimiter(clock: Clock, mostKeys = MOST_KEYS): RequestLimiter {
  const minutes = new Map<string, Spent>()
  const toReport = new Set<string>()
  const minuteOf = (key: string, at: EpochMs): Spent => {
    const known = minutes.get(key)
    // A clock that was set back begins a new minute instead of a long one.
    if (known && at >= known.since && at < known.since + MINUTE_MS) return known
    minutes.delete(key)
    if (minutes.size >= mostKeys) minutes.delete(minutes.keys().next().value!)
    const fresh = { count: 0, untold: 0, since: at }
    minutes.set(key, fresh)
    return fresh
  }
  return {
    take(key, most) {
      const at = clock.now()
      const minute = minuteOf(key, at)
      minute.count += 1
      minute.untold += 1
      if (minute.count >= most * REPORTED_FROM && toReport.size < MOST_REPORTED) toReport.add(key)
      return minute.count > most ? Math.ceil((minute.since + MINUTE_MS - at) / 1000) : undefined
    },
    report() {
      const counts: Count[] = []
      for (const key of toReport) {
        const minute = minutes.get(key)
        if (!minute) continue
        counts.push([key, minute.untold])
        minute.untold = 0
      }
      toReport.clear()
      return counts
    },
    add(counts) {
      const at = clock.now()
      for (const [key, count] of counts) minuteOf(key, at).count += count
    },
  }
}
