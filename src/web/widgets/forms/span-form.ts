import { WallTime } from '#contract/calendar/calendar.ts'
import { DateOn } from '#contract/values.ts'
import { dateOf, wallMinutes, type CalendarDate } from '#time/calendar-date.ts'
import { MINUTE_MS, addMinutes, fromIso, type EpochMs } from '#time/clock.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'

/** A length of time as people choose one: a day and a time on the wall, and how long. */
export type SpanForm = { date: string; time: string; durationMin: number }

export type Span = { start: EpochMs; end: EpochMs }

/** The span a form describes in a zone; undefined while date or time are missing or wrong. */
export function spanOf({ date, time, durationMin }: SpanForm, zone: string): Span | undefined {
  if (!DateOn.safeParse(date).success || !WallTime.safeParse(time).success) return undefined
  const start = wallToInstant(date as CalendarDate, wallMinutes(time), zone)
  return { start, end: addMinutes(start, durationMin) }
}

/** The form that describes a span in a zone. */
export function spanForm({ start, end }: Span, zone: string): SpanForm {
  return {
    date: dateOf(start, zone),
    time: wallTimeOf(start, zone),
    durationMin: Math.round((end - start) / MINUTE_MS),
  }
}

/** The shortest and the longest session, in minutes (product §9). */
const SESSION_MIN = { shortest: 15, longest: 480 }

/** Whether a session may be as long as the span. */
export function isSessionLength({ start, end }: Span): boolean {
  const minutes = (end - start) / MINUTE_MS
  return minutes >= SESSION_MIN.shortest && minutes <= SESSION_MIN.longest
}

/** Why a session cannot move to a span, as a key of `validation`, whatever else is there. */
export function spanProblem(span: Span, now: EpochMs): 'session_length' | 'start_past' | undefined {
  if (!isSessionLength(span)) return 'session_length'
  return span.start <= now ? 'start_past' : undefined
}

/** The time on the wall, `HH:MM`, as fields take it. */
export function wallTimeOf(ms: EpochMs, zone: string): string {
  const { hour, minute } = wallClock(ms, zone)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The span of anything that has one on the wire. */
export function spanFrom({ startsAt, endsAt }: { startsAt: string; endsAt: string }): Span {
  return { start: fromIso(startsAt), end: fromIso(endsAt) }
}
