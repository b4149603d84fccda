import { z } from 'zod'
import { WallTime } from '#contract/calendar/calendar.ts'
import { SESSION_MINUTES } from '#contract/sessions/session-minutes.ts'
import { NewSessionBody, RECORDED_DAYS_BACK } from '#contract/sessions/sessions.ts'
import { DateOn, type CoacheeType } from '#contract/values.ts'
import { addDays, dateOf, type CalendarDate } from '#time/calendar-date.ts'
import { DAY_MS, epochMs, fromIso, isIsoInstant, type EpochMs } from '#time/clock.ts'
import { RecurrenceForm, recurrenceOf } from '#web/widgets/forms/recurrence-form.ts'
import { spanOf } from '#web/widgets/forms/span-form.ts'
import { spanBody, wallTimeOf } from '#web/widgets/times/span.ts'
import { MeetingForm, meetingBody } from '#web/features/sessions/components/meeting-form.ts'
import { oneLine } from '../one-line.ts'

/** The coach's form (product §9). Date and time are local to the coach's zone. */
export const NewSessionForm = MeetingForm.extend({
  /** The client, or the group. */
  coacheeId: z.uuid(),
  title: NewSessionBody.shape.title,
  objective: oneLine(NewSessionBody.shape.objective.unwrap()).optional(),
  date: DateOn,
  time: WallTime.refine((time) => time !== '24:00', 'time_invalid'),
  durationMin: z.int().min(SESSION_MINUTES.min).max(SESSION_MINUTES.max),
  recurrence: RecurrenceForm,
})
export type NewSessionForm = z.input<typeof NewSessionForm>
export type CheckedNewSession = z.output<typeof NewSessionForm>

/** The earliest date a session may be recorded on, in the coach's zone, with a margin to the server's limit. */
export function firstRecordedOn(now: EpochMs, zone: string): CalendarDate {
  return addDays(dateOf(epochMs(now - RECORDED_DAYS_BACK * DAY_MS), zone), 1)
}

/** The form as validated, including a range drawn far back in the calendar. */
export function newSessionModel(firstOn: CalendarDate) {
  return NewSessionForm.extend({ date: DateOn.refine((date: string) => date >= firstOn, 'start_too_old') })
}

/** With whom, for the API. */
export function coacheeBody(type: CoacheeType, coacheeId: string) {
  return type === 'Client' ? { type, clientId: coacheeId } : { type, groupId: coacheeId }
}

type Extras = {
  /** Books outside the offered hours, after a warning (product §8). */
  outsideHours: boolean
  /** For a series: skipped and moved starts. */
  series?: Pick<z.input<typeof NewSessionBody>, 'skip' | 'moved'>
}

/** The request's body; `zone` is that of the form's date and time. */
export function newSessionBody(
  form: CheckedNewSession,
  type: CoacheeType,
  zone: string,
  { outsideHours, series }: Extras,
): z.input<typeof NewSessionBody> {
  const span = spanOf(form, zone)
  if (!span) throw new RangeError('A checked form has a time')
  const recurrence = recurrenceOf(form.recurrence)
  return {
    ...coacheeBody(type, form.coacheeId),
    ...spanBody(span),
    ...(form.title && { title: form.title }),
    ...(form.objective && { objective: form.objective }),
    ...meetingBody(form),
    ...(recurrence && { recurrence, ...series }),
    ...(outsideHours && { outsideHours }),
  }
}

/** Date and time of the form for a start chosen elsewhere; empty without one: it is chosen here. */
export function startFields(startsAt: string | null, zone: string): { date: string; time: string } {
  if (startsAt === null || !isIsoInstant(startsAt)) return { date: '', time: '' }
  const chosen = fromIso(startsAt)
  return { date: dateOf(chosen, zone), time: wallTimeOf(chosen, zone) }
}

/** Whether a start chosen elsewhere has passed: then the session is recorded, not booked. */
export function isOver(startsAt: string | null, now: EpochMs): boolean {
  return startsAt !== null && isIsoInstant(startsAt) && fromIso(startsAt) < now
}

/** Durations to choose from: the coach's, and that of a drawn range. */
export function lengthChoices(durations: readonly number[], asked: number): number[] {
  const fits = Number.isInteger(asked) && asked >= SESSION_MINUTES.min && asked <= SESSION_MINUTES.max
  return [...new Set([...durations, ...(fits ? [asked] : [])])].sort((a, b) => a - b)
}

/** The initial duration: the requested one, else one hour, else the coach's first. */
export function firstLength(durations: readonly number[], asked: number): number {
  const choices = lengthChoices(durations, asked)
  if (choices.includes(asked)) return asked
  return choices.includes(60) ? 60 : (choices[0] ?? 60)
}
