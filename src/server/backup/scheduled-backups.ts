import { fork } from 'node:child_process'
import { type EpochMs, epochMs } from '#time/clock.ts'
import { backupProcessFile } from '../folders.ts'
import type { Deps } from '../deps.ts'
import { isBackupUnderWay } from '../platform/backup/backup-lock.ts'
import type { DailyTime } from '../settings/backups.ts'
import type { BackupMessage } from './make-backup.ts'
import { lastBackupAndNow, noteEnded } from './backup-state.ts'
import { type LastBackup, dueSince, failuresOf } from './schedule.ts'

/** How often to look whether a backup is due. */
const LOOK_MS = 15_000

type Seen = Pick<LastBackup, 'failures' | 'failedAt'>

/**
 * Since when a backup is due, if one is, by the clock of the database, which also notes when one was made.
 * @param seen a failure that could not be noted
 */
export async function nextBackup(
  deps: Pick<Deps, 'db'>,
  at: DailyTime,
  seen: Seen,
): Promise<{ due: EpochMs | undefined; noted: LastBackup; failures: number; now: EpochMs }> {
  const { now, ...noted } = await lastBackupAndNow(deps)
  const failed = failuresOf(noted, seen)
  const due = dueSince(at, { ...failed, madeAt: noted.madeAt }, now)
  return { due, noted, failures: failed.failures, now }
}

/**
 * Makes the daily backup of BACKUP_AT, in a separate process that no request waits for. Every worker looks; the lock of
 * backups lets one of them make it, and the others find that it was made. One that was missed is due until it is made.
 */
export function startBackups(deps: Deps): { stop(): Promise<void> } {
  const { at } = deps.config.backups
  if (!at) return { stop: () => Promise.resolve() }
  let ending = false
  let stopChild: (() => void) | undefined
  // While the database is away every look fails; it is logged once.
  let failing = false
  // A failure may be one that the database cannot note.
  let seen: Seen = { failures: 0, failedAt: null }

  const look = async () => {
    const { due, noted, failures, now } = await nextBackup(deps, at, seen)
    failing = false
    if (due === undefined || (await isBackupUnderWay(deps.db)) || ending) return
    const begun = deps.clock.now()
    const child = fork(backupProcessFile, [String(due)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    stopChild = () => child.kill()
    const answer = await new Promise<BackupMessage>((done) => {
      child.once('message', (message: BackupMessage) => done(message))
      child.once('error', (error) => done({ failed: String(error) }))
      child.once('exit', (code, signal) => done({ failed: `its process ended (${signal ?? code})` }))
    })
    stopChild = undefined
    if (ending) return
    if ('failed' in answer) {
      // Now by the same clock, also if the database went away meanwhile.
      seen = { failures: failures + 1, failedAt: epochMs(now + Math.max(0, deps.clock.now() - begun)) }
      deps.log.error({ reason: answer.failed }, 'backup failed')
      // A process that was killed, or could not connect, did not note it.
      await noteEnded(deps, { reason: answer.failed, known: noted.failures })
    } else if (answer.made) {
      deps.log.info(answer.made, 'backup made')
      for (const warning of answer.made.warnings) deps.log.warn({ warning }, 'backup made with a warning')
    }
  }

  let looking: Promise<void> | undefined
  const start = () => {
    looking ??= look()
      .catch((error: unknown) => {
        if (!failing) deps.log.error({ err: error }, 'backups not looked for')
        failing = true
      })
      .finally(() => {
        looking = undefined
      })
  }
  start()
  const timer = setInterval(start, LOOK_MS)
  return {
    async stop() {
      ending = true
      clearInterval(timer)
      stopChild?.()
      await looking
    },
  }
}
