import type { ParsedConfig } from '../config.ts'
import { BackupFault } from '../platform/backup/backup-fault.ts'
import { readBackupKey } from '../platform/backup/encryption.ts'
import { runningServer } from '../platform/embedded-postgres/postgres-socket.ts'
import { openStores } from './contents.ts'
import type { BackupParts } from './make-backup.ts'

/** What a backup needs, from the settings. @throws BackupFault if one is missing */
export async function partsOf(
  config: ParsedConfig,
  dueSince?: BackupParts['dueSince'],
): Promise<BackupParts> {
  const { backups, dataDir, databaseUrl } = config
  const connection = databaseUrl === undefined ? await runningServer(dataDir) : { url: databaseUrl }
  if (!connection) throw new BackupFault(`There is no data folder ${dataDir}`)
  return {
    folder: folderOf(config),
    keep: backups.keep,
    key: backups.key === undefined ? undefined : await readBackupKey(backups.key),
    dataDir,
    connection,
    stores: await openStores(config),
    dueSince,
  }
}

/** Where the backups lie. @throws BackupFault without BACKUP_DIR */
export function folderOf({ backups }: ParsedConfig): string {
  if (backups.folder !== undefined) return backups.folder
  throw new BackupFault('BACKUP_DIR is not set: name the folder of the backups, best on another disk')
}
