import { keysOf } from '#contract/keys-of.ts'
import { z } from 'zod'
import type { ChangedSubject } from '#contract/events.ts'
import { NotificationType } from '#contract/notifications.ts'
import { PushType } from '#contract/account/push.ts'
import { AUDIENCES, type Effect, READERS } from './effect.ts'
import { StoredTemplate } from './mails/mail-kinds.ts'
import { readJob } from './stored-job.ts'

/** The shape in which this release puts jobs of events into their queue. */
const VERSION = 1

const SUBJECTS: Record<ChangedSubject, true> = {
  session: true,
  brief: true,
  client: true,
  action: true,
  goal: true,
  note: true,
  payment: true,
  calendar: true,
  profile: true,
  group: true,
  memorandum: true,
  resource: true,
  call: true,
  notification: true,
}

const StoredEffect = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notify'), to: z.enum(['coach', 'client']), type: NotificationType }),
  z.object({
    kind: z.literal('push'),
    to: z.enum(['coach', 'client']),
    type: PushType,
    otherwise: StoredTemplate.optional(),
  }),
  z.object({ kind: z.literal('mail'), to: z.enum(READERS), template: StoredTemplate }),
  z.object({
    kind: z.literal('changed'),
    to: z.array(z.enum(AUDIENCES)),
    subject: z.enum(keysOf(SUBJECTS)),
    id: z.string(),
  }),
]) satisfies z.ZodType<Effect>

const EventJob = z.object({
  v: z.int().min(0).max(VERSION).default(0),
  eventId: z.uuid(),
  /** What goes out, as the release that recorded the event meant it; earlier ones did not say. */
  effects: z.array(StoredEffect).optional(),
})

/**
 * The job of an event. It says what goes out: a release that comes before the job is done, and plans otherwise, still
 * sends what was meant when it happened. Earlier releases read past it, so several may run side by side.
 */
export function eventJob(eventId: string, effects: readonly Effect[]): object {
  return { v: VERSION, eventId, effects }
}

/** @throws HopelessJob for the job of a newer release, or a damaged one: it is kept for the operator */
export function readEventJob(data: object): z.infer<typeof EventJob> {
  return readJob(EventJob, data)
}
