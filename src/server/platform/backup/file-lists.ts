import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable, pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { ID, shardOf } from '../files/storage.ts'
import { BackupFault } from './backup-fault.ts'
import { storeFile } from './backup-files.ts'
import type { StoredFile } from './manifest.ts'

/** An uploaded file that a backup holds: how long it is, and what lies of it in the backup. */
export type ListedFile = { store: StoreName; id: string; size: number; bytes: number; sha256: string }

/** The stores of uploaded files, by the names that lists know them by. */
export type StoreName = 'files' | 'resources'
const LINE = /^(files|resources)\t([0-9a-f-]{36})\t(\d{1,15})\t(\d{1,15})\t([0-9a-f]{64})$/

/** The folder of the uploaded files of all backups. They never change under their ids, so each lies there once. */
const FOLDER = 'files'
/** Instead of a key's name. */
const PLAIN = 'plain'

/** The folder in which the files of one key lie, or those of none. */
export function filesFolderOf(folder: string, keyId: string | null): string {
  return join(folder, FOLDER, keyId ?? PLAIN)
}

/** Where the bytes of a file lie. */
export function placeOf(
  folder: string,
  keyId: string | null,
  file: Pick<ListedFile, 'store' | 'id' | 'sha256'>,
): string {
  const name = storedNameOf(keyId, file)
  return join(filesFolderOf(folder, keyId), file.store, shardOf(file.id), name)
}

/**
 * The name of what lies there. Encrypting a file again makes other bytes, so its sum is part of the name: what an older list
 * names is never written over. Without encryption the bytes of an id are always the same.
 */
export function storedNameOf(
  keyId: string | null,
  { id, sha256 }: Pick<ListedFile, 'id' | 'sha256'>,
): string {
  return keyId === null ? id : `${id}.${sha256.slice(0, 16)}`
}

/** Whether a name is one that `storedNameOf` makes, or the rest of a copy that was cut off. */
export function isStoredName(name: string): boolean {
  return ID.test(name.replace(/(?:\.[0-9a-f]{16}|\.part)?$/, ''))
}

/** Writes a list, in the order of `inOrder`. Its lines hold no name of a person, so it is not encrypted: old files are removed without the secret key. */
export function storeList(path: string, files: AsyncIterable<ListedFile>): Promise<Omit<StoredFile, 'path'>> {
  const lines = async function* () {
    for await (const { store, id, size, bytes, sha256 } of files)
      yield Buffer.from(`${[store, id, size, bytes, sha256].join('\t')}\n`)
  }
  return storeFile(path, lines(), { compresses: true })
}

/** Reads a list line by line. @throws BackupFault for a line that Norte does not write */
export async function* readList(path: string): AsyncGenerator<ListedFile> {
  const text = createZstdDecompress()
  // What goes wrong with either ends the text with its error, which the loop throws.
  pipeline(createReadStream(path), text, () => undefined)
  for await (const line of linesOf(text)) {
    const [, store, id = '', size, bytes, sha256 = ''] = LINE.exec(line) ?? []
    if (!ID.test(id)) throw new BackupFault(`${path} is not a list that Norte wrote. Use another backup`)
    yield { store: store as StoreName, id, size: Number(size), bytes: Number(bytes), sha256 }
  }
}

/** The lines of a stream; unlike those of node:readline they end with its error, if it has one. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = ''
  // All of it is ASCII: no letter is cut in two.
  for await (const bytes of source) {
    const lines = (rest + bytes.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

type Key = { store: string; id: string }

/** The order of lists: by store, then by id. */
function compare(a: Key, b: Key): number {
  if (a.store !== b.store) return a.store < b.store ? -1 : 1
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1
}

/** Pairs each wanted file with its line of an earlier list, if it has one. Both are in order; neither is held in memory. */
export async function* withEarlier<Wanted extends Key>(
  wanted: AsyncIterable<Wanted>,
  earlier: AsyncIterable<ListedFile>,
): AsyncGenerator<{ file: Wanted; known: ListedFile | undefined }> {
  const lines = earlier[Symbol.asyncIterator]()
  let line = await lines.next()
  for await (const file of wanted) {
    while (!line.done && compare(line.value, file) < 0) line = await lines.next()
    yield { file, known: !line.done && compare(line.value, file) === 0 ? line.value : undefined }
  }
}

/** Nothing, for a first backup. */
export const noList = (): AsyncIterable<ListedFile> => Readable.from([])
