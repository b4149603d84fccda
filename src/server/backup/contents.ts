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

/** Where rows name uploaded files, by the name of the table. */
const NAMING: Record<string, string> = {
  files: `select 'files' as store, id from public.files`,
  resource_files: `select 'resources' as store, unnest(parts) as id from public.resource_files`,
}

/**
 * Every uploaded file that a row names, parts of uploads that are under way included, in the order of lists.
 * @param tables those that there are: an earlier release has not all
 */
export function filesQuery(tables: readonly string[]): string {
  const named = tables.map((table) => NAMING[table]).filter((query) => query !== undefined)
  return `(select store, id from (${named.join(' union ')}) as named order by store collate "C", id)`
}

export const JOBS_QUERY = jobsQuery(QUEUES)
