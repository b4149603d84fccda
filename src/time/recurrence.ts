import {
  type CalendarDate,
  addDays,
  addMonths,
  dateOf,
  isoWeekStart,
  wallMinutes,
  weekdayOf,
} from './calendar-date.ts'
import type { EpochMs } from './clock.ts'
import { zoneRules } from './zone-rules.ts'
import { wallClock, wallToInstant } from './zones.ts'

/** Most occurrences one rule makes (product §8). */
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
  for (const date of datesOf(rule, first.date)) {
    if (starts.length >= most) break
    const start = wallToInstant(date, minutes, zone)
    if (starts.length === 0 || start > starts.at(-1)!) starts.push(start)
  }
  return starts
}

/** Whether a rule with an end date has more occurrences than one rule may have. */
export function isTooLong(rule: Recurrence, firstDate: CalendarDate): boolean {
  if (rule.until === undefined) return false
  let seen = 0
  for (const _ of datesOf(rule, firstDate)) if (++seen > MOST_OCCURRENCES) return true
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

/** The dates of a rule, ascending, the first always included; endless if only a count ends it. */
function* datesOf(rule: Recurrence, first: CalendarDate): Generator<CalendarDate> {
  yield first
  for (const date of rule.frequency === 'weekly' ? weekly(rule, first) : monthly(rule, first)) {
    if (rule.until !== undefined && date > rule.until) return
    if (date > first) yield date
  }
}

function* weekly({ interval, weekdays }: Recurrence, first: CalendarDate): Generator<CalendarDate> {
  const days = weekdays.length > 0 ? [...new Set(weekdays)].toSorted((a, b) => a - b) : [weekdayOf(first)]
  for (let monday = isoWeekStart(first); ; monday = addDays(monday, 7 * interval)) {
    for (const day of days) yield addDays(monday, day - 1)
  }
}

function* monthly({ interval }: Recurrence, first: CalendarDate): Generator<CalendarDate> {
  for (let months = interval; ; months += interval) {
    const date = addMonths(first, months)
    // Skip a shorter month, whose last day was returned instead.
    if (date.slice(8) === first.slice(8)) yield date
  }
}

function timeOf(ms: EpochMs, zone: string): string {
  const { hour, minute } = wallClock(ms, zone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}
