import type { EpochMs } from './clock.ts'

/**
 * From `startsAt` to `endsAt`, which is excluded. Instants of the clock, or of another kind such as the wire format.
 */
export type Interval<Instant = EpochMs> = { startsAt: Instant; endsAt: Instant }

/** Whether two intervals overlap. Intervals that only touch do not. */
export function overlap(one: Interval<number>, other: Interval<number>): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt
}
