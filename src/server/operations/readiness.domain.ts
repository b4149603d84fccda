import { HOUR_MS, MINUTE_MS } from '#time/clock.ts'

/**
 * What a probe of `/health/ready` is told (ADR 77): codes, because anybody may ask, and how old the newest complete backup is, in
 * seconds: null if none was ever made, left out where backups are neither there nor set up.
 */
export type Readiness =
  | { status: 'ok'; warnings: Warning[]; backupAgeSeconds?: number | null }
  | { status: 'starting' | 'waiting_for_database' | 'migrating' | 'leaving' | 'database_away' | 'disk_full' }

/** What does not keep this server from answering, but needs an operator. */
export type Warning =
  | 'worker_silent'
  | 'work_late'
  | 'mails_failing'
  | 'backup_failing'
  | 'backup_late'
  | 'disk_nearly_full'

/** What is known of the work in the background; ages in milliseconds, null for none. */
export type Work = {
  /** Since the last sign of life of any worker. */
  workerAgeMs: number | null
  /** For how long the timer or job waits that is due for the longest time, and that nobody has tried. */
  lateMs: number | null
  /** For how long each mail of some living worker has failed. */
  mailsFailingMs: number | null
  /** Since the moment of the newest complete backup. Negative if a clock was wrong then. */
  backupAgeMs: number | null
  /** Since a release last changed the database: for so long there may be no backup. */
  migratedAgeMs: number | null
  /** The attempts to make a backup that failed since then. */
  backupFailures: number
}

/** `work` is undefined while the database does not answer. */
export type Condition = {
  leaving: boolean
  /** On the disk of the data folder; undefined if that cannot be read, or does not answer. */
  freeBytes: number | undefined
  work: Work | undefined
  /** There is a folder for backups. */
  backsUp: boolean
  /** A backup is made every day. */
  backsUpDaily: boolean
}

const MEGABYTE = 1_048_576

/** Below this the database may soon refuse writes. */
export const DISK_FULL_BYTES = 50 * MEGABYTE

/** Some days of a practice that uploads. */
export const DISK_NEARLY_FULL_BYTES = 500 * MEGABYTE

/** Several beats of a worker. Its jobs are resumed by another one after 20 s. */
export const WORKER_SILENT_MS = 30_000

/** Workers take what is due within a second. */
export const WORK_LATE_MS = 120_000

/** A mail server may put a single mail off for some minutes; of several workers or mails each fails. */
export const MAILS_FAILING_MS = 60_000

/** A daily backup that is half a day late was not made. */
export const BACKUP_LATE_MS = 36 * HOUR_MS

/** Clocks of servers may be that far apart. A backup of a later moment says nothing of how old it is. */
const CLOCKS_APART_MS = MINUTE_MS

/**
 * Whether a server may be sent requests, by its own condition: nothing that is wrong elsewhere takes all servers out of
 * their proxy at once. The rest are warnings.
 */
export function readinessOf({ leaving, freeBytes, work, backsUp, backsUpDaily }: Condition): Readiness {
  if (leaving) return { status: 'leaving' }
  // A full disk takes the database with it.
  if (freeBytes !== undefined && freeBytes < DISK_FULL_BYTES) return { status: 'disk_full' }
  if (!work) return { status: 'database_away' }
  // A folder that cannot be read can hold nothing.
  if (freeBytes === undefined) return { status: 'disk_full' }
  const warnings: Warning[] = []
  if (work.workerAgeMs === null || work.workerAgeMs > WORKER_SILENT_MS) warnings.push('worker_silent')
  if (isOver(work.lateMs, WORK_LATE_MS)) warnings.push('work_late')
  if (isOver(work.mailsFailingMs, MAILS_FAILING_MS)) warnings.push('mails_failing')
  if (work.backupFailures > 0) warnings.push('backup_failing')
  if (backsUpDaily && isBackupLate(work.backupAgeMs ?? work.migratedAgeMs)) warnings.push('backup_late')
  if (freeBytes < DISK_NEARLY_FULL_BYTES) warnings.push('disk_nearly_full')
  const { backupAgeMs } = work
  if (backupAgeMs === null && !backsUp) return { status: 'ok', warnings }
  return {
    status: 'ok',
    warnings,
    backupAgeSeconds: backupAgeMs === null ? null : Math.round(backupAgeMs / 1_000),
  }
}

const isOver = (ms: number | null, limit: number) => ms !== null && ms > limit
const isBackupLate = (ms: number | null) => ms !== null && (ms > BACKUP_LATE_MS || ms < -CLOCKS_APART_MS)
