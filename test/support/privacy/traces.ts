import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { createLogger } from '#server/platform/logger.ts'
import type { TestApp } from '../app.ts'
import { unzip } from '../exports/unzip.ts'

/** A log of an app, and its lines so far. */
export function keptLog() {
  const lines: string[] = []
  return { lines, log: createLogger('debug', { write: (line) => void lines.push(line) }) }
}

/**
 * Where a text still is, whatever its case: rows of every table of the database (those of the jobs too), stored bytes, mails
 * that lie in the outbox, and lines of the log. An empty list means that nothing of it is left.
 */
export async function tracesOf(app: TestApp, text: string, lines: readonly string[]): Promise<string[]> {
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
      const bytes = stream ? await buffer(stream) : Buffer.alloc(0)
      // Archives are compressed.
      const parts = store === 'archives' ? [...(await unzip(bytes))].flat() : [bytes]
      if (parts.some((part) => saysIn(part.toString(), text))) found.push(`${store}: ${id}`)
    }
  }
  for (const [name, words] of await mailsIn(join(app.deps.config.dataDir, 'outbox'))) {
    if (saysIn(words, text)) found.push(`outbox: ${name}`)
  }
  const logged = lines.filter((line) => saysIn(line, text))
  return [...found, ...logged.map((line) => `log: ${line}`)]
}

const saysIn = (said: string, text: string): boolean => said.toLowerCase().includes(text.toLowerCase())

/** What every file of an outbox says, as it lies there and decoded. */
async function mailsIn(folder: string): Promise<Map<string, string>> {
  const mails = new Map<string, string>()
  for (const name of await readdir(folder).catch(() => [])) {
    const source = await readFile(join(folder, name))
    const { headers, subject, text, html, attachments, ...people } = await PostalMime.parse(source, {
      attachmentEncoding: 'utf8',
    })
    // Lines of calendar files are folded inside of words.
    const files = attachments.map(({ content }) =>
      typeof content === 'string' ? content.replaceAll(/\r?\n /g, '') : '',
    )
    const said = [source.toString(), headers.map(({ value }) => value), people, subject, text, html, files]
    mails.set(name, said.map((part) => JSON.stringify(part)).join('\n'))
  }
  return mails
}
