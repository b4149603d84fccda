import { z } from 'zod'
import { ClientId } from '#contract/values.ts'

/** One mail of an event: the place of its effect in the plan, and which member of a group it is for. */
export const MailJob = z.object({
  eventId: z.uuid(),
  effect: z.int().min(0),
  clientId: ClientId.optional(),
})
export type MailJob = z.infer<typeof MailJob>

/** The key that an effect is done under; its mail has the same. */
export function mailKey({ eventId, effect, clientId }: MailJob): string {
  return clientId === undefined ? `${eventId}:${effect}` : `${eventId}:${effect}:${clientId}`
}
