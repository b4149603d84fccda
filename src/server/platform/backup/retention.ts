import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupFault } from './backup-fault.ts'
import { PART, listBackups, openListed, syncFolder } from './backup-files.ts'
import { removeUnlisted } from './copied-files.ts'

type Retention = {
  keep: number
  /** The one that was just made, which stays: others may have later names, of a clock that was wrong. */
  made?: string
}

/** Which of the backups, oldest first, go so that `keep` stay. */
function tooOld(names: readonly string[], { keep, made }: Retention): string[] {
  const others = names.filter((name) => name !== made)
  return others.slice(0, Math.max(0, names.length - keep))
}

/**
 * Removes all but the newest `keep` backups whose manifest can be read, and the files that none of those that stay names.
 * Called once a new one is complete. A backup that cannot be read is not counted and not removed, because it cannot be told
 * what it is worth; while there is one, no file is removed either, because it may be named there.
 */
export async function removeOldBackups(
  folder: string,
  retention: Retention,
): Promise<{ removed: string[]; warnings: string[] }> {
  const readable: string[] = []
  const lists = new Map<string, { path: string; keyId: string | null }>()
  const warnings: string[] = []
  for (const name of await listBackups(folder)) {
    try {
      const { keyId, files } = await openListed(folder, name)
      readable.push(name)
      lists.set(name, { path: join(folder, name, files.path), keyId })
    } catch (error) {
      if (!(error instanceof BackupFault)) throw error
      warnings.push(`${error.message}. Until its folder is removed, no old file is`)
    }
  }
  const removed = tooOld(readable, retention)
  for (const name of removed) {
    // Renamed first, so that one that is removed halfway never looks like a backup.
    const gone = join(folder, `${randomUUID()}${PART}`)
    await rename(join(folder, name), gone)
    await rm(gone, { recursive: true, force: true })
    lists.delete(name)
  }
  if (warnings.length === 0) {
    try {
      await removeUnlisted(folder, [...lists.values()])
    } catch (error) {
      warnings.push(`Old files were not removed: ${String(error)}`)
    }
  }
  if (removed.length > 0) await syncFolder(folder)
  return { removed, warnings }
}
