import type { EpochMs } from './clock.ts'

/** From when to when, `endsAt` excluded; instants of the clock, or of another kind such as those on the wire. */
export type Interval<Instant = EpochMs> = { startsAt: Instant; endsAt: Instant }

/** Whether two intervals share a moment; one that ends when the other starts does not. */
export function overlap(one: Interval<number>, other: Interval<number>): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt
}
