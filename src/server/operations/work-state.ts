import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { CALENDARS_QUEUE, ERASURES_QUEUE, EXPORTS_QUEUE, QUEUES } from '#server/events/queues.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { MAILS_FAILED_IN_ROW } from './heartbeat.ts'
import { type Work, WORKER_SILENT_MS } from './readiness.domain.ts'

/** Archives are made one at a time, and calendars wait for servers elsewhere: a job of theirs may well wait for minutes. */
const PROMPT_QUEUES = QUEUES.filter(
  (queue) => queue !== EXPORTS_QUEUE && queue !== ERASURES_QUEUE && queue !== CALENDARS_QUEUE,
)

const ageMs = (instant: string) => sql.raw(`round(extract(epoch from now() - ${instant}) * 1000)::float8`)

/**
 * What is known of the work in the background, in one statement that reads a few rows of indexes. Jobs in bulk may wait.
 * Timers go by the server's clock, the rest by the database's.
 */
export async function readWork({ db, clock }: Deps): Promise<Work> {
  const now = toTimestamp(clock.now())
  const { rows } = await sql<Work & { timersLateMs: number | null }>`
    select
      (select ${ageMs('max(seen_at)')} from workers) as "workerAgeMs",
      (select ${ageMs('min(mails_failing_since)')} from workers
        where mails_failed >= ${MAILS_FAILED_IN_ROW} and seen_at > now() - ${WORKER_SILENT_MS} * interval '1 millisecond'
      ) as "mailsFailingMs",
      (select ${ageMs('min(start_after)')} from pgboss.job
        where name = any(${sql.val(PROMPT_QUEUES)}::text[]) and state < 'active' and not blocked
          and retry_count = 0 and priority >= 0 and start_after <= now()) as "lateMs",
      (select round(extract(epoch from ${now} - min(due_at)) * 1000)::float8 from timers
        where due_at <= ${now} and tries = 0) as "timersLateMs",
      (select ${ageMs('made_at')} from backup_state) as "backupAgeMs",
      (select ${ageMs('max(applied_at)')} from schema_migrations) as "migratedAgeMs",
      coalesce((select failures from backup_state), 0) as "backupFailures"`.execute(db)
  const { timersLateMs, ...work } = rows[0]!
  return { ...work, lateMs: longer(work.lateMs, timersLateMs) }
}

function longer(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}
