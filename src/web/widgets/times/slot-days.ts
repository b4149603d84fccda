import type { Availability } from '#contract/calendar/calendar.ts'
import {
  addDays,
  calendarDate,
  daysBetween,
  screenWeekStart,
  type CalendarDate,
} from '#time/calendar-date.ts'
import { fromIso, type EpochMs } from '#time/clock.ts'
import { wallClock } from '#time/zones.ts'

/** A bookable day. */
export type SlotDay = { date: CalendarDate; starts: EpochMs[] }

export const DAY_PARTS = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof DAY_PARTS)[number]

/** Weeks per request: fewer requests than one a week, within the limit of 62 days (product §21). */
const WEEKS_AT_ONCE = 8

/** The range of the request that covers a week; it never starts before today. */
export function rangeToAsk(
  weekStart: CalendarDate,
  today: CalendarDate,
): { from: CalendarDate; to: CalendarDate } {
  const first = screenWeekStart(today)
  const days = WEEKS_AT_ONCE * 7
  const start = addDays(first, Math.floor(daysBetween(first, weekStart) / days) * days)
  return { from: start < today ? today : start, to: addDays(start, days - 1) }
}

/** The days with free starts; days without are left out (product §9). */
export function bookableDays({ days }: Availability): SlotDay[] {
  return days
    .filter(({ starts }) => starts.length > 0)
    .map(({ date, starts }) => ({ date: calendarDate(date), starts: starts.map(fromIso) }))
}

/** The bookable days of one displayed week. */
export function daysOfWeek(days: readonly SlotDay[], weekStart: CalendarDate): SlotDay[] {
  const end = addDays(weekStart, 6)
  return days.filter(({ date }) => date >= weekStart && date <= end)
}

/** The week after this one; the next one with free starts if the loaded data has one. */
export function weekAfter(days: readonly SlotDay[], weekStart: CalendarDate): CalendarDate {
  const next = addDays(weekStart, 7)
  const free = days.find(({ date }) => date >= next)
  return free ? screenWeekStart(free.date) : next
}

/** The free starts of a day by part of the day in the viewer's zone; empty parts are left out. */
export function byDayPart(starts: readonly EpochMs[], zone: string): { part: DayPart; starts: EpochMs[] }[] {
  return DAY_PARTS.map((part) => ({
    part,
    starts: starts.filter((start) => partOf(start, zone) === part),
  })).filter((group) => group.starts.length > 0)
}

function partOf(start: EpochMs, zone: string): DayPart {
  const { hour } = wallClock(start, zone)
  if (hour < 12) return 'morning'
  return hour < 19 ? 'afternoon' : 'evening'
}
