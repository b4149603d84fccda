import { z } from 'zod'
import { ClientId } from '#contract/values.ts'
import type { QueuedMail } from '../../domain-events.ts'
import { READERS } from '../effect.ts'
import { StoredTemplate } from './mail-kinds.ts'

const common = {
  eventId: z.uuid(),
  /** Which member of a group it is for. */
  clientId: ClientId.optional(),
}

const Named = z.object({
  v: z.literal(1),
  ...common,
  to: z.enum(READERS),
  template: StoredTemplate,
})

/** The first release named a mail by the place of its effect in the plan. */
const Placed = z.object({ ...common, effect: z.int().min(0) })

/** One mail of an event, as it waits in its queue. */
export const MailJob = z.union([Named, Placed])
export type MailJob = z.infer<typeof MailJob>

/** A mail as this release names it. */
type NamedMail = Omit<z.infer<typeof Named>, 'v'>

/** A mail as it is put into its queue. */
export function mailJob(mail: NamedMail): QueuedMail {
  return { v: 1, ...mail }
}
