import {
  addDays,
  type CalendarDate,
  dateOf,
  endOfDay,
  screenWeekStart,
  startOfDay,
  calendarDate,
} from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { type SessionTimes, phaseOf } from '../sessions.domain.ts'

type Range = { from: EpochMs; to: EpochMs }

/** The day and the week (as on screen) of an instant in a zone, as intervals of instants. */
export function periodsAround(now: EpochMs, timezone: string): { today: Range; week: Range } {
  const today = dateOf(now, timezone)
  const sunday = screenWeekStart(today)
  const range = (from: CalendarDate, last: CalendarDate) => ({
    from: startOfDay(from, timezone),
    to: endOfDay(last, timezone),
  })
  return {
    today: range(today, today),
    week: range(sunday, addDays(sunday, 6)),
  }
}

/**
 * The weeks of an instant's month in a zone, cut at the month's ends: each with its first date and as instants. Weeks
 * begin on Sunday, as on every screen (product §8, rule 5).
 */
export function weeksOfMonth(now: EpochMs, timezone: string): (Range & { first: CalendarDate })[] {
  const first = firstOfMonth(dateOf(now, timezone))
  // 32 days always reach the next month, and never the one after it.
  const next = firstOfMonth(addDays(first, 32))
  const firsts = [first]
  for (let sunday = addDays(screenWeekStart(first), 7); sunday < next; sunday = addDays(sunday, 7)) {
    firsts.push(sunday)
  }
  return firsts.map((date, at) => ({
    first: date,
    from: startOfDay(date, timezone),
    to: startOfDay(firsts[at + 1] ?? next, timezone),
  }))
}

/**
 * The next session on a dashboard: the one in progress (product §9), of two the later one if its time has come; else
 * the first future one.
 */
export function nextOf<Session extends SessionTimes>(
  byStart: readonly Session[],
  now: EpochMs,
): Session | undefined {
  const confirmed = byStart.filter(({ status }) => status === 'confirmed')
  const isRunning = (session: Session) => phaseOf(session, now) === 'inProgress'
  const ahead = confirmed.find(({ endsAt }) => endsAt > now)
  if (ahead && isRunning(ahead)) return ahead
  return confirmed.findLast(isRunning) ?? ahead
}

type Asking = SessionTimes & { moveStartsAt: EpochMs | null }

/** What the coach has to answer: requests, and requests to move; not after the start. */
export function toConfirmOf<Session extends Asking>(byStart: readonly Session[], now: EpochMs): Session[] {
  return byStart.filter(
    ({ status, startsAt, moveStartsAt }) =>
      startsAt > now && (status === 'requested' || (status === 'confirmed' && moveStartsAt !== null)),
  )
}

/** What a client waits for: an answer to a request, or their own choice among the proposed times. */
export function waitingOf<Session extends SessionTimes>(
  byStart: readonly Session[],
  now: EpochMs,
): Session[] {
  return byStart.filter(
    ({ status, startsAt }) => status === 'proposed' || (status === 'requested' && startsAt > now),
  )
}

/** The sessions that wait to be closed. */
export function toCloseOf<Session extends SessionTimes>(
  byStart: readonly Session[],
  now: EpochMs,
): Session[] {
  return byStart.filter((session) => phaseOf(session, now) === 'toClose')
}

function firstOfMonth(date: CalendarDate): CalendarDate {
  return calendarDate(`${date.slice(0, 8)}01`)
}
