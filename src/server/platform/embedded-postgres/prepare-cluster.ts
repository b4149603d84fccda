import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { countEntries, type PreparedCluster, preparedFor } from './prepared-cluster.ts'

/**
 * Prepares in `folder` the cluster that first starts copy, unless it is already complete. Clusters for other versions
 * are removed.
 * @param aside a work folder on the same file system; its contents are deleted
 * @returns whether there was anything to do
 * @throws StartFailure if the embedded database cannot be created
 */
export async function prepareCluster(folder: string, aside: string): Promise<boolean> {
  await rm(aside, { recursive: true, force: true })
  await mkdir(aside, { recursive: true, mode: 0o700 })
  try {
    const prepared = preparedFor(folder, await findBinaries(join(aside, 'postgres-lib')))
    if (await isComplete(prepared)) return false
    await makeCluster(aside)
    await openToReaders(join(aside, 'postgres'))
    await publish(prepared, folder, aside)
    return true
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}

async function isComplete({ cluster, count }: PreparedCluster): Promise<boolean> {
  try {
    return (await countEntries(cluster)) === Number(await readFile(count, 'utf8'))
  } catch {
    return false
  }
}

async function makeCluster(aside: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir: aside })
  await server.stop()
  // The socket of a long path is in a temporary folder.
  await rm(server.connection.host, { recursive: true, force: true })
}

// The user who starts the product may be another one than the user who builds it.
async function openToReaders(cluster: string): Promise<void> {
  await chmod(cluster, 0o755)
  for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

// Everything is in it before it gets its name.
async function publish({ path }: PreparedCluster, folder: string, aside: string): Promise<void> {
  const made = preparedFor(aside, { release: '' })
  await mkdir(made.path)
  await rename(join(aside, 'postgres'), made.cluster)
  await writeFile(made.count, String(await countEntries(made.cluster)))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await rename(made.path, path)
}
