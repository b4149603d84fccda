import type { JobDatabase } from './job-database.ts'

/**
 * The first of the queues in which a job is due. Costs a tenth of a fetch that finds nothing. `not blocked` is the
 * condition of pg-boss's index: without it every completed job of the day is read.
 */
export async function firstWaiting(
  query: JobDatabase['query'],
  queues: readonly string[],
): Promise<string | undefined> {
  const { rows } = await query(
    `select queue from unnest($1::text[]) with ordinality as asked (queue, place)
     where exists (select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now())
     order by place limit 1`,
    [queues],
  )
  return (rows[0] as { queue: string } | undefined)?.queue
}
