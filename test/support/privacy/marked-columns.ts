import { sql } from 'kysely'
import { DATA_MAP } from '#server/db/data-map/data-map.ts'
import type { TestApp } from '../app.ts'

/** Who has content in a column, by the data map; or it opens something of theirs. */
const OF_PEOPLE = ['shared', 'practice', 'account', 'secret'] as const

/**
 * The columns of people that may have words and in no row have one of some texts, as `table.column`. Those whose values the
 * database itself lists or makes cannot.
 */
export async function columnsWithout(app: TestApp, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    where c.table_schema = 'public' and c.is_generated = 'NEVER'
      and (c.data_type in ('text', 'jsonb', 'json') or c.udt_name in ('_text', '_jsonb'))
      and not exists (
        select from pg_constraint k
        where k.conrelid = format('public.%I', c.table_name)::regclass and k.contype = 'c' and array_length(k.conkey, 1) = 1
          and pg_get_constraintdef(k.oid) ~ format('\\(\\(?\\(?"?%s"?\\)? = ANY|"?%s"? <@ ', c.column_name, c.column_name))
    order by 1, 2`.execute(app.deps.db)
  const found: string[] = []
  for (const { table, column } of rows) {
    const marks = DATA_MAP[table as keyof typeof DATA_MAP]
    if (!OF_PEOPLE.some((owner) => marks?.columns[owner]?.includes(column))) continue
    const wanted = sql.join(texts.map((text) => sql`${`%${text}%`}`))
    const { rows: marked } = await sql`
      select from ${sql.table(table)} t where t.${sql.ref(column)}::text ilike any(array[${wanted}]) limit 1`.execute(
      app.deps.db,
    )
    if (marked.length === 0) found.push(`${table}.${column}`)
  }
  return found
}
