import type { z } from 'zod'
import { HopelessJob } from '#server/platform/jobs/hopeless-job.ts'

/**
 * Reads a stored job by its schema.
 * @throws HopelessJob for one that this release does not understand: it is kept for the operator
 */
export function readJob<T>(schema: z.ZodType<T>, data: object): T {
  const { success, data: job } = schema.safeParse(data)
  if (!success) throw new HopelessJob(`job not understood: ${JSON.stringify(data)}`)
  return job
}
