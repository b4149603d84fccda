import { sql } from 'kysely'
import type { TestApp } from '../app.ts'

/**
 * Where a text still is, whatever its case: rows of every table of the database (those of the jobs too), and stored bytes. An
 * empty list means that nothing of it is left.
 */
export async function tracesOf(app: TestApp, text: string): Promise<string[]> {
  const wanted = `%${text.toLowerCase()}%`
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`.execute(app.deps.db)
  const found: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t where lower(t::text) like ${wanted}`.execute(app.deps.db)
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  for (const [store, files] of [
    ['pictures', app.deps.files],
    ['files', app.deps.resourceFiles],
    ['archives', app.deps.exportFiles],
    ['imports', app.deps.importFiles],
  ] as const) {
    for await (const { id } of files.list()) {
      const stream = await files.get(id)
      const chunks: Buffer[] = []
      for await (const chunk of stream ?? []) chunks.push(chunk as Buffer)
      if (Buffer.concat(chunks).toString('latin1').toLowerCase().includes(text.toLowerCase()))
        found.push(`${store}: ${id}`)
    }
  }
  return found
}
