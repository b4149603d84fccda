import {
  type About,
  type ArchivedFile,
  FILES,
  type Row,
  type TableAbout,
  belonging,
  findTable,
  folded,
  hasWords,
  ordered,
  referenced,
  timeColumn,
  titleOf,
} from './archive.ts'
import { element, link } from './elements.ts'
import type { Rows } from './rows.ts'
import { shownValue, wordOf as wordIn } from './shown-values.ts'

export type Viewer = {
  about: About
  files: Readonly<Record<string, ArchivedFile>>
  rows: Rows
}

/** How many rows a page has, and how many a search shows. */
const PAGE = 50
const MOST_FOUND = 200

/** The texts of the viewer, with what is put into them. */
export function say({ about }: Viewer, key: string, values: Readonly<Record<string, string>> = {}): string {
  const text = about.words.viewer[key] ?? key
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

// The profiles of a practice are those of its clients.
const tableTitle = ({ about: { words } }: Viewer, { space, name }: TableAbout) =>
  words.tables[`${space}_${name}`] ?? words.tables[name] ?? name
const spaceTitle = ({ about }: Viewer, space: string) => about.words.spaces[space] ?? space
const tablePath = ({ space, name }: TableAbout) => `#/${space}/${name}`
const rowPath = (table: TableAbout, at: number) => `${tablePath(table)}/${at}`
const count = (viewer: Viewer, number: number) =>
  number === 1 ? say(viewer, 'row') : say(viewer, 'rows', { number: String(number) })

/** The list of everything, by space. */
export function contents(viewer: Viewer, shown: TableAbout | undefined): HTMLElement[] {
  return ordered(viewer.about).map(({ space, tables }) =>
    element(
      'section',
      {},
      element('h2', {}, spaceTitle(viewer, space)),
      element(
        'ul',
        {},
        ...tables.map((table) => {
          const number = element('span', { class: 'count' }, String(table.rows))
          const item = link(tablePath(table), tableTitle(viewer, table), number)
          if (table === shown) item.setAttribute('aria-current', 'page')
          return element('li', {}, item)
        }),
      ),
    ),
  )
}

/** The first page. */
export function overview(viewer: Viewer): HTMLElement[] {
  return [
    element('h1', {}, say(viewer, 'overview')),
    element('p', {}, say(viewer, 'intro')),
    element('div', { class: 'overview' }, ...contents(viewer, undefined)),
  ]
}

/** A page of the rows of a table. */
export async function tablePage(viewer: Viewer, table: TableAbout, from: number): Promise<HTMLElement[]> {
  const list = await viewer.rows.of(table)
  const shown = list.slice(from, from + PAGE)
  const entries = await Promise.all(shown.map((row, index) => entry(viewer, table, row, from + index)))
  return [
    element('h1', {}, tableTitle(viewer, table)),
    element('p', { class: 'hint' }, list.length === 0 ? say(viewer, 'empty') : count(viewer, list.length)),
    element('ol', { class: 'entries' }, ...entries),
    ...pager(viewer, table, from, list.length),
  ]
}

function pager(viewer: Viewer, table: TableAbout, from: number, all: number): HTMLElement[] {
  if (all <= PAGE) return []
  const to = (start: number, key: string) => link(`${tablePath(table)}?from=${start}`, say(viewer, key))
  const range = { from: String(from + 1), to: String(Math.min(from + PAGE, all)), all: String(all) }
  return [
    element(
      'nav',
      { class: 'pager' },
      from > 0 ? to(Math.max(from - PAGE, 0), 'previous') : element('span', {}),
      element('span', {}, say(viewer, 'range', range)),
      from + PAGE < all ? to(from + PAGE, 'next') : element('span', {}),
    ),
  ]
}

/** A row in a list: what it is, of whom, when, and its text. */
async function entry(viewer: Viewer, table: TableAbout, row: Row, at: number): Promise<HTMLElement> {
  const { about } = viewer
  const title = titleOf(row) ?? wordOf(viewer, row)
  const time = timeColumn(row)
  const facts = [
    ...(await Promise.all(
      ['sender_user_id', 'client_id', 'group_id', 'session_id', 'goal_id', 'resource_id'].map((column) =>
        nameOf(viewer, table, row, column),
      ),
    )),
    time && shownValue(about, row[time], time),
    ...['status', 'state', 'outcome', 'user_type', 'kind'].map((column) =>
      shownValue(about, row[column], column),
    ),
  ].filter((fact) => fact !== undefined && fact !== '')
  const text = ['body_text', 'detail', 'summary', 'comment', 'message'].find(
    (column) => typeof row[column] === 'string' && row[column] !== '' && row[column] !== title,
  )
  return element(
    'li',
    {},
    link(
      rowPath(table, at),
      title ??
        `${tableTitle(viewer, table)} · ${time ? shownValue(about, row[time], time) : say(viewer, 'unnamed')}`,
    ),
    element('p', { class: 'facts' }, facts.join(' · ')),
    text === undefined ? undefined : element('p', { class: 'text' }, row[text] as string),
  )
}

/** What kind of thing a row is, if that has a word. */
function wordOf({ about }: Viewer, row: Row): string | undefined {
  const type = row['type'] ?? row['kind']
  return typeof type === 'string' ? wordIn(about.words.values, type) : undefined
}

/** What the id in a column is called; the id itself if nothing of that name is in the archive. */
async function nameOf(viewer: Viewer, table: TableAbout, row: Row, column: string): Promise<string> {
  const id = row[column]
  if (typeof id !== 'string') return ''
  const target = referenced(viewer.about, table, column)
  if (!target) return shownValue(viewer.about, id, column)
  const found = await viewer.rows.find(target, id)
  if (!found) return ''
  const time = timeColumn(found)
  return titleOf(found) ?? (time ? shownValue(viewer.about, found[time], time) : '')
}

/** One row with all that is in it, and what belongs to it. */
export async function rowPage(viewer: Viewer, table: TableAbout, at: number): Promise<HTMLElement[]> {
  const row = (await viewer.rows.of(table))[at]
  if (!row) return [element('h1', {}, tableTitle(viewer, table)), element('p', {}, say(viewer, 'empty'))]
  const values = await Promise.all(table.columns.map((column) => field(viewer, table, row, column)))
  const file = typeof row['id'] === 'string' ? viewer.files[row['id']] : undefined
  return [
    element('p', { class: 'hint' }, link(tablePath(table), `‹ ${tableTitle(viewer, table)}`)),
    element('h1', {}, titleOf(row) ?? wordOf(viewer, row) ?? tableTitle(viewer, table)),
    ...(file ? [element('p', {}, fileLink(viewer, file))] : []),
    element('dl', {}, ...values.flat()),
    ...(await related(viewer, table, row)),
  ]
}

async function field(viewer: Viewer, table: TableAbout, row: Row, column: string): Promise<HTMLElement[]> {
  const value = row[column]
  const shown = await shownField(viewer, table, row, column)
  if (value === null || value === undefined || shown === undefined) return []
  return [element('dt', {}, viewer.about.words.columns[column] ?? column), element('dd', {}, shown)]
}

async function shownField(
  viewer: Viewer,
  table: TableAbout,
  row: Row,
  column: string,
): Promise<Node | string | undefined> {
  const value = row[column]
  if (typeof value === 'string' && FILES.has(column)) {
    const file = viewer.files[value]
    return file && fileLink(viewer, file)
  }
  const target = typeof value === 'string' ? referenced(viewer.about, table, column) : undefined
  if (!target) return shownValue(viewer.about, value, column) || undefined
  const at = (await viewer.rows.of(target)).findIndex((each) => each['id'] === value)
  if (at === -1) return undefined
  return link(rowPath(target, at), (await nameOf(viewer, table, row, column)) || tableTitle(viewer, target))
}

function fileLink(viewer: Viewer, file: ArchivedFile): HTMLElement {
  if (file.sha256 === null) return element('span', { class: 'hint' }, say(viewer, 'missingFile'))
  const name = file.path.split('/').at(-1)!
  // A name may hold what means something in an address.
  const address = file.path.split('/').map(encodeURIComponent).join('/')
  return element(
    'a',
    { href: address, target: '_blank', rel: 'noreferrer' },
    `${say(viewer, 'openFile')}: ${name}`,
  )
}

async function related(viewer: Viewer, table: TableAbout, row: Row): Promise<HTMLElement[]> {
  if (typeof row['id'] !== 'string') return []
  const sections: HTMLElement[] = []
  for (const { table: other, column } of belonging(viewer.about, table)) {
    const list = await viewer.rows.of(other)
    const own = list.flatMap((each, at) => (each[column] === row['id'] ? [{ each, at }] : []))
    if (own.length === 0) continue
    const entries = await Promise.all(
      own.slice(0, MOST_FOUND).map(({ each, at }) => entry(viewer, other, each, at)),
    )
    sections.push(
      element(
        'details',
        { open: '' },
        element(
          'summary',
          {},
          tableTitle(viewer, other),
          element('span', { class: 'count' }, String(own.length)),
        ),
        element('ol', { class: 'entries' }, ...entries),
        own.length > MOST_FOUND
          ? element('p', { class: 'hint' }, link(tablePath(other), count(viewer, own.length)))
          : undefined,
      ),
    )
  }
  return sections.length === 0 ? [] : [element('h2', {}, say(viewer, 'related')), ...sections]
}

/** What is found everywhere: rows that have every word. */
export async function searchPage(viewer: Viewer, typed: string): Promise<HTMLElement[]> {
  const { about } = viewer
  const words = folded(typed).split(/\s+/).filter(Boolean)
  const found: HTMLElement[] = []
  let many = false
  const tables = ordered(about).flatMap(({ tables: some }) => some)
  for (const table of words.length === 0 ? [] : tables) {
    const list = await viewer.rows.of(table)
    for (const [at, row] of list.entries()) {
      if (!hasWords(row, words, (value, column) => shownValue(about, value, column))) continue
      many = found.length >= MOST_FOUND
      if (many) break
      const item = await entry(viewer, table, row, at)
      item.prepend(
        element('p', { class: 'of' }, `${spaceTitle(viewer, table.space)} · ${tableTitle(viewer, table)}`),
      )
      found.push(item)
    }
    if (many) break
  }
  const said = { words: typed.trim() }
  return [
    element('h1', {}, say(viewer, found.length > 0 ? 'found' : 'foundNothing', said)),
    ...(many
      ? [element('p', { class: 'hint' }, say(viewer, 'foundMore', { number: String(MOST_FOUND) }))]
      : []),
    element('ol', { class: 'entries' }, ...found),
  ]
}

/** The table of a path, `#/practice/clients`. */
export function tableAt(
  { about }: Viewer,
  space: string | undefined,
  name: string | undefined,
): TableAbout | undefined {
  return space === undefined || name === undefined ? undefined : findTable(about, space, name)
}
