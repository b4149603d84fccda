import type { ReminderKind } from '#contract/calendar/calendar.ts'
import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** How long before the start each reminder goes out (product §17), the earliest first. */
const LEAD_MS: Record<ReminderKind, number> = {
  h48: 48 * HOUR_MS,
  h24: 24 * HOUR_MS,
  h3: 3 * HOUR_MS,
  m10: 10 * MINUTE_MS,
}

const KINDS = Object.keys(LEAD_MS) as ReminderKind[]

/**
 * When a reminder of a session goes out that comes to stand, or to start at this time, at `now`. Undefined when it
 * never will: its time has come or gone by, and what is mailed of the session itself says all of it. The one of the
 * last ten minutes goes out at once when the session came about inside them, never after the start (product §9).
 */
export function reminderDueAt(kind: ReminderKind, startsAt: EpochMs, now: EpochMs): EpochMs | undefined {
  const dueAt = epochMs(startsAt - LEAD_MS[kind])
  if (now < dueAt) return dueAt
  return kind === 'm10' && now <= startsAt ? now : undefined
}

/**
 * Whether a reminder still says something when it is carried out at `now`, later than it was due because no worker was
 * there: until the next one's time has come, the last one until the start.
 */
export function isReminderTimely(kind: ReminderKind, startsAt: EpochMs, now: EpochMs): boolean {
  const next = KINDS[KINDS.indexOf(kind) + 1]
  return next === undefined ? now <= startsAt : now < startsAt - LEAD_MS[next]
}
