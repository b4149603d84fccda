import type { UserId } from '#contract/values.ts'
import { dateOf } from '#time/calendar-date.ts'
import { toIso, type EpochMs } from '#time/clock.ts'
import { formatDayLong } from '#time/format.ts'
import type { Deps, ZipWriter } from '#server/deps.ts'
import { progressOf } from '../data-exports.domain.ts'
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

/** What has to be free on the disk beside an archive. */
const RESERVED_BYTES = 500 * 1_048_576

/** The form of an archive, for a release that reads one later. */
const ARCHIVE_VERSION = 1

type Person = { userId: UserId; name: string; email: string; language: string; timezone: string }

/** Called as the work goes on, 0 to 99. @returns false if it is to end: somebody else does it */
type OnProgress = (progress: number) => Promise<boolean>

/** Another worker writes the archive, or nobody wants it any more. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
}

/**
 * Writes the archive of a person's data to a new file: every row that is theirs (db/data-map) as JSON, as spreadsheets and
 * for the viewer, and their files. The rows are of one moment; memory does not grow with them.
 * @returns the bytes of the archive, and how many files were gone
 * @throws Overtaken
 */
export async function writeArchive(
  deps: Deps,
  userId: UserId,
  path: string,
  onProgress: OnProgress,
): Promise<{ byteSize: number; missingFiles: number }> {
  let missingFiles = 0
  const byteSize = await deps.writeZip(path, async (zip) => {
    const { files, ...about } = await writeRows(deps, userId, zip)
    const written = await writeFiles(deps, zip, files, onProgress)
    missingFiles = written.filter(({ sha256 }) => sha256 === null).length
    await zip.add(
      'viewer/files.js',
      of(statementOf({ files: Object.fromEntries(written.map((file) => [file.id, file])) })),
      {
        packed: true,
      },
    )
    const manifest = { format: 'norte-export', version: ARCHIVE_VERSION, ...about, files: written }
    await zip.add('manifest.json', of(`${JSON.stringify(manifest, null, 2)}\n`), { packed: true })
  })
  return { byteSize, missingFiles }
}

async function writeRows(deps: Deps, userId: UserId, zip: ZipWriter) {
  const madeAt = deps.clock.now()
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await readInUtc(tx)
      const source = { tx, userId }
      const person = await readPerson(source)
      const say = (key: string, params = {}) => deps.texts.text(person.language, `export:${key}`, params)
      const name = { name: person.name, day: formatDayLong(madeAt, person.timezone, person.language) }
      await zip.add(`${say('readme.name')}.txt`, of(say('readme.lines', name)), { packed: true })
      for (const [page, bytes] of await deps.readExportViewer()) {
        const place = page === 'index.html' ? page : `viewer/${page}`
        await zip.add(place, of(bytes), { packed: true })
      }
      const tables: (TableOf & { rows: number; columns: readonly string[]; sha256: string })[] = []
      for (const table of listTables()) {
        const rows = await countRows(tx, table, userId)
        if (rows === 0) continue
        const at = `${table.space}/${table.name}`
        const { sha256 } = await zip.add(`data/${at}.json`, jsonOf(source, table), { packed: true })
        const title = safeFileName(say(`tables.${titleKey(deps, table)}`))
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
        of(statementOf({ about: aboutOf(deps, { person, madeAt, tables, people }) })),
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
  deps: Deps,
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
    deps.texts.group(language, `export:${group}`)
  return {
    language,
    timezone: person.timezone,
    madeOn: dateOf(madeAt, person.timezone),
    name: person.name,
    people: Object.fromEntries(people.map(({ id, name }) => [id, name])),
    words: {
      columns: all('columns'),
      values: { ...deps.texts.group(language, 'notifications:types'), ...all('values') },
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

// The history of a practice is in the words of programs: it is there for them.
const isReadable = ({ name }: TableOf) => name !== 'domain_events'

/** A table may be called differently in one space: the profiles of a practice are those of its clients. */
function titleKey(deps: Deps, { space, name }: TableOf): string {
  const special = `${space}_${name}`
  return deps.texts.has(`export:tables.${special}`) ? special : name
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
  throw new Overtaken('The account is gone')
}

/** A file as the archive has it; without a sum it was gone. */
type WrittenFile = { id: string; path: string; byteSize: number; sha256: string | null }

async function writeFiles(
  deps: Deps,
  zip: ZipWriter,
  files: readonly FileOf[],
  onProgress: OnProgress,
): Promise<WrittenFile[]> {
  const bytes = { done: 0, all: files.reduce((sum, { byteSize }) => sum + byteSize, 0) }
  // The database may lie on the same disk.
  if ((await deps.freeSpace(deps.config.dataDir)) < bytes.all + RESERVED_BYTES) {
    throw new Error('There is not enough space for the archive on the disk of the data folder')
  }
  const written: WrittenFile[] = []
  for (const file of files) {
    if (!(await onProgress(progressOf(bytes)))) throw new Overtaken('Another worker goes on')
    const store = file.kind === null ? deps.resourceFiles : deps.files
    const stream = await store.get(file.stored)
    const path = filePath(file)
    // What is packed already (pictures, films, documents) hardly shrinks.
    const entry = stream && (await zip.add(path, stream, { packed: file.mediaType.startsWith('text/') }))
    written.push({ id: file.id, path, byteSize: file.byteSize, sha256: entry?.sha256 ?? null })
    bytes.done += file.byteSize
  }
  return written
}

async function* of(content: string | Buffer): AsyncGenerator<string | Buffer> {
  yield content
}
