import { z } from 'zod'
import { NewSessionBody } from '#contract/sessions/sessions.ts'
import { addMinutes, toIso, type EpochMs } from '#time/clock.ts'
import { oneLine } from '../one-line.ts'

/** What a client writes when asking for a start; day and time are picked, not typed. */
export const BookingForm = z.object({
  objective: oneLine(NewSessionBody.shape.objective.unwrap()).optional(),
})
export type BookingForm = z.input<typeof BookingForm>

/** The body of the call: an offered start, as long as one of the coach's lengths. */
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
