import { type EpochMs, HOUR_MS, epochMs } from '#time/clock.ts'

/** The least time between two counted days of a grace. Shorter than a day, so that what an outage cost is made up for. */
export const SHORTEST_DAY_MS = 20 * HOUR_MS

/**
 * When an account ends whose grace runs, at the earliest: on its date or, after an outage, when the days that are left are
 * counted. Never in the past, so that nobody is told of a date that is over.
 */
export const earliestEnd = (
  { dueAt, daysLeft }: { dueAt: EpochMs; daysLeft: number },
  now: EpochMs,
): EpochMs => epochMs(Math.max(dueAt, now + Math.max(daysLeft - 1, 0) * SHORTEST_DAY_MS))

/** The same of what may not be there: null of an account that stays. */
export const endIfAny = (dueAt: EpochMs | null, daysLeft: number | null, now: EpochMs): EpochMs | null =>
  dueAt === null ? null : earliestEnd({ dueAt, daysLeft: daysLeft ?? 0 }, now)
