import {
  addDays,
  type CalendarDate,
  dateOf,
  endOfDay,
  isoWeekStart,
  startOfDay,
} from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { type SessionState, phaseOf } from './sessions.domain.ts'

type Range = { from: EpochMs; to: EpochMs }

/** The day, the week (Monday to Sunday) and the month of an instant in a zone, as instants. */
export function periodsAround(now: EpochMs, timezone: string): { today: Range; week: Range; month: Range } {
  const today = dateOf(now, timezone)
  const monday = isoWeekStart(today)
  const first = firstOfMonth(today)
  const range = (from: CalendarDate, last: CalendarDate) => ({
    from: startOfDay(from, timezone),
    to: endOfDay(last, timezone),
  })
  return {
    today: range(today, today),
    week: range(monday, addDays(monday, 6)),
    // Any day past the 28th plus four lies in the next month.
    month: range(first, addDays(firstOfMonth(addDays(first, 32)), -1)),
  }
}

/** The next session on a dashboard: the first that stands and is not over, the running one included. */
export function nextOf<Session extends SessionState>(
  byStart: readonly Session[],
  now: EpochMs,
): Session | undefined {
  return byStart.find(({ status, endsAt }) => status === 'confirmed' && endsAt > now)
}

/** The requests that can still be answered. */
export function waitingOf<Session extends SessionState>(
  byStart: readonly Session[],
  now: EpochMs,
): Session[] {
  return byStart.filter(({ status, startsAt }) => status === 'requested' && startsAt > now)
}

/** The sessions that wait to be closed. */
export function toCloseOf<Session extends SessionState>(
  byStart: readonly Session[],
  now: EpochMs,
): Session[] {
  return byStart.filter((session) => phaseOf(session, now) === 'toClose')
}

function firstOfMonth(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 8)}01` as CalendarDate
}
