import { createHash } from 'node:crypto'
import { fromIso, toIso, DAY_MS, epochMs } from '#time/clock.ts'
import { rowsIn } from '#test/support/exports/exports.ts'
import { type Entries, type Row, manifestOf, withManifest, withRows } from './archives.ts'

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Whole weeks, more than the demo is long. */
const APART_DAYS = 364

/** Tables of which a practice has one row, or one for each date. */
const ONCE = ['coaches', 'calendars', 'date_overrides', 'users', 'external_busy']
/** What keeps two copies of a row apart. */
const TIMES = ['starts_at', 'ends_at', 'move_starts_at', 'move_ends_at']

/** An archive with everything of a practice so many times: each copy has other people, times and ids. */
export function multiplied(archive: Entries, times: number): Entries {
  const { tables, person } = manifestOf(archive)
  let all = archive
  const copyOf = (copy: number) => (id: string) => (id === person.id ? id : newId(id, copy))
  for (const { space, name } of tables) {
    const isPicture = space === 'account' && name === 'files'
    if ((space !== 'practice' && !isPicture) || ONCE.includes(name)) continue
    const rows = rowsIn(archive, `${space}/${name}`)
    const copies = Array.from({ length: times }, (_, copy) =>
      copy === 0 ? rows : rows.map((row) => apart(name, withIds(row, copyOf(copy)), copy)),
    ).flat()
    all = withRows(all, `${space}/${name}`, () => sorted(copies))
  }
  const files = manifestOf(archive).files
  for (let copy = 1; copy < times; copy += 1) {
    for (const file of files) {
      const id = newId(file.id, copy)
      all.set(file.path.replace(file.id, id), archive.get(file.path)!)
    }
  }
  return withManifest(all, (manifest) => ({
    ...manifest,
    files: Array.from({ length: times }, (_, copy) =>
      files.map((file) => {
        const id = copy === 0 ? file.id : newId(file.id, copy)
        return { ...file, id, path: file.path.replace(file.id, id) }
      }),
    ).flat(),
  }))
}

const withIds = (row: Row, idOf: (id: string) => string) =>
  JSON.parse(JSON.stringify(row).replaceAll(ID, (id) => idOf(id))) as Row

function apart(name: string, row: Row, copy: number): Row {
  const changed = { ...row }
  if (name === 'clients') changed['email'] = `${copy}.${String(row['email'])}`
  if (name === 'groups') changed['name'] = `${String(row['name'])} ${copy}`
  if (name === 'sessions') {
    // A year ago nothing waited for an answer any more.
    if (changed['status'] === 'requested' || changed['status'] === 'proposed') changed['status'] = 'expired'
    Object.assign(changed, { move_asked_at: null, move_starts_at: null, move_ends_at: null })
  }
  for (const column of TIMES) {
    const at = changed[column]
    if (typeof at === 'string') changed[column] = shifted(at, copy)
  }
  return changed
}

// As the database writes it.
function shifted(at: string, copy: number): string {
  const before = epochMs(fromIso(at.replace('+00:00', 'Z')) - copy * APART_DAYS * DAY_MS)
  return toIso(before).replace(/\.000Z$|Z$/, '+00:00')
}

function sorted(rows: Row[]): Row[] {
  if (typeof rows[0]?.['id'] !== 'string') return rows
  return rows.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1))
}

function newId(id: string, copy: number): string {
  const hex = createHash('sha256').update(`${id} ${copy}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
