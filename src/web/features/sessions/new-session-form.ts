import { z } from 'zod'
import { WallTime } from '#contract/calendar.ts'
import { NewSessionBody, type SessionListItem } from '#contract/sessions.ts'
import { ClientId, DateOn } from '#contract/values.ts'
import { addDays, dateOf, wallMinutes, type CalendarDate } from '#time/calendar-date.ts'
import { addMinutes, fromIso, isIsoInstant, toIso, type EpochMs } from '#time/clock.ts'
import { wallClock, wallToInstant } from '#time/zones.ts'
import { MeetingForm, meetingBody } from './meeting-form.ts'
import { oneLine } from './one-line.ts'

/** How long a session may be (product §9). */
const MIN_MINUTES = 15
const MAX_MINUTES = 480

/** The coach's form (product §9). Date and time are on the wall in the coach's zone. */
export const NewSessionForm = MeetingForm.extend({
  clientId: ClientId,
  title: NewSessionBody.shape.title,
  objective: oneLine(NewSessionBody.shape.objective.unwrap()).optional(),
  date: DateOn,
  time: WallTime.refine((time) => time !== '24:00', 'time_invalid'),
  durationMin: z.int().min(MIN_MINUTES).max(MAX_MINUTES),
})
export type NewSessionForm = z.input<typeof NewSessionForm>

/** The range a form describes; undefined while date or time are missing or wrong. */
export function rangeOf(
  { date, time, durationMin }: Pick<NewSessionForm, 'date' | 'time' | 'durationMin'>,
  zone: string,
): { start: EpochMs; end: EpochMs } | undefined {
  if (!DateOn.safeParse(date).success || !WallTime.safeParse(time).success) return undefined
  const start = wallToInstant(date as CalendarDate, wallMinutes(time), zone)
  return { start, end: addMinutes(start, durationMin) }
}

/** The body of the call; `outsideHours` books knowingly outside the offered hours (product §8). */
export function newSessionBody(
  form: z.output<typeof NewSessionForm>,
  zone: string,
  outsideHours: boolean,
): z.input<typeof NewSessionBody> {
  const start = wallToInstant(form.date as string as CalendarDate, wallMinutes(form.time), zone)
  return {
    type: 'Client',
    clientId: form.clientId,
    startsAt: toIso(start),
    endsAt: toIso(addMinutes(start, form.durationMin)),
    ...(form.title && { title: form.title }),
    ...(form.objective && { objective: form.objective }),
    ...meetingBody(form),
    ...(outsideHours && { outsideHours }),
  }
}

const DAY_BEGINS = 9
const DAY_ENDS = 20

/** Date and time of the form for an instant somebody chose elsewhere; without one, the next full hour of a day. */
export function startFields(
  startsAt: string | null,
  now: EpochMs,
  zone: string,
): { date: string; time: string } {
  const chosen = startsAt !== null && isIsoInstant(startsAt) ? fromIso(startsAt) : undefined
  const start = chosen ?? addMinutes(now, 60)
  const { hour, minute } = wallClock(start, zone)
  // Late in the evening nobody means midnight: the next morning is nearer to what they have in mind.
  if (chosen === undefined && (hour < DAY_BEGINS || hour >= DAY_ENDS)) {
    const today = dateOf(start, zone)
    return { date: hour < DAY_BEGINS ? today : addDays(today, 1), time: `0${DAY_BEGINS}:00` }
  }
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return {
    date: dateOf(start, zone),
    time: `${twoDigits(hour)}:${chosen === undefined ? '00' : twoDigits(minute)}`,
  }
}

/** The sessions of a day that a range would overlap; the server has the last word. */
export function overlapping<S extends Pick<SessionListItem, 'startsAt' | 'endsAt'>>(
  range: { start: EpochMs; end: EpochMs },
  sessions: readonly S[],
): S[] {
  return sessions.filter(
    ({ startsAt, endsAt }) => fromIso(startsAt) < range.end && range.start < fromIso(endsAt),
  )
}

/** Lengths to choose from: the coach's own, with the one a drawn range asks for. */
export function lengthChoices(durations: readonly number[], asked: number): number[] {
  const fits = Number.isInteger(asked) && asked >= MIN_MINUTES && asked <= MAX_MINUTES
  return [...new Set([...durations, ...(fits ? [asked] : [])])].sort((a, b) => a - b)
}

/** The length a form opens with: what was asked for, else the hour, else the coach's first. */
export function firstLength(durations: readonly number[], asked: number): number {
  const choices = lengthChoices(durations, asked)
  if (choices.includes(asked)) return asked
  return choices.includes(60) ? 60 : (choices[0] ?? 60)
}
