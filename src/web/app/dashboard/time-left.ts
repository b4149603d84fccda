import { countdown } from '#time/format.ts'
import type { EpochMs } from '#time/clock.ts'

export type TimeLeft = { unit: 'days' | 'hours' | 'minutes'; count: number }

/** What is left until an instant in its two largest units; nothing once it has come. */
export function timeLeft(until: EpochMs, now: EpochMs): TimeLeft[] {
  const { past, days, hours, minutes, seconds } = countdown(until, now)
  if (past) return []
  if (days > 0) return parts({ unit: 'days', count: days }, { unit: 'hours', count: hours })
  if (hours > 0) return parts({ unit: 'hours', count: hours }, { unit: 'minutes', count: minutes })
  // The last minute counts as one: nothing is left only once it is over.
  return [{ unit: 'minutes', count: Math.max(1, minutes + (seconds > 0 ? 1 : 0)) }]
}

function parts(...all: TimeLeft[]): TimeLeft[] {
  return all.filter(({ count }) => count > 0)
}
