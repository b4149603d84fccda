import { type Readable, Transform, pipeline } from 'node:stream'
import yauzl, { type Entry, type ZipFile } from 'yauzl'

/**
 * What is wrong with an archive: `damaged` cannot be read, `unsafe` has entries that are no plain files in its folder, `large`
 * unpacks to more than it may, `many` has more entries.
 */
export type ZipFault = 'damaged' | 'unsafe' | 'large' | 'many'

export class ZipRefused extends Error {
  override readonly name = 'ZipRefused'
  readonly fault: ZipFault

  constructor(fault: ZipFault, cause?: unknown) {
    super(`A ZIP that is ${fault}`, { cause })
    this.fault = fault
  }
}

export type ZipReader = {
  /** Whether there is an entry under this path. */
  has(name: string): boolean
  /** How many bytes an entry says that it unpacks to: it is not read if it has others. Zero without such an entry. */
  sizeOf(name: string): number
  /**
   * The unpacked bytes of an entry as they come, counted: what a header says is not believed. They fail with
   * `ZipRefused`.
   * @throws ZipRefused if there is no such entry, or it says that it has more bytes than `most`
   */
  read(name: string, most: number): Promise<Readable>
  close(): void
}

/** Text of a person packs to a tenth. What is far beyond that and large is there to fill a disk. */
const MOST_TIMES = 300
const FREE_BYTES = 100 * 1_048_576

/**
 * What is kept of every entry as long as the archive is open: its name, and what programs say besides, of times and sizes. Of
 * 65,535 bytes that each may have, the archives of Norte use less than a hundred.
 */
const MOST_NAME_BYTES = 500
const MOST_EXTRA_BYTES = 1_024
const MOST_LISTED_BYTES = 16 * 1_048_576

const IS_ENCRYPTED = 0x1
const KIND_OF_FILE = 0o170000
const PLAIN_FILE = 0o100000
const FOLDER = 0o040000

/**
 * Opens an archive of this machine, of which nothing is believed: paths that lead out of it, links, encrypted entries and two
 * entries of one name are refused before any is read.
 * @throws ZipRefused
 */
export async function openZip(path: string, { mostEntries }: { mostEntries: number }): Promise<ZipReader> {
  const zip = await open(path)
  try {
    const entries = await entriesOf(zip, mostEntries)
    return {
      has: (name) => entries.has(name),
      sizeOf: (name) => entries.get(name)?.uncompressedSize ?? 0,
      async read(name, most) {
        const entry = entries.get(name)
        if (!entry) throw new ZipRefused('damaged')
        if (entry.uncompressedSize > most) throw new ZipRefused('large')
        const packed = await zip.openReadStreamPromise(entry).catch(asDamaged)
        const counted = counter(entry, most)
        // What breaks is said by the stream that is read.
        pipeline(packed, counted, () => undefined)
        return counted
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function open(path: string): Promise<ZipFile> {
  const zip = await yauzl
    .openPromise(path, { autoClose: false, strictFileNames: true, validateEntrySizes: true })
    .catch(asDamaged)
  return zip
}

async function entriesOf(zip: ZipFile, mostEntries: number): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > mostEntries) throw new ZipRefused('many')
  const entries = new Map<string, Entry>()
  const seen = new Set<string>()
  let listed = 0
  try {
    for await (const entry of zip.eachEntry()) {
      listed += entry.fileNameLength + entry.extraFieldLength
      if (isWordy(entry) || listed > MOST_LISTED_BYTES) throw new ZipRefused('large')
      // They were looked at: hundreds of objects for each entry would stay.
      entry.extraFields = []
      const name = entry.fileName
      const sameFor = name.normalize('NFC').toLowerCase()
      if (seen.has(sameFor) || isUnsafe(entry)) throw new ZipRefused('unsafe')
      seen.add(sameFor)
      if (!name.endsWith('/')) entries.set(name, entry)
      if (seen.size > mostEntries) throw new ZipRefused('many')
    }
  } catch (error) {
    if (error instanceof ZipRefused) throw error
    // The library refuses paths by itself: it says so in words only.
    const isPath = /relative path|absolute path|invalid characters/.test(String(error))
    throw new ZipRefused(isPath ? 'unsafe' : 'damaged', error)
  }
  return entries
}

function isWordy({ fileNameLength, extraFieldLength, fileCommentLength }: Entry): boolean {
  return fileNameLength > MOST_NAME_BYTES || extraFieldLength > MOST_EXTRA_BYTES || fileCommentLength > 0
}

function isUnsafe(entry: Entry): boolean {
  const name = entry.fileName
  const kind = (entry.externalFileAttributes >>> 16) & KIND_OF_FILE
  const isLink = kind !== 0 && kind !== PLAIN_FILE && kind !== FOLDER
  const isOutside =
    name.startsWith('/') || /[\\:]/.test(name) || name.includes('\0') || name.split('/').includes('..')
  return isLink || isOutside || (entry.generalPurposeBitFlag & IS_ENCRYPTED) !== 0
}

function counter(entry: Entry, most: number): Transform {
  let bytes = 0
  const fair = Math.max(FREE_BYTES, entry.compressedSize * MOST_TIMES)
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > most || bytes > fair) done(new ZipRefused('large'))
      else done(null, chunk)
    },
    destroy(error, done) {
      done(error === null || error instanceof ZipRefused ? error : new ZipRefused('damaged', error))
    },
  })
  return counted
}

function asDamaged(error: unknown): never {
  throw new ZipRefused('damaged', error)
}
