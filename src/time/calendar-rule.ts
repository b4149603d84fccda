import { weekdayOfDay, type Weekday } from './calendar-date.ts'
import { DAY_MS } from './clock.ts'

/**
 * How an entry of an external calendar repeats: the parts of RFC 5545 §3.3.10 that select days. A list is empty when
 * the rule does not name the part; negative numbers count from the end.
 */
export type CalendarRule = {
  readonly frequency: 'daily' | 'weekly' | 'monthly' | 'yearly'
  readonly interval: number
  readonly count?: number | undefined
  readonly months: readonly number[]
  readonly monthDays: readonly number[]
  readonly yearDays: readonly number[]
  /** `nth` of its month or year; 0 means every one. */
  readonly weekdays: readonly { readonly nth: number; readonly weekday: Weekday }[]
  readonly positions: readonly number[]
  readonly weekStart: Weekday
}

/** How many more days may be examined. All rules of one file share it, so that no file can keep the server busy. */
export type Effort = { left: number }

/**
 * Subtracts work from the remaining effort.
 * @throws RangeError when it is used up
 */
export function spend(effort: Effort, work: number): void {
  effort.left -= work
  if (effort.left < 0) throw new RangeError('The rules of this calendar take too long')
}

/**
 * The days of a rule from `from` to `to` (day numbers, both included), ascending. The first day is one of them and
 * counts, whether or not the rule would name it (RFC 5545 §3.8.5.3); days that do not exist are left out.
 * @throws RangeError when the effort is used up
 */
export function* daysOfRule(
  rule: CalendarRule,
  first: number,
  from: number,
  to: number,
  effort: Effort,
): Generator<number> {
  if (from <= first && first <= to) yield first
  let counted = 1
  const named = completed(rule, first)
  // Without a count, nothing before the range matters; with one, everything has to be counted.
  const start = rule.count === undefined ? Math.max(first, from) : first
  const interval = Math.max(1, rule.interval)
  for (let step = Math.floor(periodsBetween(rule, first, start) / interval); ; step++) {
    const [begin, end] = period(rule, first, step * interval)
    // Beyond the last date `begin` is NaN, and every comparison with NaN is false.
    if (!(begin <= to)) return
    for (const day of chosen(named, begin, end, effort)) {
      if (day <= first) continue
      if (rule.count !== undefined && ++counted > rule.count) return
      if (day > to) return
      if (day >= from) yield day
    }
  }
}

/** The rule with missing parts filled in from its first day (RFC 5545 §3.3.10). */
function completed(rule: CalendarRule, first: number): CalendarRule {
  const { frequency, months, monthDays, yearDays, weekdays } = rule
  if (frequency === 'daily' || monthDays.length + yearDays.length + weekdays.length > 0) return rule
  if (frequency === 'weekly') return { ...rule, weekdays: [{ nth: 0, weekday: weekdayOfDay(first) }] }
  const { month, start } = monthOf(first)
  const inMonths = frequency === 'monthly' || months.length > 0 ? months : [month]
  return { ...rule, months: inMonths, monthDays: [first - start + 1] }
}

/** The days of one period that the rule selects. */
function chosen(rule: CalendarRule, begin: number, end: number, effort: Effort): number[] {
  const days: number[] = []
  for (let day = begin; day < end;) {
    const month = monthOf(day)
    const until = Math.min(end, month.end)
    const isInMonth = rule.months.length === 0 || rule.months.includes(month.month)
    // A skipped month also costs one unit.
    spend(effort, isInMonth ? 1 + until - day : 1)
    if (isInMonth) for (; day < until; day++) if (isNamed(rule, day, month)) days.push(day)
    day = until
  }
  if (rule.positions.length === 0) return days
  return days.filter((_, index) =>
    rule.positions.some((position) => (position > 0 ? position - 1 : days.length + position) === index),
  )
}

/** Whether the rule selects a day, given that it selects the day's month. */
function isNamed(rule: CalendarRule, day: number, { year, start, end }: Month): boolean {
  const { frequency, months, monthDays, yearDays, weekdays } = rule
  if (monthDays.length > 0 && !isListed(monthDays, day - start + 1, end - start)) return false
  if (yearDays.length > 0 && !isListed(yearDays, day - dayOf(year, 1) + 1, daysIn(year))) return false
  if (weekdays.length === 0) return true
  const weekday = weekdayOfDay(day)
  return weekdays.some((one) => {
    if (one.weekday !== weekday || one.nth === 0) return one.weekday === weekday
    // Counted within the year only if the rule names no month.
    return frequency === 'yearly' && months.length === 0
      ? isNth(one.nth, day - dayOf(year, 1) + 1, daysIn(year))
      : isNth(one.nth, day - start + 1, end - start)
  })
}

/** Start and end (exclusive) of the period that is `away` days, weeks, months or years after the first day's period. */
function period({ frequency, weekStart }: CalendarRule, first: number, away: number): [number, number] {
  if (frequency === 'daily') return [first + away, first + away + 1]
  if (frequency === 'weekly') {
    const begin = first - ((weekdayOfDay(first) - weekStart + 7) % 7) + away * 7
    return [begin, begin + 7]
  }
  const { year, month } = monthOf(first)
  if (frequency === 'yearly') return [dayOf(year + away, 1), dayOf(year + away + 1, 1)]
  return [dayOf(year, month + away), dayOf(year, month + away + 1)]
}

/** A lower bound for the whole periods between two days. */
function periodsBetween({ frequency }: CalendarRule, first: number, day: number): number {
  const longest = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }
  return Math.max(0, Math.floor((day - first) / longest[frequency]) - 1)
}

function isListed(list: readonly number[], position: number, length: number): boolean {
  return list.includes(position) || list.includes(position - length - 1)
}

/** Whether the day at a position is the nth of its weekday, counted from the front or, if negative, from the back. */
function isNth(nth: number, position: number, length: number): boolean {
  const fromFront = Math.ceil(position / 7)
  const fromBack = Math.ceil((length - position + 1) / 7)
  return nth > 0 ? nth === fromFront : -nth === fromBack
}

/** A month: its first day and the first day of the next month. */
type Month = { year: number; month: number; start: number; end: number }

function monthOf(day: number): Month {
  const date = new Date(day * DAY_MS)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + 1
  return { year, month, start: day - date.getUTCDate() + 1, end: dayOf(year, month + 1) }
}

/** The first day of a month; months beyond 12 belong to later years. */
function dayOf(year: number, month: number): number {
  return Date.UTC(year, month - 1, 1) / DAY_MS
}

function daysIn(year: number): number {
  return dayOf(year + 1, 1) - dayOf(year, 1)
}
