// Where a backup is restored: a new data folder with its embedded database, or an external one.
import type pg from 'pg'
import { BackupFault } from '../platform/backup/backup-fault.ts'
import { openBackupClient } from '../platform/backup/backup-client.ts'
import { lockBackups } from '../platform/backup/backup-lock.ts'
import {
  type RestoreMarker,
  findDatabaseMarker,
  findFileMarker,
  isEmptyDatabase,
  isEmptyFolder,
  putDatabaseMarker,
  putFileMarker,
  removeDatabaseMarker,
  removeFileMarker,
} from '../platform/backup/restore-marker.ts'
import { lockDataFolder, openDataFolder } from '../platform/data-lock.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import {
  type DatabaseConnection,
  createDatabase,
  requireUsableServer,
} from '../platform/postgres/postgres.ts'
import { preparedFolder } from '../folders.ts'
import { type Stores, openStores } from './contents.ts'

export type TargetSettings = {
  dataDir: string
  databaseUrl: string | undefined
  s3: Parameters<typeof openStores>[0]['s3']
}

export type RestoreTarget = {
  /** The data folder's real path. */
  dataDir: string
  connection: DatabaseConnection
  client: pg.Client
  stores: Stores
  /** Whether a restore of the same backup was cut off here: what it left is written again. */
  goesOn: boolean
  /** Takes the marker away: from here on Norte starts. */
  finish(): Promise<void>
  /** Leaves everything as it is. */
  close(): Promise<void>
}

/**
 * Opens where a backup is restored, and marks it as unfinished.
 * @throws BackupFault if anything is there, but for an unfinished restore of the same backup; nothing is changed then
 */
export async function openTarget(settings: TargetSettings, backup: string): Promise<RestoreTarget> {
  return settings.databaseUrl === undefined
    ? openEmbedded(settings, backup)
    : openExternal(settings, settings.databaseUrl, backup)
}

async function openEmbedded(settings: TargetSettings, backup: string): Promise<RestoreTarget> {
  const lock = await lockDataFolder(settings.dataDir)
  const dataDir = lock.folder
  const closers: (() => Promise<unknown>)[] = [lock.release]
  const close = closing(closers)
  try {
    const stores = await openStores({ dataDir, s3: settings.s3 })
    const marker = await findFileMarker(dataDir)
    requireSame(marker, { backup, dataDir }, dataDir)
    if (!marker) {
      await requireEmptyPlaces(dataDir, stores, settings.s3?.bucket)
      await putFileMarker({ backup, dataDir })
    }
    const server = await startEmbeddedPostgres({ dataDir, preparedFolder })
    closers.push(server.stop)
    const client = await openBackupClient(server.connection)
    closers.push(() => client.end())
    return {
      dataDir,
      connection: server.connection,
      client,
      stores,
      goesOn: marker !== undefined,
      async finish() {
        // All of the database is on the disk before the folder counts as an installation.
        await client.end()
        await server.stop()
        await removeFileMarker(dataDir)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openExternal(settings: TargetSettings, url: string, backup: string): Promise<RestoreTarget> {
  const connection = { url }
  const closers: (() => Promise<unknown>)[] = []
  const close = closing(closers)
  const database = createDatabase(connection, { size: 1 })
  try {
    await requireUsableServer(database.pool)
  } finally {
    await database.close()
  }
  const client = await openBackupClient(connection)
  closers.push(() => client.end())
  try {
    // Of two restores at once the second would find the marker of the first.
    if (!(await lockBackups(client))) throw new BackupFault('Another restore into this database is under way')
    const dataDir = await openDataFolder(settings.dataDir)
    const stores = await openStores({ dataDir, s3: settings.s3 })
    const marker = await findDatabaseMarker(client)
    requireSame(marker, { backup, dataDir }, 'The database of DATABASE_URL')
    if (!marker) {
      if (!(await isEmptyDatabase(client))) {
        throw new BackupFault(
          'The database of DATABASE_URL is not empty: create another one and name it there. Nothing was changed',
        )
      }
      await requireEmptyPlaces(dataDir, stores, settings.s3?.bucket)
      await putDatabaseMarker(client, { backup, dataDir })
    }
    return {
      dataDir,
      connection,
      client,
      stores,
      goesOn: marker !== undefined,
      finish: () => removeDatabaseMarker(client),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** In the reverse order, whatever fails. */
function closing(closers: (() => Promise<unknown>)[]): () => Promise<void> {
  return async () => {
    for (const close of closers.splice(0).toReversed()) await close().catch(() => undefined)
  }
}

function requireSame(marker: RestoreMarker | undefined, wanted: RestoreMarker, place: string): void {
  if (!marker) return
  if (marker.backup !== wanted.backup) {
    throw new BackupFault(
      `${place} has an unfinished restore of ${marker.backup}: give that name to go on with it, or empty the place`,
    )
  }
  if (marker.dataDir !== wanted.dataDir) {
    throw new BackupFault(
      `${place} has an unfinished restore into ${marker.dataDir}: set DATA_DIR to it to go on, or empty both`,
    )
  }
}

async function requireEmptyPlaces(
  dataDir: string,
  stores: Stores,
  bucket: string | undefined,
): Promise<void> {
  if (!(await isEmptyFolder(dataDir))) {
    throw new BackupFault(
      `${dataDir} is not empty: choose a folder that is empty, or does not exist, with DATA_DIR. Nothing was changed`,
    )
  }
  for (const store of Object.values(stores)) {
    for await (const { id } of store.list()) {
      throw new BackupFault(
        `The bucket ${bucket} is not empty (${id}): name an empty one with S3_BUCKET. Nothing was changed`,
      )
    }
  }
}
