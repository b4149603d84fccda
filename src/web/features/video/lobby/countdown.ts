import type { EpochMs } from '#time/clock.ts'

const SECOND_MS = 1_000
const MINUTE_S = 60
/** Longer than this nobody watches seconds. */
const MOST_S = 60 * MINUTE_S

/** The time left as minutes and seconds, "9:05"; undefined if it is more than an hour. Never less than none. */
export function countdown(until: EpochMs, now: EpochMs): string | undefined {
  const left = Math.max(0, Math.ceil((until - now) / SECOND_MS))
  if (left > MOST_S) return undefined
  return `${Math.floor(left / MINUTE_S)}:${String(left % MINUTE_S).padStart(2, '0')}`
}
