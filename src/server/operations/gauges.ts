import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { STUCK_AFTER } from '#server/events/due-timers.ts'
import { QUEUES } from '#server/events/queues.ts'
import type { Measured } from '#server/platform/metrics/metrics.ts'
import { toTimestamp } from '#server/platform/postgres/postgres.ts'
import { type Readiness, WORKER_SILENT_MS } from './readiness.domain.ts'

type JobState = 'waiting' | 'retrying' | 'active' | 'given_up'
type Counted = {
  jobs: { queue: string; state: JobState; count: number; oldest: number | null }[] | null
  timers: { due: number; stuck: number; late: number | null }
  workers: { alive: number; age: number | null; failing: number | null }
  backups: { age: number | null; failures: number } | null
}

/** What the whole installation has to do, counted in one statement. */
export async function countWork({ db, clock }: Deps): Promise<Measured[]> {
  const now = toTimestamp(clock.now())
  const { rows } = await sql<Counted>`
    select
      (select json_agg(counted) from (
        select name as queue, count(*)::int as count,
          case when state < 'retry' then 'waiting' when state = 'retry' then 'retrying' else 'active' end as state,
          extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now())) as oldest
        from pgboss.job where name = any(${sql.val([...QUEUES])}::text[]) and state <= 'active' group by 1, 3
        union all
        select source_name, count(*)::int, 'given_up', null
        from pgboss.job where name = 'given-up' and state < 'active' group by 1
      ) as counted) as jobs,
      (select json_build_object('due', count(*), 'stuck', (select count(*) from timers where tries >= ${STUCK_AFTER}),
          'late', extract(epoch from ${now} - min(due_at) filter (where tries = 0)))
        from timers where due_at <= ${now}) as timers,
      (select json_build_object('age', extract(epoch from now() - max(seen_at)),
          'alive', count(*) filter (where seen_at > now() - ${WORKER_SILENT_MS} * interval '1 millisecond'),
          'failing', extract(epoch from now() - min(mails_failing_since)
            filter (where seen_at > now() - ${WORKER_SILENT_MS} * interval '1 millisecond')))
        from workers) as workers,
      (select json_build_object('age', extract(epoch from now() - made_at), 'failures', failures)
        from backup_state) as backups`.execute(db)
  const { jobs, timers, workers, backups } = rows[0]!
  return [
    ...perQueue(jobs ?? []),
    { name: 'norte_timers_due', value: timers.due },
    { name: 'norte_timers_stuck', value: timers.stuck },
    { name: 'norte_timers_late_seconds', value: timers.late ?? 0 },
    { name: 'norte_workers', value: workers.alive },
    { name: 'norte_mails_failing_seconds', value: workers.failing ?? 0 },
    ...(workers.age === null
      ? []
      : [{ name: 'norte_worker_heartbeat_age_seconds' as const, value: workers.age }]),
    { name: 'norte_backup_failures', value: backups?.failures ?? 0 },
    ...(backups?.age == null ? [] : [{ name: 'norte_backup_age_seconds' as const, value: backups.age }]),
  ]
}

/** Every queue and state has a value, 0 included: an alert on a series that is not there never fires. */
function perQueue(counted: NonNullable<Counted['jobs']>): Measured[] {
  return QUEUES.flatMap((queue) => {
    const own = counted.filter((each) => each.queue === queue)
    const states = (['waiting', 'retrying', 'active', 'given_up'] as const).map((state): Measured => {
      const value = own.find((each) => each.state === state)?.count ?? 0
      return { name: 'norte_jobs', labels: { queue, state }, value }
    })
    const oldest = Math.max(0, ...own.map((each) => each.oldest ?? 0))
    return [...states, { name: 'norte_jobs_oldest_seconds' as const, labels: { queue }, value: oldest }]
  })
}

/** What this process itself knows, without asking anybody. */
export function measureProcess({ realtime, countConnections }: Deps): Measured[] {
  const { idle, used, waiting } = countConnections()
  return [
    { name: 'norte_sockets_open', value: realtime.countSockets() },
    { name: 'norte_database_connections', labels: { state: 'idle' }, value: idle },
    { name: 'norte_database_connections', labels: { state: 'used' }, value: used },
    { name: 'norte_database_waiting', value: waiting },
  ]
}

/** The answer of /health/ready as values. */
export function measureReadiness(readiness: Readiness): Measured[] {
  const warnings = readiness.status === 'ok' ? readiness.warnings : []
  return [
    { name: 'norte_ready', value: readiness.status === 'ok' ? 1 : 0 },
    ...warnings.map((warning): Measured => ({ name: 'norte_warning', labels: { warning }, value: 1 })),
  ]
}
