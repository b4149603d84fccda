import { addDays, dateOf, type CalendarDate } from '#time/calendar-date.ts'
import { DAY_MS, type EpochMs } from '#time/clock.ts'
import {
  formatClock,
  formatDayAndTimes,
  formatDayLong,
  formatDayMonth,
  formatTimeRange,
} from '#time/format.ts'
import { wallToInstant } from '#time/zones.ts'
import type { Span } from '#web/widgets/times/span.ts'
import { rangeText } from './days/range-text.ts'

/** The dates of a span that consists of whole days in a zone, the last included; undefined for any other span. */
export function wholeDays({ start, end }: Span, zone: string): [CalendarDate, CalendarDate] | undefined {
  if (!isMidnight(start, zone) || !isMidnight(end, zone)) return undefined
  return [dateOf(start, zone), addDays(dateOf(end, zone), -1)]
}

/** A span shown beside its date: "9:00–10:00 h", `wholeDay`, or both ends with their dates if it lasts longer. */
export function timesText(span: Span, zone: string, language: string, wholeDay: string): string {
  if (wholeDays(span, zone)) return wholeDay
  const { start, end } = span
  if (end - start < DAY_MS) return formatTimeRange(start, end, zone, language)
  return [start, end].map((at) => endText(formatDayMonth, at, zone, language)).join(' – ')
}

/** A span with its date: "lunes 15 de marzo, 9:00–10:00 h"; whole days without a time. */
export function spanText(span: Span, zone: string, language: string, wholeDay: string): string {
  const days = wholeDays(span, zone)
  if (days)
    return days[0] === days[1]
      ? `${rangeText(...days, language)} · ${wholeDay}`
      : rangeText(...days, language)
  const { start, end } = span
  if (end - start < DAY_MS) return formatDayAndTimes(start, end, zone, language)
  return [start, end].map((at) => endText(formatDayLong, at, zone, language)).join(' – ')
}

function endText(dayText: typeof formatDayLong, at: EpochMs, zone: string, language: string): string {
  return `${dayText(at, zone, language)}, ${formatClock(at, zone, language)}`
}

function isMidnight(at: EpochMs, zone: string): boolean {
  return wallToInstant(dateOf(at, zone), 0, zone) === at
}
