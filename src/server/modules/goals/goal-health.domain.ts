import type { GoalHealth } from '#contract/goals/goals.ts'
import type { DateOn } from '#contract/values.ts'
import { daysBetween } from '#time/calendar-date.ts'

/** What the health of an active goal depends on; every date is one of its owner's zone. */
export type Vitals = {
  /** From 0 to 100. */
  progress: number
  startsOn: DateOn
  targetOn: DateOn | null
  /** The last day on which something moved. */
  movedOn: DateOn
  today: DateOn
}

/** Days without movement after which a goal needs attention, and after which it should be thought over. */
export const STILL = { attention: 14, rethink: 28 }

/** Percentage points that progress may lie behind the time that has passed. */
export const BEHIND = { attention: 25, rethink: 50 }

/** Days from its start in which a goal is neither behind nor still. */
export const EARLY_DAYS = 7

/**
 * How an active goal is doing and why (product §11): *Va bien*, *Requiere atención*, *Hay que replantear*. What is
 * reached is well, whatever the time. Otherwise the worst of three counts: its target date has passed, nothing moved
 * for days, or progress lies behind the part of its time that has passed.
 */
export function healthOf({ progress, startsOn, targetOn, movedOn, today }: Vitals): GoalHealth {
  if (progress >= 100) return health('onTrack', 'complete')
  const late = targetOn === null ? 0 : daysBetween(targetOn, today)
  if (late > 0) return health('rethink', 'late', { days: late })
  const behind = targetOn === null ? 0 : Math.floor(passed(startsOn, targetOn, today) * 100) - progress
  const still = Math.max(0, daysBetween(movedOn, today))
  const isEarly = daysBetween(startsOn, today) < EARLY_DAYS
  for (const level of ['rethink', 'attention'] as const) {
    if (still >= STILL[level]) return health(level, 'still', { days: still })
    if (!isEarly && behind >= BEHIND[level]) return health(level, 'behind', { points: behind })
  }
  if (isEarly) return health('onTrack', 'early')
  return health('onTrack', targetOn === null ? 'moving' : 'onPace')
}

/** The part of a goal's time that has passed, from 0 to 1; a goal of one day has passed with it. */
function passed(startsOn: DateOn, targetOn: DateOn, today: DateOn): number {
  const whole = daysBetween(startsOn, targetOn)
  if (whole <= 0) return today >= targetOn ? 1 : 0
  return Math.min(1, Math.max(0, daysBetween(startsOn, today) / whole))
}

function health(
  level: GoalHealth['level'],
  reason: GoalHealth['reason'],
  { days = 0, points = 0 } = {},
): GoalHealth {
  return { level, reason, days, points }
}
