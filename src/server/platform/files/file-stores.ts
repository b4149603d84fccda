import { join } from 'node:path'
import type { S3Settings } from './s3-store.ts'
import { type FileStore, createDiskStore } from './storage.ts'

type Settings = { dataDir: string; s3: S3Settings | undefined }

/**
 * Pictures, the bytes of resources, the archives that people have of their data, and those that practices are read back from,
 * apart: on disk in folders of DATA_DIR, or in folders of one bucket.
 */
export async function openFileStores({
  dataDir,
  s3,
}: Settings): Promise<Record<'files' | 'resourceFiles' | 'exportFiles' | 'importFiles', FileStore>> {
  const open = s3
    ? await openBucket(s3)
    : (folder: string): FileStore => createDiskStore(join(dataDir, folder))
  return {
    files: open('files'),
    resourceFiles: open('resources'),
    exportFiles: open('exports'),
    importFiles: open('imports'),
  }
}

// Loaded where it is configured, because the library would slow down the start.
async function openBucket(settings: S3Settings) {
  const { connectS3, createS3Store } = await import('./s3-store.ts')
  const connection = connectS3(settings)
  return (folder: string) => createS3Store(connection, settings.bucket, folder)
}
