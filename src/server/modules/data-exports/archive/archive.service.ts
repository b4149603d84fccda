import type { UserId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import { toIso, type EpochMs } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import type { Deps, WriteArchive, ZipWriter, writeZip } from '#server/deps.ts'
import type { Written } from '../data-exports.domain.ts'
import { csvOf, jsonOf, scriptOf, statementOf } from './entries.service.ts'
import {
  type FileOf,
  type NamedPerson,
  type TableOf,
  columnsOf,
  countRows,
  listFiles,
  listPeople,
  listTables,
  readInUtc,
  readRows,
} from './rows.repository.ts'
import { type ExportedRow, filePath, readableColumns, safeFileName } from './tables.domain.ts'

/** The form of an archive, for a release that reads one later. */
const ARCHIVE_VERSION = 1

type Person = { userId: UserId; name: string; email: string; language: string; timezone: string }

type GoesOn = Parameters<WriteArchive>[1]

/** The bytes of an archive, and how many files were gone; undefined if nobody waits for it any more. */
export type WrittenArchive = Awaited<ReturnType<WriteArchive>>

/** What an archive is made with. */
export type ArchiveParts = Pick<Deps, 'db' | 'clock' | 'texts' | 'files' | 'resourceFiles'> & {
  writeZip: typeof writeZip
  /** The pages that an archive is read with, by their names. */
  readViewer(): Promise<[name: string, bytes: Buffer][]>
}

/** How much is written between two questions whether it goes on. */
const ASK_AFTER = 4 * 1_048_576

/** Nobody waits for the archive any more. */
class Unwanted extends Error {
  override readonly name = 'Unwanted'
}

/**
 * Writes the archive of a person's data to a new file: every row that is theirs (db/data-map) as JSON, as spreadsheets and
 * for the viewer, and their files. The rows are of one moment; memory does not grow with them.
 * @returns undefined if nobody waits for it any more; the file is left as it is
 */
export async function writeArchive(
  parts: ArchiveParts,
  userId: UserId,
  path: string,
  goesOn: GoesOn,
): Promise<WrittenArchive> {
  let missingFiles = 0
  try {
    const byteSize = await parts.writeZip(path, async (file) => {
      const { zip, say } = asking(file, goesOn)
      const { files, ...about } = await writeRows(parts, userId, zip, say)
      const written = await writeFiles(parts, zip, files, say)
      missingFiles = written.filter(({ sha256 }) => sha256 === null).length
      const byId = Object.fromEntries(written.map((file) => [file.id, file]))
      await zip.add('viewer/files.js', of(statementOf({ files: byId })), { packed: true })
      const manifest = { format: 'norte-export', version: ARCHIVE_VERSION, ...about, files: written }
      await zip.add('manifest.json', of(`${JSON.stringify(manifest, null, 2)}\n`), { packed: true })
    })
    return { byteSize, missingFiles }
  } catch (error) {
    if (error instanceof Unwanted) return undefined
    throw error
  }
}

/** Says how far the archive is. @throws Unwanted if it does not go on, and what the question throws */
type Say = (written: Written) => Promise<void>

/** The archive, about which is asked again every few megabytes of what is added. */
function asking(file: ZipWriter, goesOn: GoesOn): { zip: ZipWriter; say: Say } {
  let last: Written = { part: 'rows', done: 0, all: 1 }
  let since = 0
  const say: Say = async (written) => {
    last = written
    since = 0
    if (!(await goesOn(written))) throw new Unwanted()
  }
  async function* counted(content: AsyncIterable<string | Buffer>) {
    let read = 0
    for await (const chunk of content) {
      read += chunk.length
      since += chunk.length
      yield chunk
      if (since < ASK_AFTER) continue
      const { part, done, all } = last
      since = 0
      // Of a file what was read of it is done; of a table nothing, until it is whole.
      const isFile = part === 'files'
      if (!(await goesOn({ part, done: isFile ? Math.min(done + read, all) : done, all })))
        throw new Unwanted()
    }
  }
  return { zip: { add: (name, content, how) => file.add(name, counted(content), how) }, say }
}

async function writeRows(parts: ArchiveParts, userId: UserId, zip: ZipWriter, sayWritten: Say) {
  const madeAt = parts.clock.now()
  return parts.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await readInUtc(tx)
      const source = { tx, userId }
      const person = await readPerson(source)
      const say = (key: string, params = {}) => parts.texts.text(person.language, `export:${key}`, params)
      const name = { name: person.name, day: formatDayLong(madeAt, person.timezone, person.language) }
      await zip.add(`${say('readme.name')}.txt`, of(say('readme.lines', name)), { packed: true })
      for (const [page, bytes] of await parts.readViewer()) {
        const place = page === 'index.html' ? page : `viewer/${page}`
        await zip.add(place, of(bytes), { packed: true })
      }
      const tables: (TableOf & { rows: number; columns: readonly string[]; sha256: string })[] = []
      const all = listTables()
      for (const [done, table] of all.entries()) {
        await sayWritten({ part: 'rows', done, all: all.length })
        const rows = await countRows(tx, table, userId)
        if (rows === 0) continue
        const at = `${table.space}/${table.name}`
        const { sha256 } = await zip.add(`data/${at}.json`, jsonOf(source, table), { packed: true })
        const title = safeFileName(say(`tables.${titleKey(parts, table)}`))
        await zip.add(
          `csv/${safeFileName(say(`spaces.${table.space}`))}/${title}.csv`,
          csvOf(source, table, (column) => say(`columns.${column}`)),
          { packed: true },
        )
        if (isReadable(table)) {
          const script = `viewer/${table.space}-${table.name}.js`
          await zip.add(script, scriptOf(source, table), { packed: true })
        }
        tables.push({ ...table, rows, columns: columnsOf(table), sha256 })
      }
      const people = await listPeople(tx, userId)
      await zip.add(
        'viewer/about.js',
        of(statementOf({ about: aboutOf(parts, { person, madeAt, tables, people }) })),
        { packed: true },
      )
      const files = await listFiles(tx, userId)
      return {
        madeAt: toIso(madeAt),
        person: { id: userId, name: person.name, email: person.email },
        people,
        tables,
        files,
      }
    })
}

