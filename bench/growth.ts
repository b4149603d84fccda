// Whether something goes on growing that is looked at again and again.
import { spread } from './spread.ts'

export type Point = { minute: number; value: number }

/**
 * How much it changes in a minute: the median of the slopes between every two looks (Theil and Sen). Up to a quarter of the
 * looks may have met something that passes without moving it much, which a line through least squares follows.
 */
export function slopeOf(points: readonly Point[]): number {
  const slopes = points.flatMap((one, at) =>
    points.slice(at + 1).map((other) => (other.value - one.value) / (other.minute - one.minute)),
  )
  if (slopes.length === 0) throw new Error('A slope needs two looks')
  return medianOf(slopes)
}

/** What that comes to in so many minutes, as a share of what there is. */
export function growthIn(minutes: number, points: readonly Point[]): number {
  return (slopeOf(points) * minutes) / medianOf(points.map(({ value }) => value))
}

/**
 * How much higher the least of the last third is than the least of the first: what is only in use at the moment of a look comes
 * and goes, what is never let go of is there in each of them.
 */
export function riseOf(points: readonly Point[]): number {
  const values = points.map(({ value }) => value)
  const third = Math.floor(values.length / 3)
  if (third === 0) throw new Error('A rise needs three looks')
  return Math.min(...values.slice(-third)) - Math.min(...values.slice(0, third))
}

function medianOf(values: readonly number[]): number {
  return spread(values).median
}
