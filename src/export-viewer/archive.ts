/** A row of a table, as the archive has it: its columns by their names in the database. */
export type Row = Readonly<Record<string, unknown>>

/** A table of one of the spaces: an account, a practice, or what somebody reads as a client. */
export type TableAbout = { name: string; space: string; rows: number; columns: readonly string[] }

type Words = Readonly<Record<string, string>>

/** What the archive says of itself in `viewer/about.js`. */
export type About = {
  language: string
  timezone: string
  madeOn: string
  name: string
  /** Names of people by the ids of their accounts. */
  people: Words
  words: { columns: Words; values: Words; tables: Words; spaces: Words; viewer: Words }
  tables: readonly TableAbout[]
}

/** A file of the archive; without a sum it was gone when the archive was made. */
export type ArchivedFile = { id: string; path: string; byteSize: number; sha256: string | null }

/** What the scripts of an archive push: each has one of these. */
export type Pushed = {
  about?: About
  files?: Readonly<Record<string, ArchivedFile>>
  rows?: { space: string; table: string; list: readonly Row[] }
}

/** What a person looks for first. */
const FIRST = [
  'clients',
  'groups',
  'sessions',
  'session_closings',
  'goals',
  'actions',
  'notes',
  'messages',
  'resources',
  'memorandums',
]
const SPACES = ['practice', 'client', 'account']

/** The tables by space, those that a person looks for first before the others. */
export function ordered(about: About): { space: string; tables: TableAbout[] }[] {
  const place = ({ name }: TableAbout) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length)
  return SPACES.map((space) => ({
    space,
    tables: about.tables.filter((table) => table.space === space).toSorted((a, b) => place(a) - place(b)),
  })).filter(({ tables }) => tables.length > 0)
}

/** Which table a column of an id leads to. */
const REFERENCES: Readonly<Record<string, string>> = {
  client_id: 'clients',
  group_id: 'groups',
  session_id: 'sessions',
  series_id: 'session_series',
  goal_id: 'goals',
  action_id: 'actions',
  note_id: 'notes',
  resource_id: 'resources',
  assignment_id: 'resource_assignments',
  room_id: 'message_rooms',
  message_id: 'messages',
  reply_to: 'messages',
  follows: 'memorandums',
}

/** Columns with the id of an account. */
export const PEOPLE: ReadonlySet<string> = new Set(['user_id', 'sender_user_id', 'actor_user_id', 'coach_id'])

/** Columns with the id of a stored file. */
export const FILES: ReadonlySet<string> = new Set(['photo_id', 'logo_id', 'file_id'])

/** The table that a column of `table` leads to, if that is in its space. */
export function referenced(about: About, { space }: TableAbout, column: string): TableAbout | undefined {
  const name = REFERENCES[column]
  return name === undefined ? undefined : findTable(about, space, name)
}

/** A table of a space. */
export function findTable(about: About, space: string, name: string): TableAbout | undefined {
  return about.tables.find((table) => table.space === space && table.name === name)
}

/** The tables whose rows belong to rows of this one, each with the column that says so. */
export function belonging(about: About, table: TableAbout): { table: TableAbout; column: string }[] {
  return about.tables
    .filter(({ space }) => space === table.space)
    .flatMap((other) =>
      other.columns
        .filter(
          (column) =>
            referenced(about, other, column) === table && !(other === table && column === 'follows'),
        )
        .map((column) => ({ table: other, column })),
    )
}

/** The columns that say best what a row is, the first that has something. */
const TITLES = [
  'title',
  'text',
  'description',
  'body_text',
  'body',
  'summary',
  'comment',
  'objective',
  'name',
]

/** Columns with the instant or day that a row is of, the first that it has. */
const TIMES = [
  'occurred_at',
  'starts_at',
  'due_at',
  'noted_on',
  'happened_at',
  'written_at',
  'closed_at',
  'created_at',
  'joined_at',
  'updated_at',
  'asked_at',
  'accepted_at',
  'invited_at',
]

/** What a row is called; undefined if nothing in it is a name. */
export function titleOf(row: Row): string | undefined {
  if (typeof row['name'] === 'string' && typeof row['last_name'] === 'string')
    return `${row['name']} ${row['last_name']}`
  const column = TITLES.find((each) => typeof row[each] === 'string' && row[each] !== '')
  return column === undefined ? undefined : (row[column] as string)
}

/** The column that tells when a row was. */
export function timeColumn(row: Row): string | undefined {
  return TIMES.find((column) => typeof row[column] === 'string')
}

/** Text without accents and case, as people type it. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word is in a row, in any of its values. */
export function hasWords(
  row: Row,
  words: readonly string[],
  shown: (value: unknown, column: string) => string,
): boolean {
  const text = folded(
    Object.entries(row)
      .map(([column, value]) => shown(value, column))
      .join('\n'),
  )
  return words.every((word) => text.includes(word))
}
