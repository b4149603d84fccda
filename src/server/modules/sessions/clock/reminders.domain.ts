import { keysOf } from '#contract/keys-of.ts'
import type { ReminderKind } from '#contract/calendar/calendar.ts'
import { HOUR_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'

/** How long before the start each reminder is sent (product §17), the earliest first. */
const LEAD_MS: Record<ReminderKind, number> = {
  h48: 48 * HOUR_MS,
  h24: 24 * HOUR_MS,
  h3: 3 * HOUR_MS,
  m10: 10 * MINUTE_MS,
}

const KINDS = keysOf(LEAD_MS)

/**
 * When a reminder is due for a session that is confirmed at `now`, or moved to this time. Undefined if it is never
 * sent: its time is now or past, and the mail about the session itself is enough. The one ten minutes before is due at
 * once if the session was confirmed inside them, never after the start (product §9).
 */
export function reminderDueAt(kind: ReminderKind, startsAt: EpochMs, now: EpochMs): EpochMs | undefined {
  const dueAt = epochMs(startsAt - LEAD_MS[kind])
  if (now < dueAt) return dueAt
  return kind === 'm10' && now <= startsAt ? now : undefined
}

/**
 * Whether a reminder is still useful at `now`, if it is late because no worker was running: until the next one is due,
 * the last one until the start.
 */
export function isReminderTimely(kind: ReminderKind, startsAt: EpochMs, now: EpochMs): boolean {
  const next = KINDS[KINDS.indexOf(kind) + 1]
  return next === undefined ? now <= startsAt : now < startsAt - LEAD_MS[next]
}
