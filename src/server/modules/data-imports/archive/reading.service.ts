import type { DataImportId, UserId } from '#contract/values.ts'
import { type EpochMs, toIso } from '#time/clock.ts'
import type { Deps } from '#server/deps.ts'
import { ImportRefused } from '../data-imports.domain.ts'
import {
  GONE,
  type NewIds,
  type NewRow,
  OutOfOrder,
  type Practice,
  RowRefused,
  type TableRules,
  createNewIds,
  isNamed,
  readRow,
} from '../writing/tables.repository.ts'
import type { Author } from '../writing/practice.repository.ts'
import { type Archive, type ArchivedFile, rowsOf, tablesInOrder } from './archive.service.ts'

/** Whose import it is, and since when: ids are made of both, so that another attempt makes the same. */
export type Importer = { id: DataImportId; userId: UserId; email: string; createdAt: EpochMs }

/** A file of resources, actions or messages, by its rows in the archive. */
export type FileOfPractice = {
  newId: string
  name: string
  mediaType: string
  byteSize: number
  file: ArchivedFile
}

/** An archive whose every row was looked at, and what its rows become. */
export type Looked = {
  archive: Archive
  practice: Practice
  /** Who wrote something, besides the coach. */
  authors: readonly Author[]
  files: readonly FileOfPractice[]
  /** Those of them that were sent with messages, by their new ids. */
  ofMessages: ReadonlySet<string>
  /** The pictures that rows name, by their ids in the archive. */
  pictures: readonly string[]
  /** Names the stored picture that takes the place of one of the archive. */
  setPicture: (old: string, id: string) => void
  ids: NewIds
}

/**
 * Looks at every row of an archive: first which there are, then whether each is one that the product takes and names only
 * rows of the archive. Nothing is looked up in the database.
 * @throws ImportRefused
 */
export async function lookThrough(deps: Deps, archive: Archive, importer: Importer): Promise<Looked> {
  const { id: importId, createdAt, userId } = importer
  const ids = createNewIds({ importId, at: createdAt })
  const people = new Map<string, string>()
  const files = new Map<string, FileOfPractice>()
  const gone = createGone()
  for (const rules of tablesInOrder) await noteRows(archive, rules, { ids, people, files, gone })
  await noteStandIns(archive, { ids, people })

  const authors = new Map<string, Author>()
  const pictures = new Map<string, string | typeof GONE>()
  const authorOf = (old: string): string | undefined => {
    if (old === archive.coachId) return userId
    const clientId = people.get(old)
    if (clientId === undefined) return undefined
    const author = authors.get(old) ?? { id: ids.local('author', old), clientId }
    authors.set(old, author)
    return author.id
  }
  const practice: Practice = {
    coachId: userId,
    now: toIso(deps.clock.now()),
    ids: {
      find: (table, old) => (gone.has(table, old) ? GONE : findNew(ids, table, old)),
      local: (kind, old) => ids.local(kind, old),
      author: authorOf,
    },
    picture(old, kind) {
      const known = archive.pictures.get(old)
      if (known && known.kind !== kind) return undefined
      if (known && !pictures.has(old)) pictures.set(old, known.file.sha256 === null ? GONE : old)
      return pictures.get(old)
    },
    mediaType: (fileId) => byNewId.get(fileId)?.mediaType,
  }
  const byNewId = new Map([...files.values()].map((file) => [file.newId, file]))
  const ofMessages = new Set<string>()
  for (const rules of tablesInOrder) {
    for await (const { row, number } of readTable(archive, rules, practice, gone)) {
      if (rules.name === 'message_files') ofMessages.add(String(row['file_id']))
      if (rules.name === 'clients' && row['email'] === importer.email) {
        throw new ImportRefused('practice_import.own_address', { table: 'clients', row: number })
      }
    }
  }
  const lost = (old: string) => archive.pictures.get(old)!.file.sha256 === null
  return {
    archive,
    practice,
    authors: [...authors.values()],
    files: [...files.values()].filter(({ file }) => file.sha256 !== null),
    ofMessages,
    pictures: [...pictures.keys()].filter((old) => !lost(old)),
    setPicture: (old, id) => pictures.set(old, id),
    ids,
  }
}

