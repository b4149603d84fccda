import { createReadStream } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from '../files/storage.ts'
import { BackupFault } from './backup-fault.ts'
import { makeFolder, sizeOf, storeFile, syncFolder } from './backup-files.ts'
import type { Room } from './backup-room.ts'
import type { Sealing } from './encryption.ts'
import {
  type ListedFile,
  type StoreName,
  filesFolderOf,
  isStoredName,
  linesOf,
  noList,
  placeOf,
  readList,
  storeList,
  storedNameOf,
  withEarlier,
} from './file-lists.ts'

/** How many files are copied at once: a bucket answers each after a while, and a disk syncs several together. */
const AT_ONCE = 8

export type CopiedFiles = {
  count: number
  totalBytes: number
  /** Named by the database, and not in the store. */
  missing: number
  /** Those that no earlier backup had, and their bytes. */
  added: number
  addedBytes: number
}

type Copying = {
  folder: string
  stores: Record<StoreName, FileStore>
  sealing: Sealing | undefined
  /** The list of the newest backup that is there with the same key, or without one as well. */
  earlier: string | undefined
  room: Room
  /** Takes the places of what is written that was not there before, for the case that the backup fails. */
  written: string[]
}

/**
 * Copies what of the wanted files is not in the folder yet, and writes the list of all of them to `listPath`. `wantedPath`
 * has a line `store<TAB>id` for each, in the order of lists.
 */
export async function copyFiles(
  wantedPath: string,
  listPath: string,
  { folder, stores, sealing, earlier, room, written }: Copying,
): Promise<CopiedFiles & { list: { bytes: number; sha256: string } }> {
  const keyId = sealing?.keyId ?? null
  const copied: CopiedFiles = { count: 0, totalBytes: 0, missing: 0, added: 0, addedBytes: 0 }
  const touched = new Set<string>()
  let underWay: Promise<unknown> = Promise.resolve()
  let hasFailed = false

  const copyOne = async ({ store, id }: Wanted, known: ListedFile | undefined) => {
    if (known && (await sizeOf(placeOf(folder, keyId, known))) === known.bytes) return known
    await room(0)
    const source = await stores[store].get(id).catch(unreadable(id))
    if (!source) return undefined
    let size = 0
    const measured = async function* () {
      const chunks = (source as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
      try {
        for (;;) {
          const next = await chunks.next().catch(unreadable(id))
          if (next.done) return
          size += next.value.length
          yield next.value
        }
      } finally {
        source.destroy()
      }
    }
    const at = (sha256: string) => placeOf(folder, keyId, { store, id, sha256 })
    const path = join(dirname(at('')), id)
    // What is damaged, or was left by a list that cannot be read, was there before.
    const isNew = (await sizeOf(path)) === undefined
    const stored = await storeFile(path, measured(), { sealing, room, placeFor: ({ sha256 }) => at(sha256) })
    if (isNew) written.push(at(stored.sha256))
    touched.add(dirname(path))
    copied.added += 1
    copied.addedBytes += stored.bytes
    return { store, id, size, ...stored }
  }

  const listed = async function* () {
    const lines = earlier === undefined ? noList() : readList(earlier)
    for await (const part of inParts(withEarlier(readWanted(wantedPath), lines), AT_ONCE)) {
      if (hasFailed) return
      const copying = part.map((each) => copyOne(each.file, each.known))
      underWay = Promise.allSettled(copying)
      await underWay
      for (const file of await Promise.all(copying)) {
        if (!file) {
          copied.missing += 1
          continue
        }
        copied.count += 1
        copied.totalBytes += file.size
        yield file
      }
    }
  }

  // Nothing is written any more once this has failed.
  const list = await storeList(listPath, listed()).catch(async (error: unknown) => {
    hasFailed = true
    await underWay
    throw error
  })
  for (const path of touched) await syncFolder(path)
  if (touched.size > 0) {
    const top = filesFolderOf(folder, keyId)
    for (const store of Object.keys(stores)) {
      await makeFolder(join(top, store))
      await syncFolder(join(top, store))
    }
    for (const path of [top, dirname(top), folder]) await syncFolder(path)
  }
  return { ...copied, list }
}

/** Tells a storage that is away from a database that is. */
function unreadable(id: string): (error: unknown) => never {
  return (error) => {
    throw new BackupFault(
      `The file ${id} cannot be read from the storage of uploaded files: is it there? (${String(error)})`,
    )
  }
}

type Wanted = { store: StoreName; id: string }

async function* readWanted(path: string): AsyncGenerator<Wanted> {
  for await (const line of linesOf(createReadStream(path) as AsyncIterable<Buffer>)) {
    const [store, id = ''] = line.split('\t')
    yield { store: store as StoreName, id }
  }
}

async function* inParts<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let part: T[] = []
  for await (const one of all) {
    part.push(one)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/**
 * Removes the files that none of the lists names, and what a copy that was cut off left behind. The names are held in
 * memory, some 100 bytes for each.
 * @returns how many
 */
export async function removeUnlisted(
  folder: string,
  lists: readonly { path: string; keyId: string | null }[],
): Promise<number> {
  const kept = new Set<string>()
  for (const { path, keyId } of lists) {
    for await (const file of readList(path))
      kept.add(`${filesFolderOf(folder, keyId)}\t${file.store}\t${storedNameOf(keyId, file)}`)
  }
  let removed = 0
  for (const key of await namesIn(dirname(filesFolderOf(folder, null)))) {
    const top = join(dirname(filesFolderOf(folder, null)), key)
    for (const store of await namesIn(top)) {
      for (const shard of await namesIn(join(top, store))) {
        for (const name of await namesIn(join(top, store, shard))) {
          // Nothing else that somebody put there is touched.
          if (!isStoredName(name) || kept.has(`${top}\t${store}\t${name}`)) continue
          await rm(join(top, store, shard, name), { force: true })
          removed += 1
        }
      }
    }
  }
  return removed
}

async function namesIn(path: string): Promise<string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
}
