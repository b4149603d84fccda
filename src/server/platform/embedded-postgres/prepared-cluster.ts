import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { INITDB_OPTIONS, runToEnd, syncCluster, type Target } from './postgres-process.ts'

/**
 * A cluster made at build time (scripts/build/prepare-database.ts), for first starts to copy: initialised, with the
 * product's role and its empty database, and cleanly stopped.
 */
export type PreparedCluster = {
  /** The folder, which gets this name once it is complete. */
  path: string
  cluster: string
  /** A file with the number of files and folders of the cluster. */
  count: string
}

/**
 * The prepared cluster for these programs in `folder`, if it exists. Its name contains everything it depends on, so
 * that one of another version, platform or format is ignored.
 */
export function preparedFor(folder: string, { release }: Pick<PostgresBinaries, 'release'>): PreparedCluster {
  const recipe = JSON.stringify([release, INITDB_OPTIONS])
  const path = join(folder, createHash('sha256').update(recipe).digest('hex').slice(0, 16))
  return { path, cluster: join(path, 'cluster'), count: join(path, 'count') }
}

/** The number of files and folders in a folder, at any depth. */
export async function countEntries(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true })).length
}

// Others may read the prepared cluster, which holds no data yet; the copy is only for its owner, as PostgreSQL
// requires.
const COPY = ['sh', '-c', 'umask 077 && exec cp -R "$1/." "$2"', 'sh']

/**
 * Fills the empty folder of `target` with the prepared cluster, flushed to the disk as by initdb.
 * @param folder where clusters are prepared
 * @returns false if no cluster is prepared, or it is unreadable, or incomplete; the folder is then unusable
 */
export async function copyPrepared(folder: string, target: Target): Promise<boolean> {
  const prepared = preparedFor(folder, target.binaries)
  try {
    const expected = Number(await readFile(prepared.count, 'utf8'))
    await runToEnd(target, [...COPY, prepared.cluster, target.folder])
    if ((await countEntries(target.folder)) !== expected) return false
    if (target.durable) await syncCluster(target)
    return true
  } catch {
    return false
  }
}
