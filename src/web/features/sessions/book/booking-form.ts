import { z } from 'zod'
import { NewSessionBody } from '#contract/sessions/sessions.ts'
import { addMinutes, toIso, type EpochMs } from '#time/clock.ts'
import { oneLine } from '../one-line.ts'

/** What a client writes in a request; day and time are picked, not typed. */
export const BookingForm = z.object({
  objective: oneLine(NewSessionBody.shape.objective.unwrap()).optional(),
})
export type BookingForm = z.input<typeof BookingForm>

export const emptyBooking: BookingForm = { objective: '' }

/** The request's body: an offered start with one of the coach's durations. */
export function bookingBody(
  { objective }: z.output<typeof BookingForm>,
  start: EpochMs,
  durationMin: number,
): z.input<typeof NewSessionBody> {
  return {
    type: 'Client',
    startsAt: toIso(start),
    endsAt: toIso(addMinutes(start, durationMin)),
    ...(objective && { objective }),
  }
}
