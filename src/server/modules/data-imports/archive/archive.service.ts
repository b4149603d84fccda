import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { ImportRefusal } from '#contract/account/data-imports.ts'
import type { UserId } from '#contract/values.ts'
import type { Deps, ZipFault, ZipReader } from '#server/deps.ts'
import { ImportRefused } from '../data-imports.domain.ts'
import { columnsOf, hasDocument, isTableOfPractice, orderedTables } from '../writing/tables.repository.ts'
import { MOST_DOCUMENT_BYTES, MOST_ROW_BYTES, readLines } from './lines.service.ts'
import { ArchivedId, MOST_FILES, type Manifest } from './manifest.service.ts'

/** The manifest is read whole, in a thread. */
const MOST_MANIFEST_BYTES = 8 * 1_048_576
/** Entries of an archive: its files; the rows of each table, three times; and the pages it is read with. */
const MOST_ENTRIES = MOST_FILES + 1_000
/** The rows of one table and of all of them, unpacked. */
const MOST_TABLE_BYTES = 2_048 * 1_048_576
const MOST_ROWS_BYTES = 3_072 * 1_048_576
const MOST_ROWS = 3_000_000
/** Each person is kept in memory while an archive is read. */
const MOST_CLIENTS = 50_000

/** A file of an archive; without a sum its bytes were lost before. */
export type ArchivedFile = Manifest['files'][number]

type ArchivedTable = { rows: number; sha256: string }

/** A picture of the coach's account. */
export type ArchivedPicture = {
  kind: 'logo' | 'clientPhoto' | 'groupPhoto'
  mediaType: string
  file: ArchivedFile
}

/** An opened archive of a practice. */
export type Archive = {
  zip: ZipReader
  /** Whose practice it was. */
  coachId: string
  tables: ReadonlyMap<string, ArchivedTable>
  /** The bytes of all its rows, unpacked. */
  rowBytes: number
  files: ReadonlyMap<string, ArchivedFile>
  pictures: ReadonlyMap<string, ArchivedPicture>
}

const REFUSED = {
  damaged: 'practice_import.damaged',
  unsafe: 'practice_import.unsafe',
  large: 'practice_import.too_big',
  many: 'practice_import.too_many_files',
} as const satisfies Record<ZipFault, ImportRefusal>

/** What the platform says of a ZIP that it does not read, as a refusal; anything else as it is. */
export function asRefusal(error: unknown): unknown {
  return isZipRefused(error) ? new ImportRefused(REFUSED[error.fault]) : error
}

const isZipRefused = (error: unknown): error is Error & { fault: ZipFault } =>
  error instanceof Error && error.name === 'ZipRefused' && 'fault' in error

/** Opens an archive on the disk of this server, for its owner. @throws ImportRefused */
export async function openArchive(deps: Deps, path: string, owner: UserId): Promise<Archive> {
  const zip = await deps.openZip(path, { mostEntries: MOST_ENTRIES }).catch((error: unknown) => {
    throw asRefusal(error)
  })
  try {
    const manifest = await manifestOf(deps, zip, owner)
    const tables = new Map<string, ArchivedTable>()
    for (const { space, name, columns, ...table } of manifest.tables) {
      if (space !== 'practice') continue
      if (!isTableOfPractice(name) || columns.some((column) => !columnsOf(name).includes(column))) {
        throw new ImportRefused('practice_import.newer_version')
      }
      if (tables.has(name)) throw new ImportRefused('practice_import.damaged')
      tables.set(name, table)
    }
    if (!tables.has('coaches')) throw new ImportRefused('practice_import.not_a_practice')
    const rowBytes = measuredRows(zip, tables)
    const files = new Map(manifest.files.map((file) => [file.id, file]))
    const account = manifest.tables.find(({ space, name }) => space === 'account' && name === 'files')
    const pictures = account ? await readPictures(zip, account, files) : new Map<string, ArchivedPicture>()
    return { zip, coachId: manifest.person.id, tables, rowBytes, files, pictures }
  } catch (error) {
    zip.close()
    throw asRefusal(error)
  }
}

