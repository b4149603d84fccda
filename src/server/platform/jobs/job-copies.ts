import type { ConstructorOptions, PgBoss } from 'pg-boss'
import { GIVEN_UP } from './given-up-jobs.ts'

type Execute = NonNullable<ConstructorOptions['db']>['executeSql']

/** A job apart from the tables of the job queue, whose form is another one with each of its versions. */
export type JobCopy = {
  id: string
  queue: string
  data: object
  priority: number
  startAfter: string
  /** Of a job that was given up: where it came from, and the error of its last attempt. */
  sourceName: string | null
  sourceOutput: object | null
}

/** Where the copies lie while they are put back. */
export const COPIES_TABLE = 'job_copies'

/** The columns of copies, in their order. */
export const COPIES_FORM = `create temporary table ${COPIES_TABLE} (
  id uuid, queue text, data jsonb, priority int, start_after timestamptz, source_name text, source_output jsonb
) on commit drop`

/** The query of the jobs that wait, are under way or were given up. */
export function jobsQuery(queues: readonly string[]): string {
  const names = [...queues, GIVEN_UP].map((name) => `'${name.replaceAll("'", "''")}'`)
  return `(select id, name, data, priority, start_after, source_name, source_output
    from pgboss.job where name in (${names.join(', ')}) and state < 'completed' order by created_on, id)`
}

const AT_ONCE = 500

/**
 * Enqueues the copies that lie in `COPIES_TABLE`, on its connection. Those that were under way run again, as after a crash.
 * @returns how many
 */
export async function putBackCopies(boss: PgBoss, execute: Execute): Promise<number> {
  let count = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows } = await execute(
      `select id, queue, data, priority, to_json(start_after) #>> '{}' as "startAfter", source_name as "sourceName",
         source_output as "sourceOutput"
       from ${COPIES_TABLE} where id > $1 order by id limit ${AT_ONCE}`,
      [after],
    )
    const copies = rows as JobCopy[]
    const byQueue = Map.groupBy(copies, ({ queue }) => queue)
    for (const [queue, some] of byQueue) {
      const jobs = some.map(({ id, data, priority, startAfter }) => ({ id, data, priority, startAfter }))
      await boss.insert(queue, jobs, { db: { executeSql: execute } })
    }
    count += copies.length
    if (copies.length < AT_ONCE) break
    after = copies.at(-1)!.id
  }
  await execute(
    `update pgboss.job j set source_name = c.source_name, source_output = c.source_output
     from ${COPIES_TABLE} c where j.id = c.id and j.name = $1 and c.queue = $1`,
    [GIVEN_UP],
  )
  return count
}
