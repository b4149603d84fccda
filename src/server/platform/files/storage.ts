import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type EpochMs, epochMs } from '#time/clock.ts'
import { noneIfMissing, syncFolder } from '../on-disk.ts'

/** The bytes from `start` to `end`, both included, counted from 0. */
export type ByteRange = { start: number; end: number }

/** Files under ids that the product generates. Typed text is never part of a path. */
export type FileStore = {
  /**
   * Stores the stream completely or not at all: once this resolves it survives a crash. Bytes are passed on as they
   * come, so memory does not grow with the file.
   * @throws RangeError if the stream does not have exactly `byteSize` bytes
   */
  put(id: string, source: Readable, byteSize: number): Promise<void>
  /** The same with a finished file of this machine, which is no longer at its place afterwards. */
  adopt(id: string, path: string, byteSize: number): Promise<void>
  /**
   * The bytes of an id, or a range of them that the file has; undefined if it does not exist. The caller reads or
   * destroys the stream.
   */
  get(id: string, range?: ByteRange): Promise<Readable | undefined>
  /** Deletes the file; does nothing if it does not exist. */
  remove(id: string): Promise<void>
  /** Every stored id, partial files included, with the time it was stored. */
  list(): AsyncIterable<{ id: string; storedAt: EpochMs }>
}

export const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const SHARD = /^[0-9a-f]{2}$/

/** The folder of an id, one of 256: the end of it, its random part. @throws RangeError unless it is a UUID in lower case */
export function shardOf(id: string): string {
  if (!ID.test(id)) throw new RangeError('Not the id of a file')
  return id.slice(-2)
}

const wrongSize = () => new RangeError('The file has another size than announced')

/** Passes bytes on and fails if there are more or fewer than announced. */
export function exactly(byteSize: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > byteSize) done(wrongSize())
      else done(null, chunk)
    },
    flush: (done) => done(passed === byteSize ? null : wrongSize()),
  })
}

/**
 * Files below a folder that only its owner may enter, in 256 folders by the end of the id.
 * @throws RangeError for an id that is not a UUID in lower case
 */
export function createDiskStore(folder: string): FileStore {
  const placeOf = (id: string) => {
    const shard = join(folder, shardOf(id))
    const whole = join(shard, id)
    return { shard, whole, part: `${whole}.part` }
  }
  return {
    async put(id, source, byteSize) {
      const { shard, whole, part } = placeOf(id)
      await mkdir(shard, { recursive: true, mode: 0o700 })
      try {
        await write(part, source, byteSize)
        await rename(part, whole)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      // The directory entries have to survive a crash as well as the bytes.
      await syncFolder(shard)
      await syncFolder(folder)
    },
    async adopt(id, path, byteSize) {
      const { shard, whole } = placeOf(id)
      if ((await stat(path)).size !== byteSize) throw wrongSize()
      await mkdir(shard, { recursive: true, mode: 0o700 })
      await rename(path, whole)
      await syncFolder(shard)
      await syncFolder(folder)
    },
    async get(id, range) {
      const file = await open(placeOf(id).whole, 'r').catch(noneIfMissing)
      return file?.createReadStream(range)
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

async function write(path: string, source: Readable, byteSize: number): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    // Unlike `write` it goes on until all is written or fails: a disk that is almost full takes a part of a chunk.
    await pipeline(source, exactly(byteSize), (bytes) => file.writeFile(bytes))
    await file.sync()
  } finally {
    await file.close()
  }
}

async function namesIn(path: string): Promise<string[]> {
  const folder = await opendir(path).catch(noneIfMissing)
  const names: string[] = []
  if (folder) for await (const { name } of folder) names.push(name)
  return names
}
