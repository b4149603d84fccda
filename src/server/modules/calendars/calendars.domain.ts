import type { CalendarSettings } from '#contract/calendar.ts'
import type { SessionStatus } from '#contract/sessions.ts'
import { addDays, type CalendarDate, dateOf, daysBetween } from '#time/calendar-date.ts'
import { DAY_MS, MINUTE_MS, epochMs, type EpochMs } from '#time/clock.ts'
import type { Busy, SlotRules } from '#time/slots.ts'

/** A coach's hours and booking rules; wall times are in `timezone`, the coach's zone. */
export type Calendar = CalendarSettings & {
  timezone: string
  /** When the coach first saved hours of their own. */
  reviewedAt: EpochMs | null
  updatedAt: EpochMs
}

const OFFICE_HOURS = [
  { start: '09:00', end: '14:00' },
  { start: '16:00', end: '19:00' },
]

/** What a new coach starts with (product §8, "Settings"). */
export const DEFAULT_SETTINGS: CalendarSettings = {
  weekly: {
    1: OFFICE_HOURS,
    2: OFFICE_HOURS,
    3: OFFICE_HOURS,
    4: OFFICE_HOURS,
    5: OFFICE_HOURS,
    6: [],
    7: [],
  },
  durations: [60],
  stepMin: 30,
  bufferBeforeMin: 0,
  bufferAfterMin: 15,
  minNoticeMin: 24 * 60,
  horizonDays: 60,
  maxPerDay: 6,
  maxPerWeek: 25,
  autoConfirm: false,
  cancelNoticeMin: 24 * 60,
  // Until video is built.
  defaultChannel: 'meet',
  holidays: [
    'newYear',
    'constitution',
    'juarez',
    'labour',
    'independence',
    'revolution',
    'transition',
    'christmas',
  ],
  reminders: ['h48', 'h24', 'h3', 'm10'],
}

/**
 * The calendar with the given settings and the others as they were. Lengths are kept once each and ascending;
 * saving anything marks the calendar as the coach's own.
 */
export function changeCalendar(
  calendar: Calendar,
  changes: Partial<CalendarSettings>,
  now: EpochMs,
): Calendar {
  const changed = { ...calendar, ...changes, updatedAt: now }
  return {
    ...changed,
    durations: [...new Set(changed.durations)].sort((a, b) => a - b),
    reviewedAt: calendar.reviewedAt ?? now,
  }
}

/** A session as the calendar sees it. */
export type TakenTime = { startsAt: EpochMs; endsAt: EpochMs; status: SessionStatus }

/**
 * States that count towards the limits per day and week (product §8, rule 5). The no-shows among them take no time.
 */
export const COUNTED_STATUSES = [
  'requested',
  'confirmed',
  'completed',
  'noShowClient',
  'noShowCoach',
] as const satisfies readonly SessionStatus[]

const HOLDING: readonly SessionStatus[] = ['requested', 'confirmed', 'completed']

/** Whether a session in this state holds its time: the ones the constraint sessions_no_overlap looks at. */
export function holdsTime(status: SessionStatus): boolean {
  return HOLDING.includes(status)
}

/**
 * The rules of the slot engine for sessions of `durationMin` at `now` (product §8). Every session carries the
 * calendar's present buffers.
 */
export function slotRules(
  calendar: Calendar,
  taken: readonly TakenTime[],
  now: EpochMs,
  durationMin: number,
): SlotRules {
  const busy = taken.map(({ startsAt, endsAt, status }): Busy => ({
    start: startsAt,
    end: endsAt,
    beforeMin: calendar.bufferBeforeMin,
    afterMin: calendar.bufferAfterMin,
    blocks: holdsTime(status),
  }))
  return {
    zone: calendar.timezone,
    weekly: calendar.weekly,
    overrides: [],
    busy,
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

/**
 * The range of starts whose sessions have a say in what is offered in [from, to): limits count whole weeks, and a
 * session with its buffers reaches less than a day beyond its start.
 */
export function rangeThatMatters(from: EpochMs, to: EpochMs): { from: EpochMs; to: EpochMs } {
  return { from: epochMs(from - 8 * DAY_MS), to: epochMs(to + 8 * DAY_MS) }
}

/** Whether the coach offers sessions of this length to clients (product §8, "lengths offered"). */
export function offersLength(calendar: Calendar, durationMin: number): boolean {
  return calendar.durations.includes(durationMin)
}

/** The length of [start, end) in minutes; not whole when its ends are not. */
export function minutesBetween(start: EpochMs, end: EpochMs): number {
  return (end - start) / MINUTE_MS
}

/** Most days one question about availability may cover (product §21). */
export const MOST_DAYS = 62

/** Starts by the date they have in `zone`, ascending; every date from `from` to `to` is there, both included. */
export function daysOf(
  starts: readonly EpochMs[],
  from: CalendarDate,
  to: CalendarDate,
  zone: string,
): { date: CalendarDate; starts: EpochMs[] }[] {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => ({
    date: addDays(from, index),
    starts: [] as EpochMs[],
  }))
  for (const start of starts) days[daysBetween(from, dateOf(start, zone))]!.starts.push(start)
  return days
}
