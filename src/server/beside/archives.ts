import type { UserId } from '#contract/values.ts'
import type { EpochMs } from '#time/clock.ts'
import { archiveThreadFile } from '../folders.ts'
import type { Written } from '../modules/data-exports/data-exports.domain.ts'
import type { openFileStores } from '../platform/files/file-stores.ts'
import type { DatabaseConnection } from '../platform/postgres/postgres.ts'
import { createLargeTasks } from '../platform/threads/large-task.ts'

/**
 * Writes the archive of somebody's data to a new file, in a separate thread (archive-thread.ts).
 * @param goesOn is asked before the rows of each table, before the first file and after each, and every few megabytes of
 *   both: how far it is. False ends the work: somebody else does it, or nobody wants it any more
 * @returns undefined if nobody waits for it any more
 * @throws what `goesOn` throws, and for what breaks
 */
export type WriteArchive = (
  order: { userId: UserId; path: string; madeAt: EpochMs },
  goesOn: (written: Written) => Promise<boolean>,
) => Promise<{ byteSize: number; missingFiles: number } | undefined>

type GoesOn = Parameters<WriteArchive>[1]

/** An archive that is asked of its thread, and where that finds what it needs. */
export type ArchiveOrder = Parameters<WriteArchive>[0] & {
  connection: DatabaseConnection
  storage: Parameters<typeof openFileStores>[0]
}

/** Writes archives from a database and the stores of files, each in a new thread. `close` ends those under way. */
export function createArchives(
  connection: DatabaseConnection,
  storage: ArchiveOrder['storage'],
): { write: WriteArchive; close(): Promise<void> } {
  const tasks = createLargeTasks<ArchiveOrder, Parameters<GoesOn>[0], Awaited<ReturnType<WriteArchive>>>(
    archiveThreadFile,
  )
  return {
    write: (order, goesOn) => tasks.run({ ...order, connection, storage }, goesOn),
    close: () => tasks.close(),
  }
}
