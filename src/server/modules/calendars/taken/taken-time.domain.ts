import { type Interval, overlap } from '#time/interval.ts'
import type { DateOverride, HolidayKey, InTheWay } from '#contract/calendar/calendar.ts'
import type { SessionStatus } from '#contract/sessions/sessions.ts'
import { type SessionId, toWire } from '#contract/values.ts'
import { addDays, type CalendarDate, dateOf } from '#time/calendar-date.ts'
import { DAY_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { Busy, SlotRules } from '#time/slots/slots.ts'
import { type Untitled, type Words, defaultTitle } from '#server/modules/titles/titles.domain.ts'
import type { Calendar } from '../calendars.domain.ts'
import { type Holiday, holidaysBetween } from '../holidays.domain.ts'

/**
 * Time of the coach that is taken: a session, the time of a request to move one, blocked time, or busy time of an
 * external calendar.
 */
export type TakenTime = {
  kind: 'session' | 'move' | 'block' | 'external'
  /** The session that is, or would be, there; null for blocked and external time. */
  sessionId: SessionId | null
  /** The coach's title; always null in a client's scope, which only gets times. */
  title: string | null
  /** The data for the default title of a session without a title, in a coach's scope. */
  untitled: Untitled | null
  startsAt: EpochMs
  endsAt: EpochMs
  /** The session's state; null otherwise. */
  status: SessionStatus | null
}

/** Everything besides the calendar's settings that decides which starts are offered. */
export type Taken = { overrides: readonly DateOverride[]; times: readonly TakenTime[] }

/** States that count towards the limits per day and week (product §8, rule 5). The no-shows among them take no time. */
export const COUNTED_STATUSES = [
  'requested',
  'confirmed',
  'completed',
  'noShowClient',
  'noShowCoach',
] as const satisfies readonly SessionStatus[]

const HOLDING: readonly SessionStatus[] = ['requested', 'confirmed', 'completed']

/** Whether a session in this state holds its time: the states of the constraint sessions_no_overlap. */
export function holdsTime(status: SessionStatus): boolean {
  return HOLDING.includes(status)
}

/**
 * The rules for sessions of `durationMin` at `now` (product §8), with `busy` in the order of `taken.times`. Sessions
 * and held moves have the calendar's current buffers, blocked and external time has none; only sessions count towards
 * the limits. A holiday of the settings closes its date unless the date has an override.
 */
export function slotRules(calendar: Calendar, taken: Taken, now: EpochMs, durationMin: number): SlotRules {
  return {
    zone: calendar.timezone,
    weekly: calendar.weekly,
    overrides: overridesOf(calendar, taken.overrides, now),
    busy: taken.times.map((time) => busyOf(calendar, time)),
    now,
    durationMin,
    stepMin: calendar.stepMin,
    bufferBeforeMin: calendar.bufferBeforeMin,
    bufferAfterMin: calendar.bufferAfterMin,
    minNoticeMin: calendar.minNoticeMin,
    horizonDays: calendar.horizonDays,
    maxPerDay: calendar.maxPerDay,
    maxPerWeek: calendar.maxPerWeek,
  }
}

/** Taken time without some sessions and the times they hold, because they are to be moved. */
export function withoutSessions(taken: Taken, ids: readonly SessionId[]): Taken {
  const times = taken.times.filter(({ sessionId }) => sessionId === null || !ids.includes(sessionId))
  return { ...taken, times }
}

/** Taken time that is a conflict, as the coach reads it in their language. */
export function inTheWayOf(time: TakenTime, language: string, words: Words): InTheWay {
  const { kind, untitled, startsAt, endsAt } = time
  const title = time.title ?? (untitled ? defaultTitle(untitled, language, words) : null)
  return { kind, title, startsAt: toWire(startsAt), endsAt: toWire(endsAt) }
}

/** Taken time including sessions that are only planned. */
export function withPlanned(taken: Taken, planned: readonly Interval[]): Taken {
  const times = planned.map(({ startsAt, endsAt }): TakenTime => ({
    kind: 'session',
    sessionId: null,
    title: null,
    untitled: null,
    startsAt,
    endsAt,
    status: 'confirmed',
  }))
  return { ...taken, times: [...taken.times, ...times] }
}

/**
 * The taken time that an interval overlaps and that prevents every booking, even the coach's (product §8): a session
 * that holds its time, or the time of a request to move. Undefined without an overlap.
 */
export function overlapped(taken: Taken, interval: Interval): TakenTime | undefined {
  return taken.times.find(
    (time) =>
      (time.kind === 'move' || (time.status !== null && holdsTime(time.status))) && overlap(time, interval),
  )
}

/** The holiday that closes a date: one of the calendar's, on a date without an override. */
export function closingHoliday(
  calendar: Calendar,
  overrides: readonly DateOverride[],
  date: CalendarDate,
): HolidayKey | undefined {
  if (overrides.some((override) => isOn(override, date))) return undefined
  return closedHolidays(calendar, date, date)[0]?.key
}

/** Whether the coach closed this date. */
export function isClosed(overrides: readonly DateOverride[], date: CalendarDate): boolean {
  return overrides.some((override) => isOn(override, date) && override.windows.length === 0)
}

/**
 * The range of starts whose sessions affect what is offered in [from, to): limits count whole weeks, and a session with
 * its buffers reaches less than a day beyond its start.
 */
export function rangeThatMatters(from: EpochMs, to: EpochMs): { from: EpochMs; to: EpochMs } {
  return { from: epochMs(from - 8 * DAY_MS), to: epochMs(to + 8 * DAY_MS) }
}

/** How far before and after the requested range taken time can still conflict with a session. */
export const REACH_MS = DAY_MS

function busyOf(calendar: Calendar, { kind, startsAt, endsAt, status }: TakenTime): Busy {
  if (kind === 'block' || kind === 'external') return { start: startsAt, end: endsAt, counts: false }
  return {
    start: startsAt,
    end: endsAt,
    beforeMin: calendar.bufferBeforeMin,
    afterMin: calendar.bufferAfterMin,
    counts: kind === 'session',
    blocks: status === null || holdsTime(status),
  }
}

/** Holidays first, because of two overrides of one date the last one wins. */
function overridesOf(calendar: Calendar, own: readonly DateOverride[], now: EpochMs): SlotRules['overrides'] {
  // Nothing is offered before now or after the horizon; one more day on each side for what reaches past midnight.
  const today = dateOf(now, calendar.timezone)
  const closed = closedHolidays(calendar, addDays(today, -2), addDays(today, calendar.horizonDays + 3))
  return [...closed.map(({ date }) => ({ date, windows: [] })), ...own]
}

function closedHolidays(calendar: Calendar, from: CalendarDate, to: CalendarDate): Holiday[] {
  return holidaysBetween(from, to).filter(({ key }) => calendar.holidays.includes(key))
}

function isOn(override: DateOverride, date: CalendarDate): boolean {
  return override.date === date
}
