import type { JobDatabase } from './job-database.ts'
import { GIVEN_UP } from './given-up-jobs.ts'

type Query = JobDatabase['query']

/** A job without a heartbeat for this long is no longer in progress; pg-boss allows no less. */
export const HEARTBEAT_SECONDS = 10

type Rescue = {
  queues: readonly string[]
  /** The jobs that this process is working on. */
  inHand: ReadonlySet<string>
  /** After how long without a heartbeat a job counts as abandoned. */
  silentSeconds: number
}

/**
 * Returns abandoned active jobs to their queues, to run again at once. Each counts as an attempt, so that a job that
 * kills its process is eventually given up.
 * @returns how many
 */
export async function takeBack(query: Query, { queues, inHand, silentSeconds }: Rescue): Promise<number> {
  const { rows } = await query(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
     where name = any($1::text[]) and state = 'active' and retry_count < retry_limit and id <> all($2::uuid[])
       and heartbeat_on <= now() - $3 * interval '1 second'
     returning id`,
    [queues, [...inHand], silentSeconds],
  )
  return rows.length
}

/**
 * Gives jobs of an older version the heartbeat and the given-up queue that new ones have. Active ones get them only if
 * this process is `alone`: otherwise a server of the older version may still be working on them.
 */
export async function adoptJobs(query: Query, queues: readonly string[], alone: boolean): Promise<void> {
  await query(
    `update pgboss.job set heartbeat_seconds = $2, dead_letter = $3,
       heartbeat_on = case when state = 'active' then started_on end
     where name = any($1::text[]) and (state < 'active' or ($4 and state = 'active'))
       and heartbeat_seconds is null`,
    [queues, HEARTBEAT_SECONDS, GIVEN_UP, alone],
  )
}
