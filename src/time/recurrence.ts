import {
  type CalendarDate,
  addDays,
  addMonths,
  dateOf,
  daysBetween,
  isoWeekStart,
  wallMinutes,
  weekdayOf,
} from './calendar-date.ts'
import type { EpochMs } from './clock.ts'
import { zoneRules } from './zone-rules.ts'
import { wallClock, wallToInstant } from './zones.ts'

/** Most occurrences of a rule that ends (product §8). */
export const MOST_OCCURRENCES = 52

/**
 * How something repeats: every `interval` weeks on `weekdays` (ISO, Monday 1; if empty, the first one's weekday), or
 * every `interval` months on the first one's day of the month. It ends on a date, included, in the zone of the wall
 * time, or after `count` occurrences; without either only the limit ends it.
 */
export type Recurrence = {
  readonly frequency: 'weekly' | 'monthly'
  readonly interval: number
  readonly weekdays: readonly number[]
  readonly until?: string | undefined
  readonly count?: number | undefined
}

/** A start as wall time: a date and `HH:mm` in some zone. */
export type WallStart = { readonly date: CalendarDate; readonly time: string }

/** The other person's clock shows another time than at the occurrence before; both as `HH:mm`. */
export type ClockShift = {
  readonly position: number
  readonly startsAt: EpochMs
  readonly before: string
  readonly after: string
}

/**
 * The starts of a rule, ascending, at most MOST_OCCURRENCES (product §8). The first is always included and counted,
 * even if the rule would not select it (RFC 5545 §3.8.5.3). Weeks begin on Monday. Months without the day are left out,
 * never shifted to their last day (RFC 5545 §3.3.10). The wall time is kept across every change of offset: inside a gap
 * the offset before it applies, of two occurrences the first is meant (RFC 5545 §3.3.5). Two dates that fall on one
 * instant, because the zone skipped a whole day, give one start.
 * @throws RangeError for zones, dates and wall times that do not exist
 */
export function occurrencesOf(rule: Recurrence, first: WallStart, zone: string): EpochMs[] {
  const minutes = wallMinutes(first.time)
  const most = Math.min(rule.count ?? MOST_OCCURRENCES, MOST_OCCURRENCES)
  const starts: EpochMs[] = []
  for (const date of datesFrom(rule, first.date)) {
    if (starts.length >= most) break
    const start = wallToInstant(date, minutes, zone)
    if (starts.length === 0 || start > starts.at(-1)!) starts.push(start)
  }
  return starts
}

/** The dates of a rule from `from` to `to`, both included, as `datesFrom`. */
export function datesBetween(
  rule: Omit<Recurrence, 'count'>,
  first: CalendarDate,
  from: CalendarDate,
  to: CalendarDate,
): CalendarDate[] {
  const dates: CalendarDate[] = []
  for (const date of datesFrom(rule, first, from)) {
    if (date > to) break
    dates.push(date)
  }
  return dates
}

/** Whether a rule with an end date has more occurrences than one rule may have. */
export function isTooLong(rule: Recurrence, firstDate: CalendarDate): boolean {
  if (rule.until === undefined) return false
  let seen = 0
  for (const _ of datesFrom(rule, firstDate)) if (++seen > MOST_OCCURRENCES) return true
  return false
}

/** The wall time in a zone at an instant, to the minute. */
export function wallStartOf(ms: EpochMs, zone: string): WallStart {
  return { date: dateOf(ms, zone), time: timeOf(ms, zone) }
}

/**
 * Shifts an instant by the wall-time difference between `from` and `to` in a zone: when 10:00 on Tuesday becomes 11:30
 * on Wednesday, 10:00 on any other day becomes 11:30 on the next, across any change of offset. A wall time that does
 * not exist is read as in `wallToInstant`.
 */
export function shiftOnWall(ms: EpochMs, from: EpochMs, to: EpochMs, zone: string): EpochMs {
  const rules = zoneRules(zone)
  const wall = (at: EpochMs) => at + rules.offsetAt(at)
  return rules.toInstant(wall(ms) + wall(to) - wall(from)) as EpochMs
}

/**
 * The starts at which the other person's clock shows another time than at the start before, because the zones change on
 * different days (product §8, drift warning). Empty if both are in one zone.
 */
export function driftOf(starts: readonly EpochMs[], coachZone: string, otherZone: string): ClockShift[] {
  if (coachZone === otherZone) return []
  const times = starts.map((start) => timeOf(start, otherZone))
  return starts.flatMap((startsAt, position) => {
    const before = times[position - 1]
    const after = times[position]!
    return before === undefined || before === after ? [] : [{ position, startsAt, before, after }]
  })
}

/**
 * The dates of a rule from `from` on, ascending, by the same reading as `occurrencesOf`, its first always included. It
 * is endless unless the rule has an end date, and begins at once, however long ago the first one was.
 */
export function* datesFrom(
  rule: Omit<Recurrence, 'count'>,
  first: CalendarDate,
  from = first,
): Generator<CalendarDate> {
  if (from <= first) yield first
  for (const date of rule.frequency === 'weekly' ? weekly(rule, first, from) : monthly(rule, first, from)) {
    if (rule.until !== undefined && date > rule.until) return
    if (date > first && date >= from) yield date
  }
}

/** From the rule's last week that begins before or with `from`, or from its first one. */
function* weekly(
  { interval, weekdays }: Pick<Recurrence, 'interval' | 'weekdays'>,
  first: CalendarDate,
  from: CalendarDate,
): Generator<CalendarDate> {
  const days = weekdays.length > 0 ? [...new Set(weekdays)].toSorted((a, b) => a - b) : [weekdayOf(first)]
  const step = 7 * interval
  const start = isoWeekStart(first)
  const steps = Math.max(0, Math.floor(daysBetween(start, from) / step))
  for (let monday = addDays(start, step * steps); ; monday = addDays(monday, step)) {
    for (const day of days) yield addDays(monday, day - 1)
  }
}

/** From the rule's last month before `from`, or from its second one. */
function* monthly(
  { interval }: Pick<Recurrence, 'interval'>,
  first: CalendarDate,
  from: CalendarDate,
): Generator<CalendarDate> {
  const steps = Math.max(1, Math.floor((monthNumber(from) - monthNumber(first)) / interval))
  for (let months = interval * steps; ; months += interval) {
    const date = addMonths(first, months)
    // Skip a shorter month, whose last day was returned instead.
    if (date.slice(8) === first.slice(8)) yield date
  }
}

function monthNumber(date: CalendarDate): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
}

function timeOf(ms: EpochMs, zone: string): string {
  const { hour, minute } = wallClock(ms, zone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
