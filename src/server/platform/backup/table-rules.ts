import type pg from 'pg'
import { type CopiedTable, quoted } from './table-copies.ts'

type Rule = { table: string; name: string; definition: string }

/**
 * What of the tables is taken away while rows come in, and made again after them: building an index at once is many times
 * faster than row by row, references are checked at once, and triggers would write what the rows already say.
 */
export type TakenRules = { indexes: Rule[]; constraints: Rule[]; references: Rule[]; tables: string[] }

/** More than the server's own setting, for the indexes that are built. */
const BUILD_MEMORY = '256MB'

/**
 * Takes references, keys, indexes and triggers away, in the caller's transaction. The role owns the tables and is no
 * superuser, who alone could switch references off.
 */
export async function takeRules(client: pg.Client, tables: readonly CopiedTable[]): Promise<TakenRules> {
  const names = tables.map(({ name }) => name)
  const constraintsOf = async (kinds: string) => {
    const { rows } = await client.query<Rule>(
      `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = k.conrelid
       where c.relnamespace = 'public'::regnamespace and k.contype = any($1::"char"[])
         and c.relname = any($2)
       order by c.relname, k.contype, k.conname`,
      [kinds, names],
    )
    return rows
  }
  const { rows: indexes } = await client.query<Rule>(
    `select c.relname as table, i.relname as name, pg_get_indexdef(x.indexrelid) as definition
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any($1)
       and not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
     order by c.relname, i.relname`,
    [names],
  )
  const references = await constraintsOf('{f}')
  // "p", "u" and "x": keys, unique and exclusion constraints, which are indexes.
  const constraints = await constraintsOf('{p,u,x}')
  for (const { name } of tables) await client.query(`alter table public.${quoted(name)} disable trigger user`)
  for (const { table, name } of [...references, ...constraints]) {
    await client.query(`alter table public.${quoted(table)} drop constraint ${quoted(name)}`)
  }
  for (const { name } of indexes) await client.query(`drop index public.${quoted(name)}`)
  return { indexes, constraints, references, tables: names }
}

/** Makes them again, as they were. @throws as PostgreSQL does, if the rows break a rule */
export async function makeRules(client: pg.Client, taken: TakenRules): Promise<void> {
  await client.query(`set local maintenance_work_mem to '${BUILD_MEMORY}'`)
  for (const { table, name, definition } of taken.constraints) {
    await client.query(`alter table public.${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  for (const { definition } of taken.indexes) await client.query(definition)
  for (const { table, name, definition } of taken.references) {
    await client.query(`alter table public.${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  for (const name of taken.tables)
    await client.query(`alter table public.${quoted(name)} enable trigger user`)
}
