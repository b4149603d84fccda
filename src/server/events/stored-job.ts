import { z } from 'zod'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'

/** The shape in which this release puts jobs of events into their queue. */
const VERSION = 1

const EventJob = z.object({ v: z.int().min(0).max(VERSION).default(0), eventId: z.uuid() })
export type EventJob = z.infer<typeof EventJob>

export function eventJob(eventId: string): object {
  return { v: VERSION, eventId }
}

/** @throws HopelessJob for the job of a newer release, or a damaged one: it is kept for the operator */
export function readEventJob(data: object): EventJob {
  return readJob(EventJob, data)
}

/** Reads a stored job by its schema. */
export function readJob<T>(schema: z.ZodType<T>, data: object): T {
  const { success, data: job } = schema.safeParse(data)
  if (!success) throw new HopelessJob(`job not understood: ${JSON.stringify(data)}`)
  return job
}
