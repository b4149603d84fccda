import type { JobDatabase } from './job-database.ts'
import { GIVEN_UP } from './given-up-jobs.ts'

type Query = JobDatabase['query']

/** A job whose process has not touched it for so long is under way no more; pg-boss allows no less. */
export const HEARTBEAT_SECONDS = 10

type Rescue = {
  queues: readonly string[]
  /** The jobs that this process works at. */
  inHand: ReadonlySet<string>
  /** After how long without a heartbeat a job counts as abandoned. */
  silentSeconds: number
}

/**
 * Puts jobs back into their queues that are said to be under way and are not, to go on at once; answers how many. Each
 * counts as a try, so that a job that kills its process is given up in the end.
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
 * Gives jobs that an older version put the heartbeat, and the place for those given up, that new ones have. Those under
 * way get them only where this process is `alone`: elsewhere a server of the older version may still work at them.
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
