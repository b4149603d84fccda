import { WallTime } from '#contract/calendar/calendar.ts'
import { DateOn } from '#contract/values.ts'
import { type CalendarDate, dateOf, isCalendarDate, wallMinutes } from '#time/calendar-date.ts'
import { MINUTE_MS, addMinutes } from '#time/clock.ts'
import { wallToInstant } from '#time/zones.ts'
import { wallTimeOf, type Span } from '#web/widgets/times/span.ts'

/** A span as a form holds it: date, local time and duration. */
export type SpanForm = { date: string; time: string; durationMin: number }

/** The span a form describes in a zone; undefined while the date or the time is missing or invalid. */
export function spanOf({ date, time, durationMin }: SpanForm, zone: string): Span | undefined {
  if (!isCalendarDate(date) || !DateOn.safeParse(date).success || !WallTime.safeParse(time).success)
    return undefined
  const start = wallToInstant(date, wallMinutes(time), zone)
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

/** The form of any other hour when it is opened over `day`: on that day, at the time that was chosen for it. */
export function onDay(form: SpanForm, day: CalendarDate | null): SpanForm {
  return day === null || day === form.date ? form : { ...form, date: day, time: '' }
}
