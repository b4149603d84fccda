import { MINUTE_MS, type Clock, type EpochMs } from '#time/clock.ts'

/** Counts the requests of a caller within a minute. */
export type RequestLimiter = {
  /** Takes one request of `key`; undefined, or the seconds to wait if `most` are used up in this minute. */
  take(key: string, most: number): number | undefined
}

type Spent = { count: number; since: EpochMs }

/** Far more callers than a server has in a minute; above it, the oldest is forgotten. */
const MOST_KEYS = 100_000

/**
 * A limiter in memory, separate for each server. A minute begins with its first request. It needs no I/O, so it can run
 * before everything else.
 */
export function createRequestLimiter(clock: Clock, mostKeys = MOST_KEYS): RequestLimiter {
  const minutes = new Map<string, Spent>()
  return {
    take(key, most) {
      const at = clock.now()
      const known = minutes.get(key)
      // A clock that was set back begins a new minute instead of a long one.
      const current = known && at >= known.since && at < known.since + MINUTE_MS ? known : undefined
      if (!current) {
        minutes.delete(key)
        if (minutes.size >= mostKeys) minutes.delete(minutes.keys().next().value!)
        minutes.set(key, { count: 1, since: at })
        return undefined
      }
      current.count += 1
      return current.count > most ? Math.ceil((current.since + MINUTE_MS - at) / 1000) : undefined
    },
  }
}
