// One archive of somebody's data (modules/data-exports), in a thread that no request waits for: with a connection to the
// database, the stores of files and a heap that end with it.
import { fixedClock } from '#time/clock.ts'
import type { ArchiveOrder } from './archives.ts'
import { localesFolder, viewerFolder } from '../folders.ts'
import { type WrittenArchive, writeArchive } from '../modules/data-exports/archive/archive.service.ts'
import type { Written } from '../modules/data-exports/data-exports.domain.ts'
import { openFileStores } from '../platform/files/file-stores.ts'
import { readFolder } from '../platform/files/read-folder.ts'
import { writeZip } from '../platform/files/zip.ts'
import { createDatabase } from '../platform/postgres/postgres.ts'
import { createTexts } from '../platform/texts.ts'
import { serveLargeTask } from '../platform/threads/large-task.ts'

await serveLargeTask<ArchiveOrder, Written, WrittenArchive>(
  async ({ userId, path, madeAt, connection, storage }, goesOn) => {
    // One transaction reads everything.
    const database = createDatabase(connection, { size: 1 })
    try {
      const { files, resourceFiles } = await openFileStores(storage)
      const parts = {
        db: database.db,
        clock: fixedClock(madeAt),
        texts: createTexts(localesFolder),
        files,
        resourceFiles,
        writeZip,
        readViewer: () => readFolder(viewerFolder),
      }
      return await writeArchive(parts, userId, path, goesOn)
    } finally {
      await database.close()
    }
  },
)
