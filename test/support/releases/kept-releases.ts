import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream, readdirSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

const folder = join(import.meta.dirname, '..', '..', 'releases')
const run = promisify(execFile)

/** Who can sign in there, as the demo printed it. */
export type KeptPeople = Record<'coach' | 'unpaidCoach' | 'client', { email: string; password: string }>

/**
 * What earlier releases left behind (scripts/releases/keep.ts), each named by its last migration, oldest first: a backup of its
 * demo data with timers and files, and who can sign in.
 */
export function keptReleases(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tar'))
    .map((name) => name.slice(0, -'.tar'.length))
    .toSorted()
}

/** Unpacks what a release left into a new folder: the folder of its backup, and its people. */
export async function unpackRelease(name: string, into: string): Promise<KeptPeople> {
  await mkdir(into, { recursive: true })
  await run('tar', ['-xf', join(folder, `${name}.tar`), '-C', into])
  return JSON.parse(await readFile(join(into, 'people.json'), 'utf8')) as KeptPeople
}

/** The first release, of which a whole data folder is kept too. */
export const FIRST_RELEASE = '0004'

/** Unpacks the data folder of the first release as it lay on a disk: its PostgreSQL with its own settings, and its secrets. */
export async function unpackFirstFolder(into: string): Promise<void> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  // Not through a pipe, which tar closes when it has read enough.
  const archive = `${into}.tar`
  const kept = createReadStream(join(folder, `${FIRST_RELEASE}-folder.tar.br`))
  await pipeline(kept, createBrotliDecompress(), createWriteStream(archive))
  await run('tar', ['-xpf', archive, '--no-same-owner', '-C', into])
  await rm(archive)
}
