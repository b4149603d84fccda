import { MINUTE_MS, type EpochMs } from '#time/clock.ts'
import { spanInTwo } from '#time/spans.ts'

/** What is left until an instant in its two largest units; nothing once it has come. */
export function timeLeft(until: EpochMs, now: EpochMs): ReturnType<typeof spanInTwo> {
  // The last minute counts as one: nothing is left only once it is over.
  return until <= now ? [] : spanInTwo(Math.ceil((until - now) / MINUTE_MS) * MINUTE_MS)
}
