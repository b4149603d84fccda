import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findBinaries } from './postgres-binaries.ts'
import { countEntries, type PreparedCluster, preparedFor } from './prepared-cluster.ts'

/**
 * Prepares in `folder` the cluster that first starts copy, unless it lies there complete. What was prepared there for
 * other versions is removed.
 * @param aside a folder on the same file system to work in; whatever is in it is lost
 * @returns whether there was anything to do
 * @throws StartFailure where the embedded database cannot be created
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
  // A long path has its socket elsewhere.
  await rm(server.connection.host, { recursive: true, force: true })
}

// Whoever starts the product may be another user than the one who builds it.
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
