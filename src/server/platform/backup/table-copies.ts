import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { pipeline } from 'node:stream/promises'

/** A table and the columns that are written: what is worked out of others is not part of a backup. */
export type CopiedTable = { name: string; columns: string[] }

type Bytes = AsyncIterable<Buffer>

/** Every copy has the same form of dates, numbers and texts, whatever the server's settings are. */
const FORM = `set client_encoding to 'UTF8'; set datestyle to 'ISO, YMD'; set intervalstyle to 'postgres';
  set timezone to 'UTC'; set extra_float_digits to 3; set bytea_output to 'hex';
  set statement_timeout to 0; set lock_timeout to 0; set idle_in_transaction_session_timeout to 0`

/** Prepares a connection for copies of any length. */
export async function useCopyForm(client: pg.Client): Promise<void> {
  await client.query(FORM)
}

/** The tables of the database, by name, without those that belong to an extension. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by c.relname order by c.relname`,
  )
  return rows
}

/** A name of PostgreSQL in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The statement's name for a table and its columns. */
function sourceOf({ name, columns }: CopiedTable): string {
  return `public.${quoted(name)} (${columns.map(quoted).join(', ')})`
}

/** Reads a table, or the rows of a query in parentheses, as PostgreSQL's text format, with how many rows there were. */
export async function copyOut<T>(
  client: pg.Client,
  what: CopiedTable | string,
  use: (bytes: Bytes) => Promise<T>,
): Promise<{ rows: number; result: T }> {
  const stream = client.query(copyTo(`copy ${typeof what === 'string' ? what : sourceOf(what)} to stdout`))
  // A connection that breaks may do so before anybody reads: an error that nobody heard would end the process.
  stream.on('error', (error) => stream.destroy(error))
  const result = await use(stream as Bytes)
  return { rows: stream.rowCount, result }
}

/**
 * Writes rows into a table. `isFresh` if it was made or emptied in this transaction: its rows then need no later work.
 * @returns how many rows there were
 */
export async function copyIn(
  client: pg.Client,
  { into, isFresh = false }: { into: CopiedTable | string; isFresh?: boolean },
  bytes: Bytes,
): Promise<number> {
  const target = typeof into === 'string' ? into : sourceOf(into)
  const stream = client.query(copyFrom(`copy ${target} from stdin${isFresh ? ' with (freeze)' : ''}`))
  stream.on('error', () => undefined)
  await pipeline(bytes, stream)
  return stream.rowCount
}
