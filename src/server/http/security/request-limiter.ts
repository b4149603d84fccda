import { MINUTE_MS, type Clock, type EpochMs } from '#time/clock.ts'

/** Counts what one caller asks for within a minute. */
export type RequestLimiter = {
  /** Takes one request of `key`; undefined, or the seconds to wait when `most` of this minute are spent. */
  take(key: string, most: number): number | undefined
}

type Spent = { count: number; since: EpochMs }

/** Far more callers than a server meets in a minute; beyond them the one known longest is forgotten. */
const MOST_KEYS = 100_000

/**
 * A limiter in memory, each server for itself. A minute begins with its first request. Asking costs no I/O, so it may
 * stand before everything else.
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
