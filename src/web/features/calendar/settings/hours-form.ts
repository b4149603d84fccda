import type { CalendarDto, CalendarSettings, OpenHours, WeeklyHours } from '#contract/calendar/calendar.ts'
import { wallMinutes, type Weekday } from '#time/calendar-date.ts'
import { isOvernight } from '#web/widgets/times/day/open-windows.ts'

/** Weekdays in display order: Sunday first (product §8). */
export const SCREEN_WEEKDAYS: readonly Weekday[] = [7, 1, 2, 3, 4, 5, 6]

const DAY_MIN = 24 * 60
const LAST_START_MIN = DAY_MIN - 15

/** Durations to choose from, in minutes; others can be typed. */
export const DURATION_CHOICES = [15, 30, 45, 50, 60, 75, 90, 120, 180, 240] as const

/** Whether a typed number is a duration that can be offered: 15 to 240 minutes, in steps of five (product §8). */
export function isDuration(minutes: number): boolean {
  return Number.isInteger(minutes / 5) && minutes >= 15 && minutes <= 240
}

/** The most durations that can be offered (contract). */
export const MOST_DURATIONS = 8

const SETTINGS = [
  'weekly',
  'durations',
  'stepMin',
  'bufferBeforeMin',
  'bufferAfterMin',
  'minNoticeMin',
  'horizonDays',
  'maxPerDay',
  'maxPerWeek',
  'autoConfirm',
  'cancelNoticeMin',
  'defaultChannel',
  'holidays',
  'reminders',
] as const satisfies readonly (keyof CalendarSettings)[]

/** The part of a calendar that the form edits. */
export function settingsOf(calendar: CalendarDto): CalendarSettings {
  return Object.fromEntries(SETTINGS.map((key) => [key, calendar[key]])) as CalendarSettings
}

/** The difference between two states of the form: only that is sent. */
export function changesOf(before: CalendarSettings, after: CalendarSettings): Partial<CalendarSettings> {
  return Object.fromEntries(
    SETTINGS.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map((key) => [
      key,
      after[key],
    ]),
  )
}

/** The error of the offered durations, as a key of the settings' texts. */
export function durationsProblem(
  durations: readonly number[],
): 'durationsNone' | 'durationsMany' | undefined {
  if (durations.length === 0) return 'durationsNone'
  return durations.length > MOST_DURATIONS ? 'durationsMany' : undefined
}

/** Positions of hours that overlap others of the same day. They are allowed, and are merged. */
export function overlapping(hours: readonly OpenHours[]): Set<number> {
  const found = new Set<number>()
  hours.forEach((a, i) => {
    hours.forEach((b, j) => {
      if (i !== j && startOf(a) < endOf(b) && startOf(b) < endOf(a)) found.add(i)
    })
  })
  return found
}

/**
 * Default hours to add to a day: a morning on an empty day, otherwise three hours after a break of an hour. Undefined
 * if the day has no room after its last hours.
 */
export function nextHours(hours: readonly OpenHours[]): OpenHours | undefined {
  if (hours.length === 0) return { start: '09:00', end: '14:00' }
  const start = Math.max(...hours.map(endOf)) + 60
  if (start > LAST_START_MIN) return undefined
  return { start: wallText(start), end: wallText(Math.min(start + 180, DAY_MIN)) }
}

/** The week with one day's hours copied to other days. */
export function copyHours(weekly: WeeklyHours, from: Weekday, to: readonly Weekday[]): WeeklyHours {
  const copied = Object.fromEntries(to.map((day) => [day, weekly[from].map((hours) => ({ ...hours }))]))
  return { ...weekly, ...copied }
}

/** Open minutes per week; overlapping hours of a day count once. */
export function openMinutes(weekly: WeeklyHours): number {
  return SCREEN_WEEKDAYS.reduce((sum, day) => sum + merged(weekly[day]), 0)
}

/** The times to choose from, every `stepMin`, including current values that are not multiples of it. */
export function wallTimes(stepMin: number, inUse: readonly string[], last: '24:00' | '23:45'): string[] {
  const end = wallMinutes(last)
  const grid = Array.from({ length: Math.floor(end / stepMin) + 1 }, (_, i) => wallText(i * stepMin))
  return [...new Set([...grid, ...inUse])].sort((a, b) => wallMinutes(a) - wallMinutes(b))
}

/** The numbers to choose from, including the current value. */
export function withCurrent(choices: readonly number[], current: number): number[] {
  return [...new Set([...choices, current])].sort((a, b) => a - b)
}

function startOf({ start }: OpenHours): number {
  return wallMinutes(start)
}

function endOf(hours: OpenHours): number {
  return wallMinutes(hours.end) + (isOvernight(hours) ? DAY_MIN : 0)
}

function merged(hours: readonly OpenHours[]): number {
  let total = 0
  let reached = 0
  for (const each of [...hours].sort((a, b) => startOf(a) - startOf(b))) {
    total += Math.max(0, endOf(each) - Math.max(reached, startOf(each)))
    reached = Math.max(reached, endOf(each))
  }
  return total
}

function wallText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
