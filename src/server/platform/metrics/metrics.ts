import type { MailOutcome } from '../mails/mail-outcomes.ts'

/** Counts what this process does. Labels are of closed sets: patterns of routes, never paths, ids or people. */
export type Metrics = {
  /** A request, by the pattern of its route, and how long its answer took. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void
  /** A request or message that was refused because its sender had too many. */
  limited(): void
  mailed(outcome: MailOutcome): void
  worked(job: { queue: string; outcome: JobOutcome; seconds: number }): void
  timed(outcome: 'fired' | 'failed'): void
  /** All of it in Prometheus' text format, with what was measured for this answer. */
  page(measured: readonly Measured[]): Promise<{ type: string; text: string }>
}

export type JobOutcome = 'done' | 'failed' | 'given_up'

/** A value at the moment of an answer. A gauge of which nothing was measured is left out. */
export type Measured = { name: GaugeName; value: number; labels?: Record<string, string> }

export const GAUGES = {
  norte_ready: { help: 'Whether this process is ready, as /health/ready says.', labels: [] },
  norte_warning: { help: 'A warning of /health/ready.', labels: ['warning'] },
  norte_disk_free_bytes: { help: 'What is free on the disk of the data folder.', labels: [] },
  norte_sockets_open: { help: 'Open sockets of this process.', labels: [] },
  norte_database_up: { help: 'Whether the database answered.', labels: [] },
  norte_database_connections: { help: 'Connections of the pool for requests.', labels: ['state'] },
  norte_database_waiting: { help: 'Queries that wait for a connection.', labels: [] },
  norte_jobs: { help: 'Jobs of all servers.', labels: ['queue', 'state'] },
  norte_jobs_oldest_seconds: { help: 'How long the oldest job that is due has waited.', labels: ['queue'] },
  norte_timers_due: { help: 'Timers that are due, tried or not.', labels: [] },
  norte_timers_late_seconds: { help: 'How late the oldest timer is that nobody tried.', labels: [] },
  norte_timers_stuck: { help: 'Timers that keep failing.', labels: [] },
  norte_workers: { help: 'Workers that gave a sign of life within 30 s.', labels: [] },
  norte_worker_heartbeat_age_seconds: { help: 'Since the last sign of life of any worker.', labels: [] },
  norte_backup_age_seconds: { help: 'Since the newest complete backup.', labels: [] },
  norte_backup_failures: { help: 'Attempts to make a backup that failed since then.', labels: [] },
  norte_mails_failing_seconds: { help: 'For how long each mail of some worker has failed.', labels: [] },
} satisfies Record<string, { help: string; labels: string[] }>
export type GaugeName = keyof typeof GAUGES

/** Counts nothing. */
export const NO_METRICS: Metrics = {
  answered: () => undefined,
  limited: () => undefined,
  mailed: () => undefined,
  worked: () => undefined,
  timed: () => undefined,
  page: async () => ({ type: 'text/plain', text: '' }),
}
