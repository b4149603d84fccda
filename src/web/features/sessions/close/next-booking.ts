import { z } from 'zod'
import type { NewSessionBody, SessionListItem } from '#contract/sessions/sessions.ts'
import { addDays, dateOf } from '#time/calendar-date.ts'
import type { EpochMs } from '#time/clock.ts'
import { spanForm, spanOf, type SpanForm } from '#web/widgets/forms/span-form.ts'
import { spanBody, spanFrom, type Span } from '#web/widgets/times/span.ts'

/** The session after this one, booked with the closing when it is wanted; on the wall in the coach's zone. */
export const NextBooking = z
  .object({
    wanted: z.boolean(),
    date: z.string().default(''),
    time: z.string().default(''),
    durationMin: z.number(),
  })
  // Which of the two is missing, their fields say.
  .refine((next) => !next.wanted || spanOf(next, 'UTC') !== undefined, { error: 'required' })
export type NextBooking = z.output<typeof NextBooking>

type Planned = Pick<SessionListItem, 'startsAt' | 'endsAt'>

/** None is wanted until the coach says so. */
export function emptyNext(session: Planned): NextBooking {
  return { wanted: false, date: '', time: '', durationMin: spanForm(spanFrom(session), 'UTC').durationMin }
}

/**
 * The same weekday and time (product §9), as long as this one was planned: a week later on the wall in `zone`, or as
 * many weeks as it takes to be ahead, and on a later day than the one that is `booked` already.
 */
export function suggestedNext(
  session: Planned,
  now: EpochMs,
  zone: string,
  booked: Planned | null = null,
): SpanForm {
  const span = spanFrom(session)
  const form = spanForm(span, zone)
  const taken = booked === null ? '' : dateOf(spanFrom(booked).start, zone)
  for (let date = addDays(dateOf(span.start, zone), 7); ; date = addDays(date, 7)) {
    const suggested = { ...form, date }
    if (date > taken && spanOf(suggested, zone)!.start > now) return suggested
  }
}

/** The booking of the next session: the same people, the same way to meet. What is in its way was shown beside it. */
export function nextBody(
  span: Span,
  { type, clientId, groupId, channel, meetingUrl, place }: SessionListItem,
): z.input<typeof NewSessionBody> {
  return {
    type,
    ...spanBody(span),
    ...(clientId !== null && { clientId }),
    ...(groupId !== null && { groupId }),
    channel,
    ...(meetingUrl !== null && { meetingUrl }),
    ...(place !== null && { place }),
    outsideHours: true,
  }
}
