import type { JobDatabase } from './job-database.ts'
import { GIVEN_UP } from './given-up-jobs.ts'

/**
 * Why a job failed, as it is kept with it: for half a year, and in backups. A mail server names the person whose mail it does not
 * take, so there is no address in it.
 */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  // By words: a pattern with an @ in its middle takes quadratic time for a long text without one.
  return text.replaceAll(/[^\s<>"]+/g, (word) => (word.includes('@') ? '…' : word))
}

/** Takes the addresses out of what earlier releases kept with jobs that failed. */
export async function cleanReasons(query: JobDatabase['query'], queues: readonly string[]): Promise<void> {
  const pattern = '[^[:space:]<>"]*@[^[:space:]<>"]*'
  const cleaned = (column: string) =>
    `case when ${column} ->> 'message' like '%@%' then jsonb_set(${column}, '{message}',
      to_jsonb(regexp_replace(${column} ->> 'message', '${pattern}', '…', 'g'))) else ${column} end`
  await query(
    `update pgboss.job set output = ${cleaned('output')}, source_output = ${cleaned('source_output')}
     where name = any($1::text[]) and state <> 'completed'
       and (output ->> 'message' like '%@%' or source_output ->> 'message' like '%@%')`,
    [[...queues, GIVEN_UP]],
  )
}
