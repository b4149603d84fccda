import type pg from 'pg'
import { UNLIMITED } from './postgres.ts'

/** A column that people's words may lie in: those that the database works out of others are not among them. */
type Column = { table: string; column: string }

/** What there is: the columns by their place in the catalog, and of each table how many rows were deleted by this connection. */
type Holdings = { columns: Map<string, Column>; deleted: Map<string, number> }

/** The columns that are gone, those of tables that are gone among them, and the tables of which rows were deleted. */
type Gone = { columns: Column[]; rows: string[] }

/** What migrations of earlier releases gave up, as their comments say; they are never edited. */
const GIVEN_UP_BEFORE: Record<string, readonly string[]> = {
  '0011_session_numbers.sql': ['sessions.client_title'],
  '0012_ended_groups.sql': ['rows of invitation_codes'],
}

/** What a `truncate … cascade` takes away beside its tables, as a migration has to name it. */
const ALL_THAT_REFERS = 'all that refers to them'

/** A line of a migration that says what it gives up and why: `-- gives up: sessions.client_title, rows of limits: unused`. */
const GIVES_UP = /^-- gives up: ([^:\n]+): \S/gm

/** What is gone without a word of the migration that took it. */
export function undeclared({ name, text }: { name: string; text: string }, gone: Gone): Gone {
  const lists = [...text.matchAll(GIVES_UP)].flatMap(([, list]) => list!.split(','))
  const said = new Set([...(GIVEN_UP_BEFORE[name] ?? []), ...lists.map((each) => each.trim())])
  return {
    columns: gone.columns.filter(({ table, column }) => !said.has(`${table}.${column}`)),
    rows: [...gone.rows, ...truncatedBy(text)].filter((table) => !said.has(`rows of ${table}`)),
  }
}

// PostgreSQL counts no rows that a TRUNCATE takes away. What follows it is a table, or in a trigger on one `on` or `or`.
const TRUNCATES = /\btruncate\s+(?:table\s+)?(?:only\s+)?(?!on\b|or\b)([^;']+)/gi

/** The tables that a migration truncates, as its text has them. With `cascade` others lose their rows too. */
function truncatedBy(text: string): string[] {
  const lists = [...text.replaceAll(/--.*$/gm, '').matchAll(TRUNCATES)].map(([, list]) => list!)
  return lists.flatMap((list) => {
    const tables = list.split(',').map((each) => each.trim().split(/\s/)[0]!)
    return /\bcascade\b/i.test(list) ? [...tables, ALL_THAT_REFERS] : tables
  })
}

/** Reads what there is, in the transaction of a migration. */
export async function readHoldings(client: pg.PoolClient): Promise<Holdings> {
  const { rows: columns } = await client.query<Column & { place: string }>(
    `select c.oid || ' ' || a.attnum as place, c.relname as "table", a.attname as "column"
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  )
  const { rows: deleted } = await client.query<{ table: string; count: number }>(
    `select relname as "table", n_tup_del::int as count from pg_stat_xact_user_tables where schemaname = current_schema()`,
  )
  return {
    columns: new Map(columns.map(({ place, table, column }) => [place, { table, column }])),
    deleted: new Map(deleted.map(({ table, count }) => [table, count])),
  }
}

/** What there was before and is not there now. */
export function goneSince(before: Holdings, after: Holdings): Gone {
  const columns = [...before.columns]
    .filter(([place]) => !after.columns.has(place))
    .map(([, column]) => column)
  const rows = [...after.deleted]
    .filter(([table, count]) => count > (before.deleted.get(table) ?? 0))
    .map(([table]) => table)
  return { columns, rows }
}

/** Which of the columns hold something, as `table.column`. Nobody writes there until the transaction ends. */
export async function heldIn(client: pg.PoolClient, columns: readonly Column[]): Promise<string[]> {
  const held: string[] = []
  for (const { table, column } of columns) {
    // As the migration itself will: a weaker lock that is raised afterwards can end in a deadlock.
    await client.query({ text: `lock table "${table}" in access exclusive mode`, ...UNLIMITED })
    // In a column without a value every row is read.
    const { rows } = await client.query<{ held: boolean }>({
      text: `select exists (select from "${table}" where "${column}" is not null) as held`,
      ...UNLIMITED,
    })
    if (rows[0]!.held) held.push(`${table}.${column}`)
  }
  return held
}
