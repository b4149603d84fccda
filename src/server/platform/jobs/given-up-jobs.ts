import { type EpochMs, epochMs } from '#time/clock.ts'
import type { JobDatabase } from './job-database.ts'

/** The queue that keeps jobs that were given up. No worker reads it. */
export const GIVEN_UP = 'given-up'

export type GivenUpJob = {
  id: string
  /** The original queue, used again by a retry. */
  queue: string
  data: object
  /** The error of the last attempt. */
  reason: string
  givenUpAt: EpochMs
}

/** Reads the jobs that were given up, oldest first. */
export async function listGivenUp(query: JobDatabase['query']): Promise<GivenUpJob[]> {
  const { rows } = await query(
    `select id, source_name, data, source_output, round(extract(epoch from created_on) * 1000)::float8 as at
     from pgboss.job where name = $1 and state < 'active' order by created_on`,
    [GIVEN_UP],
  )
  return rows.map(
    (row: { id: string; source_name: string; data: object; source_output: unknown; at: number }) => ({
      id: row.id,
      queue: row.source_name,
      data: row.data,
      reason: reasonIn(row.source_output),
      givenUpAt: epochMs(row.at),
    }),
  )
}

function reasonIn(output: unknown): string {
  if (typeof output !== 'object' || output === null) return ''
  if ('message' in output) return String(output.message)
  return 'value' in output ? reasonIn(output.value) : JSON.stringify(output)
}
