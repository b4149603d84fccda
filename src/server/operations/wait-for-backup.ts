import { setTimeout as wait } from 'node:timers/promises'
import { isBackupUnderWay } from '#server/platform/backup/backup-lock.ts'
import { isBehind } from '#server/platform/postgres/migrate.ts'
import type { Database } from '#server/platform/postgres/postgres.ts'

const LOOK_MS = 1_000

type Options = {
  /** Called once, if there is something to wait for. */
  onWait: () => void
  /** Called at each look; what it throws ends the waiting. */
  check?: () => void
  /** For tests: the migrations of this release, and the pause between two looks. */
  folder?: string
  pause?: (ms: number) => Promise<unknown>
}

/**
 * Before migrations run, waits for the backup that is being made, however long it takes: it reads all tables for as long,
 * and a migration that wants one would hold up everybody else who does. One that begins later is left to the tries of `migrate`.
 */
export async function waitForBackup(
  { db, pool }: Database,
  { onWait, check = () => undefined, folder, pause = wait }: Options,
): Promise<void> {
  let told = false
  while ((await isBackupUnderWay(db)) && (await isBehind(pool, folder))) {
    check()
    if (!told) onWait()
    told = true
    await pause(LOOK_MS)
  }
}
