import type { JobDatabase } from './job-database.ts'

/**
 * The due jobs of a queue, in the order in which they are fetched one by one, at most as many as given: those of one
 * transaction in the order of the index, which is that of their places in the table. Costs a tenth of a fetch that
 * finds nothing.
 */
export async function listWaiting(
  query: JobDatabase['query'],
  queue: string,
  most: number,
): Promise<string[]> {
  const { rows } = await query(
    `select id from pgboss.job where name = $1 and state < 'active' and start_after <= now()
     order by priority desc, created_on, ctid limit ${most}`,
    [queue],
  )
  return rows.map(({ id }: { id: string }) => id)
}
