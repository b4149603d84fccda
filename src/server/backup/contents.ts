// What of the product is in a backup, besides its tables.
import { QUEUES } from '../events/queues.ts'
import type { StoreName } from '../platform/backup/file-lists.ts'
import { openFileStores } from '../platform/files/file-stores.ts'
import type { FileStore } from '../platform/files/storage.ts'
import { jobsQuery } from '../platform/jobs/job-copies.ts'

/** The stores of uploaded files. */
export type Stores = Record<StoreName, FileStore>

export async function openStores(settings: Parameters<typeof openFileStores>[0]): Promise<Stores> {
  const { files, resourceFiles } = await openFileStores(settings)
  return { files, resources: resourceFiles }
}

/** Every uploaded file that a row names, parts of uploads that are under way included, in the order of lists. */
export const FILES_QUERY = `(
  select store, id from (
    select 'files' as store, id from public.files
    union select 'resources', unnest(parts) from public.resource_files
  ) as named order by store collate "C", id)`

export const JOBS_QUERY = jobsQuery(QUEUES)