/** What the viewer needs before it loads any rows: its words, and what there is. */
function aboutOf(
  parts: ArchiveParts,
  {
    person,
    madeAt,
    tables,
    people,
  }: {
    person: Person
    madeAt: EpochMs
    tables: readonly (TableOf & { rows: number; columns: readonly string[] })[]
    people: readonly NamedPerson[]
  },
) {
  const { language } = person
  const all = (group: 'columns' | 'values' | 'tables' | 'spaces' | 'viewer') =>
    parts.texts.group(language, `export:${group}`)
  return {
    language,
    timezone: person.timezone,
    madeOn: dateOf(madeAt, person.timezone),
    name: person.name,
    people: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    words: {
      columns: all('columns'),
      values: { ...parts.texts.group(language, 'notifications:types'), ...all('values') },
      tables: all('tables'),
      spaces: all('spaces'),
      viewer: all('viewer'),
    },
    tables: tables.filter(isReadable).map(({ name, space, rows, columns }) => ({
      name,
      space,
      rows,
      columns: readableColumns(columns),
    })),
  }
}

// The history of a practice or an account is in the words of programs: it is there for them.
const isReadable = ({ name, space }: TableOf) => name !== 'domain_events' || space === 'client'

/** A table may be called differently in one space: the profiles of a practice are those of its clients. */
function titleKey(parts: ArchiveParts, { space, name }: TableOf): string {
  const special = `${space}_${name}`
  return parts.texts.has(`export:tables.${special}`) ? special : name
}

async function readPerson({
  tx,
  userId,
}: {
  tx: Parameters<typeof readRows>[0]
  userId: UserId
}): Promise<Person> {
  for await (const row of readRows(tx, { name: 'users', space: 'account' }, userId)) {
    const { name, last_name, email, language, timezone } = JSON.parse(row) as ExportedRow &
      Record<string, string>
    return { userId, name: `${name} ${last_name}`, email: email!, language: language!, timezone: timezone! }
  }
  throw new Unwanted('The account is gone')
}

/** A file as the archive has it; without a sum it was gone. */
type WrittenFile = { id: string; path: string; byteSize: number; sha256: string | null }

async function writeFiles(
  parts: ArchiveParts,
  zip: ZipWriter,
  files: readonly FileOf[],
  say: Say,
): Promise<WrittenFile[]> {
  const bytes = {
    part: 'files' as const,
    done: 0,
    all: files.reduce((sum, { byteSize }) => sum + byteSize, 0),
  }
  const written: WrittenFile[] = []
  await say({ ...bytes })
  for (const file of files) {
    const store = file.kind === null ? parts.resourceFiles : parts.files
    const stream = await store.get(file.stored)
    const path = filePath(file)
    // What is packed already (pictures, films, documents) hardly shrinks.
    const entry = stream && (await zip.add(path, stream, { packed: file.mediaType.startsWith('text/') }))
    written.push({ id: file.id, path, byteSize: file.byteSize, sha256: entry?.sha256 ?? null })
    bytes.done += file.byteSize
    await say({ ...bytes })
  }
  return written
}

async function* of(content: string | Buffer): AsyncGenerator<string | Buffer> {
  yield content
}
