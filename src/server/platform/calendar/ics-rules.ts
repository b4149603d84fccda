import type { Weekday } from '#time/calendar-date.ts'
import type { CalendarRule } from '#time/calendar-rule.ts'
import { type IcsTime, readTime } from './ics-events.ts'

/** A rule of a calendar file, and its last possible time. */
export type IcsRule = CalendarRule & { until: IcsTime | undefined }

const FREQUENCIES = { DAILY: 'daily', WEEKLY: 'weekly', MONTHLY: 'monthly', YEARLY: 'yearly' } as const
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

// Times of the day, weeks of the year and anything more often than daily: calendars of people do not contain them.
const UNKNOWN = ['byhour', 'byminute', 'bysecond', 'byweekno']

/** A rule as the parser returns it (`RRULE`), or undefined if it is not supported. */
export function readRule(value: unknown): IcsRule | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const parts = value as Record<string, unknown>
  const frequency = FREQUENCIES[String(parts['freq']) as keyof typeof FREQUENCIES]
  if (!frequency || UNKNOWN.some((name) => parts[name] !== undefined)) return undefined
  const weekdays = listOf(parts['byday']).map(readWeekday)
  if (weekdays.includes(undefined)) return undefined
  const count = parts['count'] === undefined ? undefined : Number(parts['count'])
  return {
    frequency,
    interval: Math.max(1, Math.trunc(Number(parts['interval'] ?? 1)) || 1),
    count,
    until: readTime(parts['until'], {}),
    months: numbers(parts['bymonth']),
    monthDays: numbers(parts['bymonthday']),
    yearDays: numbers(parts['byyearday']),
    weekdays: weekdays.filter((weekday) => weekday !== undefined),
    positions: numbers(parts['bysetpos']),
    weekStart: weekStartOf(parts['wkst']),
  }
}

function readWeekday(text: unknown): { nth: number; weekday: Weekday } | undefined {
  const match = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(String(text))
  return match
    ? { nth: Number(match[1] ?? 0), weekday: (WEEKDAYS.indexOf(match[2]!) + 1) as Weekday }
    : undefined
}

/** The parser counts from Sunday, 1; a week begins on Monday by default (RFC 5545 §3.3.10). */
function weekStartOf(value: unknown): Weekday {
  const fromSunday = Number(value ?? 2)
  return (((fromSunday + 5) % 7) + 1) as Weekday
}

function numbers(value: unknown): number[] {
  return listOf(value).map(Number).filter(Number.isInteger)
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
