import { type CalendarDate, dateOf, dayNumber, weekdayOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { formatClock, formatDayLong, formatFullDate, formatWeekday } from '#time/format.ts'
import { shortDay } from '#time/relative.ts'

type Reader = { now: EpochMs; timezone: string; language: string }

/** When a room was written in last: the hour today, "yesterday", the day of the last week, else the date. */
export function roomTime(at: EpochMs, { now, timezone, language }: Reader, yesterday: string): string {
  const date = dateOf(at, timezone)
  const days = dayNumber(dateOf(now, timezone)) - dayNumber(date)
  if (days <= 0) return formatClock(at, timezone, language)
  if (days === 1) return yesterday
  return days < 7 ? formatWeekday(weekdayOf(date), language) : shortDay(date, now, timezone, language)
}

/** The day above the messages of a thread: "today", "yesterday", else with its weekday, and the year if it is another. */
export function threadDay(
  date: CalendarDate,
  { now, timezone, language }: Reader,
  near: { today: string; yesterday: string },
): string {
  const today = dateOf(now, timezone)
  const days = dayNumber(today) - dayNumber(date)
  if (days === 0) return near.today
  if (days === 1) return near.yesterday
  return date.slice(0, 4) === today.slice(0, 4)
    ? formatDayLong(date, timezone, language)
    : formatFullDate(date, timezone, language)
}