// Before any row is read: what is looked at three times has to end, and to find room.
function measuredRows(zip: ZipReader, tables: ReadonlyMap<string, ArchivedTable>): number {
  let [rows, bytes] = [0, 0]
  for (const [name, table] of tables) {
    rows += table.rows
    bytes += zip.sizeOf(pathOf(name))
  }
  if (rows > MOST_ROWS || bytes > MOST_ROWS_BYTES || (tables.get('clients')?.rows ?? 0) > MOST_CLIENTS)
    throw new ImportRefused('practice_import.too_big')
  return bytes
}

const pathOf = (table: string) => `data/practice/${table}.json`

async function manifestOf(deps: Deps, zip: ZipReader, owner: UserId): Promise<Manifest> {
  if (!zip.has('manifest.json')) throw new ImportRefused('practice_import.not_an_archive')
  const pieces: Buffer[] = []
  const content = await zip.read('manifest.json', MOST_MANIFEST_BYTES)
  for await (const piece of content as AsyncIterable<Buffer>) pieces.push(piece)
  // One that is stopped for its time may be of a machine that was suspended: it is tried again like whatever else fails.
  const read = await deps.threads.run(owner, 'readManifest', Buffer.concat(pieces))
  if (read.refused !== null) throw new ImportRefused(read.refused)
  return read.manifest
}

const PictureRow = z.object({ id: ArchivedId, kind: z.string().max(40), media_type: z.string().max(100) })
const PictureKind = z.enum(['logo', 'clientPhoto', 'groupPhoto'])

/** The pictures of a practice among those of its coach's account. */
async function readPictures(
  zip: ZipReader,
  table: ArchivedTable,
  files: ReadonlyMap<string, ArchivedFile>,
): Promise<ReadonlyMap<string, ArchivedPicture>> {
  const pictures = new Map<string, ArchivedPicture>()
  for await (const { row, number } of readLines(await zip.read('data/account/files.json', MOST_TABLE_BYTES), {
    ...table,
    mostRowBytes: MOST_ROW_BYTES,
  })) {
    const { success, data } = PictureRow.safeParse(row)
    if (!success) throw new ImportRefused('practice_import.bad_row', { table: 'files', row: number })
    const kind = PictureKind.safeParse(data.kind)
    const file = files.get(data.id)
    if (kind.success && file) pictures.set(data.id, { kind: kind.data, mediaType: data.media_type, file })
  }
  return pictures
}

/**
 * The rows of a table of the practice, as they are in the archive, with their numbers from 1; none of a table that it does
 * not have. Memory does not grow with them. @throws ImportRefused
 */
export async function* rowsOf(
  archive: Archive,
  name: string,
): AsyncGenerator<{ row: unknown; number: number }> {
  const table = archive.tables.get(name)
  if (!table) return
  try {
    const content = await archive.zip.read(pathOf(name), MOST_TABLE_BYTES)
    const mostRowBytes = hasDocument(name) ? MOST_DOCUMENT_BYTES : MOST_ROW_BYTES
    for await (const line of readLines(content, { ...table, mostRowBytes })) yield line
  } catch (error) {
    throw asRefusal(error)
  }
}

/** The bytes of a file, as many as it has. @throws ImportRefused; the stream fails with what `asRefusal` reads */
export async function bytesOf({ zip }: Archive, { id, path, byteSize }: ArchivedFile): Promise<Readable> {
  // Each lies in a folder of its id: no file is there for two.
  if (!path.startsWith(`files/${id}/`))
    throw new ImportRefused('practice_import.bad_file', { file: nameOf(path) })
  try {
    return await zip.read(path, byteSize)
  } catch (error) {
    throw asRefusal(error)
  }
}

/** How a file is called in an archive. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The tables that are read back, each after those that it names. */
export const tablesInOrder = orderedTables
