import { z } from 'zod'
import { PushType } from '#contract/account/push.ts'
import { ClientId, IsoInstant } from '#contract/values.ts'
import { StoredTemplate } from '../mails/mail-kinds.ts'

/** One push of an event for one person, as it waits in its queue. */
export const PushJob = z.object({
  v: z.literal(1),
  eventId: z.uuid(),
  to: z.enum(['coach', 'client']),
  type: PushType,
  /** What is mailed to somebody whose browsers take no pushes. */
  otherwise: StoredTemplate.optional(),
  /** The end of the quiet hours that it waited for. */
  heldUntil: IsoInstant.optional(),
  /** Which member of a group it is for. */
  clientId: ClientId.optional(),
})
export type PushJob = z.infer<typeof PushJob>

export function pushJob(push: Omit<PushJob, 'v'>): PushJob {
  return { v: 1, ...push }
}
