// What says that a restore is not finished. It is made before anything else of a restore and taken away after everything
// else, so that a restore that was killed is told from an installation, and can be made again.
import { open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { codeOf } from '#server/start-failure.ts'
import { syncFolder } from './backup-files.ts'

/** Which backup is restored, and into which folder. */
const Marker = z.object({ backup: z.string(), dataDir: z.string() })
export type RestoreMarker = z.infer<typeof Marker>

const FILE = 'restore-unfinished.json'

/** The marker of an embedded database: a file of the data folder, which holds everything. */
export async function findFileMarker(dataDir: string): Promise<RestoreMarker | undefined> {
  try {
    return Marker.parse(JSON.parse(await readFile(join(dataDir, FILE), 'utf8')))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Marks a data folder; it is on the disk once this resolves. */
export async function putFileMarker(marker: RestoreMarker): Promise<void> {
  const draft = join(marker.dataDir, `${FILE}.part`)
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(JSON.stringify(marker))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, join(marker.dataDir, FILE))
  await syncFolder(marker.dataDir)
}

/** Takes the mark away, for good once this resolves. */
export async function removeFileMarker(dataDir: string): Promise<void> {
  await rm(join(dataDir, FILE), { force: true })
  await syncFolder(dataDir)
}

/** Whether nothing is in a data folder; a marker that was cut off while it was written is nothing. */
export async function isEmptyFolder(path: string): Promise<boolean> {
  return (await readdir(path)).every((name) => name === `${FILE}.part`)
}

type Queries = Pick<pg.Client | pg.Pool, 'query'>

/** The marker of an external database, which several servers may open: a schema in it. */
export async function findDatabaseMarker(database: Queries): Promise<RestoreMarker | undefined> {
  const { rows: found } = await database.query(`select to_regclass('norte_restore.unfinished') as name`)
  if ((found[0] as { name: string | null }).name === null) return undefined
  const { rows } = await database.query('select backup, data_dir as "dataDir" from norte_restore.unfinished')
  return Marker.parse(rows[0])
}

/** Marks a database. */
export async function putDatabaseMarker(
  client: pg.Client,
  { backup, dataDir }: RestoreMarker,
): Promise<void> {
  await client.query('begin')
  await client.query('create schema norte_restore')
  await client.query('create table norte_restore.unfinished (backup text not null, data_dir text not null)')
  await client.query('insert into norte_restore.unfinished values ($1, $2)', [backup, dataDir])
  await client.query('commit')
}

/** Takes the mark away. */
export async function removeDatabaseMarker(client: pg.Client): Promise<void> {
  await client.query('drop schema norte_restore cascade')
}

/** Whether a database has no table, view or sequence that somebody made in it. */
export async function isEmptyDatabase(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (
       select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     ) as used`,
  )
  return !rows[0]!.used
}
