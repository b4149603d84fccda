import { createHash } from 'node:crypto'
import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type FileStore } from '#server/platform/files/storage.ts'
import { type DatabaseConnection, targetOf } from '#server/platform/postgres/postgres.ts'

/** A new folder for a test, which removes it. */
export async function newFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'norte-backups-')))
}

/** What is noted of a backup beside the backup itself: a backup never holds its own end. */
const NOTED_AFTER = new Set(['backup_state'])

/** The same in the audit log: that somebody made it, or restored it. */
const OF_BACKUPS = `select id from audit_entries where detail ~ '"command":"(backup|restore) '`
const WITHOUT_BACKUPS: Record<string, string> = {
  audit_entries: `where id not in (${OF_BACKUPS})`,
  audit_details: `where entry_id not in (${OF_BACKUPS})`,
  audit_unsealed: `where entry_id not in (${OF_BACKUPS})`,
}

/** Every row of every table as text, and every rule of the tables; what is worked out of others is among it. */
export async function contentsOf(connection: DatabaseConnection): Promise<Record<string, string[]>> {
  const client = new pg.Client(targetOf(connection))
  await client.connect()
  const list = async (text: string) =>
    (await client.query<{ line: string }>(text)).rows.map(({ line }) => line)
  try {
    await client.query(`set timezone to 'UTC'; set datestyle to 'ISO, YMD'`)
    const tables = await list(
      `select relname as line from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    )
    const contents: Record<string, string[]> = {}
    for (const table of tables) {
      if (NOTED_AFTER.has(table)) continue
      // The order of columns is the same everywhere: the same migrations made them.
      contents[table] = await list(
        `select t::text as line from public."${table}" t ${WITHOUT_BACKUPS[table] ?? ''} order by t::text collate "C"`,
      )
    }
    contents['jobs'] = await list(
      `select concat_ws(' ', id, name, data, priority, start_after, source_name, source_output) as line
       from pgboss.job where state < 'completed' order by id`,
    )
    contents['constraints'] = await list(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line
       from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
    )
    contents['indexes'] = await list(
      `select indexdef as line from pg_indexes where schemaname = 'public' order by 1`,
    )
    contents['triggers'] = await list(
      `select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text as line
       from pg_trigger where not tgisinternal order by 1`,
    )
    return contents
  } finally {
    await client.end()
  }
}

/** The sum of every stored file by its id. */
export async function sumsOf(store: FileStore): Promise<Record<string, string>> {
  const sums: [string, string][] = []
  for await (const { id } of store.list()) {
    const hash = createHash('sha256')
    for await (const chunk of (await store.get(id))!) hash.update(chunk as Buffer)
    sums.push([id, hash.digest('hex')])
  }
  return Object.fromEntries(sums.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
