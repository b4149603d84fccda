import { type CalendarSettings, LEGAL_HOLIDAYS } from '#contract/calendar/calendar.ts'
import { addDays, type CalendarDate, dateOf, daysBetween } from '#time/calendar-date.ts'
import { MINUTE_MS, type EpochMs } from '#time/clock.ts'

/** A coach's hours and booking rules; wall times are in `timezone`, the coach's zone. */
export type Calendar = CalendarSettings & {
  timezone: string
  /** When the coach first saved their hours. */
  reviewedAt: EpochMs | null
  /** Whether the video room of Norte is to be offered to a coach who had chosen another channel before it was there. */
  offersNorte: boolean
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
  defaultChannel: 'norte',
  holidays: [...LEGAL_HOLIDAYS],
  reminders: ['h48', 'h24', 'h3', 'm10'],
}

/**
 * The calendar with the given settings changed. Session lengths are deduplicated and sorted; saving anything marks the
 * calendar as reviewed.
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
    // Who chooses a channel by themselves has answered.
    offersNorte: calendar.offersNorte && changes.defaultChannel === undefined,
  }
}

/** The answer to the offer of the video room: meeting there from now on, or keeping the channel. */
export function answerOffer(calendar: Calendar, isTaken: boolean, now: EpochMs): Calendar {
  const defaultChannel = isTaken ? 'norte' : calendar.defaultChannel
  return { ...calendar, defaultChannel, offersNorte: false, updatedAt: now }
}

/** Whether the coach offers sessions of this length to clients (product §8, "lengths offered"). */
export function offersLength(calendar: Calendar, durationMin: number): boolean {
  return calendar.durations.includes(durationMin)
}

/** The length of [start, end) in minutes; not whole if its ends are not. */
export function minutesBetween(start: EpochMs, end: EpochMs): number {
  return (end - start) / MINUTE_MS
}

/** Most days of one request for availability (product §21). */
export const MOST_DAYS = 62

/** Starts by their date in `zone`, ascending; contains every date from `from` to `to`, both included. */
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