// A room has the id of its client or group; a series of blocks one that ends with zeros.
function findNew(ids: NewIds, table: string, old: string): string | undefined {
  if (table === 'message_rooms') return ids.find('clients', old) ?? ids.find('groups', old)
  return ids.find(table, old, { isRounded: table === 'endless_blocks' })
}

/** Rows that are left out because a file was lost, and those that need them. */
function createGone() {
  const tables = new Map<string, Set<string>>()
  return {
    has: (table: string, old: string) => tables.get(table)?.has(old) ?? false,
    add(table: string, old: string) {
      const known = tables.get(table) ?? new Set()
      tables.set(table, known.add(old))
    },
  }
}

type Gone = ReturnType<typeof createGone>

type Noted = {
  ids: NewIds
  /** The clients of accounts, by their ids in the archive. */
  people: Map<string, string>
  files: Map<string, FileOfPractice>
  gone: Gone
}

/** Of a practice that was imported before: the accounts in place of those of clients who wrote something. */
async function noteStandIns(archive: Archive, { ids, people }: Pick<Noted, 'ids' | 'people'>): Promise<void> {
  // A client who has an account writes with that.
  const written = new Set(people.values())
  for await (const { row, number } of rowsOf(archive, 'users')) {
    const { id, stands_for: clientId } = Object(row) as Record<string, unknown>
    if (typeof id !== 'string' || typeof clientId !== 'string') continue
    const newId = ids.find('clients', clientId)
    const place = { table: 'users', row: number }
    if (newId === undefined) throw new ImportRefused('practice_import.unknown_reference', place)
    if (people.has(id) || id === archive.coachId) throw new ImportRefused('practice_import.bad_row', place)
    if (written.has(newId)) throw new ImportRefused('practice_import.damaged')
    written.add(newId)
    people.set(id, newId)
  }
}

async function noteRows(archive: Archive, { name, columns, most }: TableRules, noted: Noted): Promise<void> {
  const rows = archive.tables.get(name)?.rows ?? 0
  if (most !== undefined && rows > most)
    throw new ImportRefused('practice_import.bad_row', { table: name, row: most + 1 })
  if (columns['id']?.is !== 'own') return
  for await (const { row, number } of rowsOf(archive, name)) {
    const refuse = () => new ImportRefused('practice_import.bad_row', { table: name, row: number })
    const raw = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}
    // Before anything is kept of it.
    if (Object.keys(raw).some((column) => !Object.hasOwn(columns, column))) {
      throw new ImportRefused('practice_import.newer_version', { table: name, row: number })
    }
    const { id } = raw
    if (typeof id !== 'string') throw refuse()
    try {
      noted.ids.add(name, id)
    } catch (error) {
      if (error instanceof OutOfOrder || error instanceof RangeError) throw refuse()
      throw error
    }
    if (name === 'clients' && typeof raw['user_id'] === 'string') {
      const { user_id: account } = raw
      if (noted.people.has(account) || account === archive.coachId) throw refuse()
      noted.people.set(account, noted.ids.find('clients', id)!)
    }
    if (name === 'resource_files') noteFile(archive, { ...raw, id }, noted, refuse)
  }
}

function noteFile(
  archive: Archive,
  { id, name, media_type: mediaType, byte_size: byteSize }: Record<string, unknown> & { id: string },
  { ids, files, gone }: Noted,
  refuse: () => ImportRefused,
): void {
  const file = archive.files.get(id)
  if (!file || file.byteSize !== byteSize || typeof name !== 'string' || typeof mediaType !== 'string')
    throw refuse()
  if (file.sha256 === null) gone.add('resource_files', id)
  files.set(id, { newId: ids.find('resource_files', id)!, name, mediaType, byteSize: file.byteSize, file })
}

/** The rows of a table as they are stored. @throws ImportRefused, naming the row */
export async function* readTable(
  archive: Archive,
  rules: TableRules,
  practice: Practice,
  gone?: Gone,
): AsyncGenerator<NewRow> {
  for await (const { row, number } of rowsOf(archive, rules.name)) {
    try {
      const read = readRow(rules, row, practice)
      if (read) yield { row: read, number }
      else if (rules.columns['id']?.is === 'own' && isNamed(rules.name))
        gone?.add(rules.name, (row as { id: string }).id)
    } catch (error) {
      if (!(error instanceof RowRefused)) throw error
      throw new ImportRefused(`practice_import.${error.fault}`, { table: rules.name, row: number })
    }
  }
}
