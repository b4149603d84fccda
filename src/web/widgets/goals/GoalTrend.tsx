import type { GoalPoint } from '#contract/goals/goals.ts'
import classes from './GoalTrend.module.css'

const WIDTH = 72
const HEIGHT = 24
const EDGE = 3

/** The last points of a goal as a small line; the words beside it say the same. */
export function GoalTrend({ points }: { points: readonly GoalPoint[] }) {
  if (points.length < 2) return null
  const at = (progress: number, index: number) => ({
    x: EDGE + (index * (WIDTH - 2 * EDGE)) / (points.length - 1),
    y: HEIGHT - EDGE - (progress * (HEIGHT - 2 * EDGE)) / 100,
  })
  const places = points.map(({ progress }, index) => at(progress, index))
  const last = places.at(-1)!
  return (
    <svg
      className={classes.trend}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      <polyline points={places.map(({ x, y }) => `${x},${y}`).join(' ')} />
      <circle cx={last.x} cy={last.y} r={2.5} />
    </svg>
  )
}
