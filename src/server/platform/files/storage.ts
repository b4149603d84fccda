import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type EpochMs, epochMs } from '#time/clock.ts'
import { codeOf } from '#server/start-failure.ts'

/** Files under ids that the product generates. Typed text is never part of a path. */
export type FileStore = {
  /** Stores the stream completely or not at all: once this resolves it survives a crash. */
  put(id: string, source: Readable): Promise<void>
  /** The bytes of an id; undefined if it does not exist. The caller reads or destroys the stream. */
  get(id: string): Promise<Readable | undefined>
  /** Deletes the file; does nothing if it does not exist. */
  remove(id: string): Promise<void>
  /** Every stored id, partial files included, with the time it was stored. */
  list(): AsyncIterable<{ id: string; storedAt: EpochMs }>
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SHARD = /^[0-9a-f]{2}$/

/**
 * Files below a folder that only its owner may enter, in 256 folders by the end of the id, its random part. Ids are
 * UUIDs in lower case.
 * @throws RangeError for any other id
 */
export function createDiskStore(folder: string): FileStore {
  const placeOf = (id: string) => {
    if (!ID.test(id)) throw new RangeError('Not the id of a file')
    const shard = join(folder, id.slice(-2))
    const whole = join(shard, id)
    return { shard, whole, part: `${whole}.part` }
  }
  return {
    async put(id, source) {
      const { shard, whole, part } = placeOf(id)
      await mkdir(shard, { recursive: true, mode: 0o700 })
      try {
        await write(part, source)
        await rename(part, whole)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      // The directory entries have to survive a crash as well as the bytes.
      await syncFolder(shard)
      await syncFolder(folder)
    },
    async get(id) {
      const file = await open(placeOf(id).whole, 'r').catch(noneIfMissing)
      return file?.createReadStream()
    },
    async remove(id) {
      const { whole, part } = placeOf(id)
      await rm(whole, { force: true })
      await rm(part, { force: true })
    },
    async *list() {
      for (const shard of await namesIn(folder)) {
        if (!SHARD.test(shard)) continue
        for (const name of await namesIn(join(folder, shard))) {
          const id = name.replace(/\.part$/, '')
          const found = ID.test(id) && (await stat(join(folder, shard, name)).catch(noneIfMissing))
          if (found) yield { id, storedAt: epochMs(Math.floor(found.mtimeMs)) }
        }
      }
    },
  }
}

async function write(path: string, source: Readable): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(source)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function namesIn(path: string): Promise<string[]> {
  const folder = await opendir(path).catch(noneIfMissing)
  const names: string[] = []
  if (folder) for await (const { name } of folder) names.push(name)
  return names
}

function noneIfMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
