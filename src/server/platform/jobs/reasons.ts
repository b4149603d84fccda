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

/** Where a reason lies in what is kept with a job: why it failed, and why an operator dropped it. */
const REASONS = ['message', 'why']

/** Takes the addresses out of what earlier releases kept with jobs that failed. */
export async function cleanReasons(query: JobDatabase['query'], queues: readonly string[]): Promise<void> {
  const pattern = '[^[:space:]<>"]*@[^[:space:]<>"]*'
  const named = (column: string) => REASONS.map((key) => `${column} ->> '${key}' like '%@%'`).join(' or ')
  const cleaned = (column: string) =>
    REASONS.reduce(
      (value, key) =>
        `case when ${column} ->> '${key}' like '%@%' then jsonb_set(${value}, '{${key}}',
          to_jsonb(regexp_replace(${column} ->> '${key}', '${pattern}', '…', 'g'))) else ${value} end`,
      column,
    )
  await query(
    `update pgboss.job set output = ${cleaned('output')}, source_output = ${cleaned('source_output')}
     where name = any($1::text[]) and state <> 'completed' and (${named('output')} or ${named('source_output')})`,
    [[...queues, GIVEN_UP]],
  )
}
