import { type EpochMs, epochMs, toIso } from '#time/clock.ts'
import type { JobDatabase } from './job-database.ts'

/** The queue that keeps jobs that were given up. No worker reads it. */
export const GIVEN_UP = 'given-up'

/** Which jobs an operator means; all by default. */
export type JobFilter = {
  id?: string | undefined
  queue?: string | undefined
  /** Given up, or last tried, at this time or later. */
  since?: EpochMs | undefined
}

export type GivenUpJob = {
  id: string
  /** The original queue, used again by a retry. */
  queue: string
  data: object
  attempts: number
  /** The error of the last attempt. */
  reason: string
  givenUpAt: EpochMs
}

/** A job that failed and is tried again. */
export type FailingJob = {
  id: string
  queue: string
  data: object
  attempts: number
  /** The error of the last attempt. */
  reason: string
  triedAt: EpochMs
  nextAt: EpochMs
}

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

/** The conditions of a filter, from the second parameter on; `queue` and `at` are columns. */
function conditions(queue: string, at: string): string {
  return `and ($2::uuid is null or id = $2) and ($3::text is null or ${queue} = $3)
    and ($4::timestamptz is null or ${at} >= $4)`
}

const valuesOf = ({ id, queue, since }: JobFilter) => [
  id ?? null,
  queue ?? null,
  since === undefined ? null : toIso(since),
]

type GivenUpRow = Pick<GivenUpJob, 'id' | 'queue' | 'data' | 'attempts'> & { output: unknown; at: number }

/** Reads the jobs that were given up, oldest first. */
export async function listGivenUp(
  query: JobDatabase['query'],
  filter: JobFilter = {},
): Promise<GivenUpJob[]> {
  const { rows } = await query(
    `select id, source_name as queue, data, coalesce(source_retry_count, 0) + 1 as attempts,
       source_output as output, ${ms('created_on')} as at
     from pgboss.job where name = $1 and state < 'active' ${conditions('source_name', 'created_on')}
     order by created_on`,
    [GIVEN_UP, ...valuesOf(filter)],
  )
  return rows.map(({ output, at, ...job }: GivenUpRow) => ({
    ...job,
    reason: reasonIn(output),
    givenUpAt: epochMs(at),
  }))
}

type FailingRow = Pick<FailingJob, 'id' | 'queue' | 'data' | 'attempts'> & {
  output: unknown
  triedAt: number
  nextAt: number
}

/** Reads the jobs of some queues that failed and are tried again, the next one first. */
export async function listFailing(
  query: JobDatabase['query'],
  queues: readonly string[],
  filter: JobFilter = {},
): Promise<FailingJob[]> {
  const { rows } = await query(
    `select id, name as queue, data, retry_count + 1 as attempts, output,
       ${ms('coalesce(started_on, created_on)')} as "triedAt", ${ms('start_after')} as "nextAt"
     from pgboss.job where name = any($1::text[]) and state = 'retry' and not blocked
       ${conditions('name', 'coalesce(started_on, created_on)')} order by start_after`,
    [queues, ...valuesOf(filter)],
  )
  return rows.map(({ output, triedAt, nextAt, ...job }: FailingRow) => ({
    ...job,
    reason: reasonIn(output),
    triedAt: epochMs(triedAt),
    nextAt: epochMs(nextAt),
  }))
}

/**
 * Lets jobs that failed be tried again now. Their attempts go on counting.
 * @returns how many
 */
export async function hurryFailing(
  query: JobDatabase['query'],
  queues: readonly string[],
  filter: JobFilter = {},
): Promise<number> {
  const { rows } = await query(
    `update pgboss.job set start_after = now() where name = any($1::text[]) and state = 'retry'
       ${conditions('name', 'coalesce(started_on, created_on)')} returning id`,
    [queues, ...valuesOf(filter)],
  )
  return rows.length
}

/**
 * Drops a job that was given up: no retry finds it any more. Its row stays as long as that of a job that was retried, with
 * who dropped it and why.
 * @returns whether there was such a job
 */
export async function dropGivenUp(
  query: JobDatabase['query'],
  id: string,
  { by, why }: { by: string; why: string },
): Promise<boolean> {
  const { rows } = await query(
    `update pgboss.job set state = 'cancelled', completed_on = now(), output = $3
     where name = $1 and id = $2 and state < 'active' returning id`,
    [GIVEN_UP, id, JSON.stringify({ droppedBy: by, why })],
  )
  return rows.length > 0
}

function reasonIn(output: unknown): string {
  if (typeof output !== 'object' || output === null) return ''
  if ('message' in output) return String(output.message)
  return 'value' in output ? reasonIn(output.value) : JSON.stringify(output)
}
