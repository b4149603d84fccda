import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { codeOf } from '#server/start-failure.ts'
import { BackupFault } from './backup-fault.ts'
import { type BackupKey, type Sealing, unseal } from './encryption.ts'
import type { Room } from './backup-room.ts'
import { type Manifest, type StoredFile, isBackupName, readManifest } from './manifest.ts'

type Bytes = AsyncIterable<Buffer>
const READ_AT_ONCE = 1_048_576

export const MANIFEST = 'manifest.json'
/** A backup that is not complete, or never was. */
export const PART = '.part'

/** The names of the complete backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  return names.filter(isBackupName).toSorted()
}

/** Reads the manifest of a backup. @throws BackupFault if it is missing or damaged */
export async function openManifest(folder: string, name: string): Promise<Manifest> {
  const text = await readFile(join(folder, name, MANIFEST), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    throw new BackupFault(`${name}: ${MANIFEST} is missing. Use another backup`)
  })
  return readManifest(text, name)
}

/**
 * The manifest of a backup whose list of uploaded files can be trusted as well.
 * @throws BackupFault if one of them is missing or damaged
 */
export async function openListed(folder: string, name: string): Promise<Manifest> {
  const manifest = await openManifest(folder, name)
  const fault = await faultOf(join(folder, name, manifest.files.path), manifest.files)
  if (fault) throw new BackupFault(`${join(name, manifest.files.path)} ${fault}. Use another backup`)
  return manifest
}

type Storing = {
  /** Encrypts it; as it is without. */
  sealing?: Sealing | undefined
  compresses?: boolean
  /** Called with the bytes that were written since the last call; it throws if no more should be. */
  room?: Room | undefined
  /** Its place by what it turned out to be; the path itself without. */
  placeFor?: (stored: Omit<StoredFile, 'path'>) => string
}

/**
 * Writes a file to the disk, through compression and encryption, and says what lies there. It gets its name once it is
 * complete; memory does not grow with it.
 */
export async function storeFile(
  path: string,
  source: Bytes,
  { sealing, compresses = false, room, placeFor }: Storing = {},
): Promise<Omit<StoredFile, 'path'>> {
  const part = `${path}${PART}`
  await makeFolder(dirname(path))
  await rm(part, { force: true })
  const sum = createHash('sha256')
  let bytes = 0
  const file = await open(part, 'wx', 0o600)
  try {
    const measure = async function* (chunks: Bytes) {
      for await (const chunk of chunks) {
        sum.update(chunk)
        bytes += chunk.length
        await room?.(chunk.length)
        yield chunk
      }
    }
    const seal = (chunks: Bytes) => (sealing ? sealing.seal(chunks) : chunks)
    const write = (chunks: Bytes) => file.writeFile(chunks)
    if (compresses) await pipeline(source, createZstdCompress(), seal, measure, write)
    else await pipeline(source, seal, measure, write)
    await file.sync()
  } catch (error) {
    await file.close()
    await rm(part, { force: true })
    throw error
  }
  await file.close()
  const stored = { bytes, sha256: sum.digest('hex') }
  await rename(part, placeFor?.(stored) ?? path)
  return stored
}

/** Reads what `storeFile` wrote. */
export async function readStored<T>(
  path: string,
  { key, compressed = false }: { key?: BackupKey | undefined; compressed?: boolean },
  use: (bytes: Bytes) => Promise<T>,
): Promise<T> {
  const file = createReadStream(path, { highWaterMark: READ_AT_ONCE })
  const open = (bytes: Bytes) => (key ? unseal(bytes, key) : bytes)
  let result: T | undefined
  const read = async (bytes: Bytes) => {
    result = await use(bytes)
  }
  if (compressed) await pipeline(file, open, createZstdDecompress(), read)
  else await pipeline(file, open, read)
  return result as T
}

/** Compares a file with what was noted of it. @returns what is wrong with it, if something is */
export async function faultOf(path: string, noted: Omit<StoredFile, 'path'>): Promise<string | undefined> {
  const sum = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: READ_AT_ONCE }) as Bytes) {
      sum.update(chunk)
      bytes += chunk.length
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'is missing'
    return `cannot be read (${codeOf(error) ?? String(error)})`
  }
  if (bytes !== noted.bytes) return `has ${bytes} bytes instead of ${noted.bytes}`
  return sum.digest('hex') === noted.sha256 ? undefined : 'is damaged: its SHA-256 is another one'
}

/** How long a file is; undefined if it does not exist. */
export async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a folder that only its owner may enter, with those above it that are missing. */
export async function makeFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (made === path) await chmod(path, 0o700)
}

/** Writes the names in a folder to the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
