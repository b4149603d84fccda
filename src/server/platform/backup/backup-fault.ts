import { codeOf } from '#server/start-failure.ts'
import { DISK_FULL, isOutOfRoom } from '../disk-space.ts'
import { isDatabaseAway } from '../postgres/database-away.ts'

/**
 * Why a backup was not made, is not whole or was not restored: a sentence for the operator that says what to do. It holds
 * names of files, tables and migrations, and nothing of a person.
 */
export class BackupFault extends Error {
  override readonly name = 'BackupFault'
}

/** There is too little room for a backup. */
export class DiskFull extends BackupFault {
  constructor(folder: string) {
    super(
      `The disk of ${folder} is full, or has less than 200 MB left: make room there, for example by removing the folder of the oldest backup. Nothing that was there has changed.`,
    )
  }
}

/** Whether a backup failed because there is no room in its folder; not because the database has none. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof DiskFull || (isOutOfRoom(error) && codeOf(error) !== DISK_FULL)
}

/** The sentence of any failure of a restore into a data folder. */
export function sentenceOfRestore(error: unknown, dataDir: string): string {
  if (isOutOfRoom(error)) {
    return `The disk of ${dataDir}, or of the database, is full: make room there, and run the same command again`
  }
  const reason = error instanceof Error ? error.message : String(error)
  if (isDatabaseAway(error)) {
    return `The database went away (${reason}): run the same command again once it answers`
  }
  return reason
}

/** The sentence of any failure of a backup. */
export function sentenceOf(error: unknown, folder: string): string {
  if (error instanceof BackupFault) return error.message
  if (isDiskFull(error)) return new DiskFull(folder).message
  const code = codeOf(error)
  if (code === DISK_FULL) return `The disk of the database is full: make room there (${String(error)})`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `${folder} cannot be written by this user: ${(error as Error).message}`
  }
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `${folder} is not a folder: name another one with BACKUP_DIR`
  return error instanceof Error ? error.message : String(error)
}
