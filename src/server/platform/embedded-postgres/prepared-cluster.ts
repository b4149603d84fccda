import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { INITDB_OPTIONS, runToEnd, syncCluster, type Target } from './postgres-process.ts'

/**
 * A cluster made ahead of time (scripts/build/prepare-database.ts), for first starts to copy: initialised, with the
 * product's role and its empty database, and cleanly stopped.
 */
export type PreparedCluster = {
  /** The folder that gets its name when all of the below is in it. */
  path: string
  cluster: string
  /** Holds how many files and folders the cluster has. */
  count: string
}

/**
 * Where in `folder` the cluster for these programs lies, if it was prepared. It is named after what it depends on, so
 * that one of another version, platform or way of making is not even seen.
 */
export function preparedFor(folder: string, { release }: Pick<PostgresBinaries, 'release'>): PreparedCluster {
  const recipe = JSON.stringify([release, INITDB_OPTIONS])
  const path = join(folder, createHash('sha256').update(recipe).digest('hex').slice(0, 16))
  return { path, cluster: join(path, 'cluster'), count: join(path, 'count') }
}

/** How many files and folders there are in a folder, at any depth. */
export async function countEntries(folder: string): Promise<number> {
  return (await readdir(folder, { recursive: true })).length
}

// Others may read the prepared cluster, which holds nothing yet; the copy is its owner's alone, as PostgreSQL demands.
const COPY = ['sh', '-c', 'umask 077 && exec cp -R "$1/." "$2"', 'sh']

/**
 * Fills the empty folder of `target` with the prepared cluster, written through to the disk as initdb would.
 * @param folder where clusters are prepared
 * @returns false when there is none, or it cannot be read, or not all of it came over; the folder is spoilt then
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
