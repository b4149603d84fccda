import type pg from 'pg'

/** The rows of each table as JSON, by their primary key. */
export type StoredRows = Map<string, Map<string, Record<string, unknown>>>

/** Reads every row of the product's tables. */
export async function readStoredRows(pool: pg.Pool): Promise<StoredRows> {
  const { rows: tables } = await pool.query<{ name: string; key: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
     from pg_class c
     join pg_index i on i.indrelid = c.oid and i.indisprimary
     join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  )
  const stored: StoredRows = new Map()
  for (const { name, key } of tables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from public."${name}" t`,
    )
    stored.set(name, new Map(rows.map(({ row }) => [JSON.stringify(key.map((column) => row[column])), row])))
  }
  return stored
}

/**
 * What is not as it was: `table.column` where a value changed or the column is gone, `table -` where a row is gone. What
 * was added counts as no change.
 */
export function changedSince(before: StoredRows, after: StoredRows): string[] {
  const changed = new Set<string>()
  for (const [table, rows] of before) {
    for (const [key, row] of rows) {
      const now = after.get(table)?.get(key)
      if (!now) changed.add(`${table} -`)
      for (const column of now ? Object.keys(row) : []) {
        if (JSON.stringify(now![column]) !== JSON.stringify(row[column])) changed.add(`${table}.${column}`)
      }
    }
  }
  return [...changed].toSorted()
}
