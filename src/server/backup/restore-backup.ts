import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { QUEUES } from '../events/queues.ts'
import { BackupFault } from '../platform/backup/backup-fault.ts'
import { listBackups, makeFolder, readStored, syncFolder } from '../platform/backup/backup-files.ts'
import { checkBackup } from '../platform/backup/check-backup.ts'
import { type BackupKey, keyIdOf } from '../platform/backup/encryption.ts'
import { type ListedFile, placeOf, readList } from '../platform/backup/file-lists.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { type CopiedTable, copyIn, listTables, quoted, useCopyForm } from '../platform/backup/table-copies.ts'
import { makeRules, takeRules } from '../platform/backup/table-rules.ts'
import { COPIES_FORM, COPIES_TABLE } from '../platform/jobs/job-copies.ts'
import { GIVEN_UP } from '../platform/jobs/given-up-jobs.ts'
import { type Jobs, createJobs } from '../platform/jobs/jobs.ts'
import { createLogger } from '../platform/logger.ts'
import { listMigrations, migrate, migrationsFolder } from '../platform/postgres/migrate.ts'
import { type DatabaseConnection, createDatabase } from '../platform/postgres/postgres.ts'
import { endLeftBehind } from './left-behind.ts'
import { type RestoreTarget, type TargetSettings, openTarget } from './restore-target.ts'

export type RestoreParts = TargetSettings & {
  /** Where the backups lie, and which one; the newest unless named. */
  folder: string
  name: string | undefined
  key: BackupKey | undefined
  /** Called before each step, and with what did not come along. */
  say: (line: string) => void
  /** Called when everything is there again, with its database: before that another attempt starts over. */
  onRestored?: (connection: DatabaseConnection) => Promise<void>
}

export type Restored = {
  name: string
  takenAt: string
  tables: number
  rows: number
  jobs: number
  files: number
}

/** How many uploaded files are written at once. */
const AT_ONCE = 8

/**
 * Restores a backup into an empty place. All of it is checked before anything is written; the rows come back in one
 * transaction, then the files; until everything is there Norte does not start, and the same restore can be made again.
 * @throws BackupFault, and StartFailure for what a start would refuse as well
 */
export async function restoreBackup(parts: RestoreParts): Promise<Restored> {
  const { folder, key, say } = parts
  const name = await nameOf(parts)
  say(`Checking ${name}…`)
  const { faults, manifest } = await checkBackup(folder, name, { migrations: await listMigrations() })
  if (faults.length > 0 || !manifest) throw new BackupFault(faults.join('\n'))
  requireKey(manifest, name, key)
  const target = await openTarget(parts, name)
  try {
    if (target.goesOn) say('An earlier restore was cut off here: starting it over')
    const reading = { folder, name, manifest, key: manifest.keyId === null ? undefined : key }
    say(`Restoring ${manifest.tables.length} tables…`)
    const { jobs, said } = await restoreDatabase(target, reading)
    for (const line of said) say(line)
    say(`Restoring ${manifest.files.count} files…`)
    await restoreSecrets(target, reading)
    await restoreFiles(target, reading)
    await parts.onRestored?.(target.connection)
    await target.finish()
    return {
      name,
      takenAt: manifest.takenAt,
      tables: manifest.tables.length,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      jobs,
      files: manifest.files.count,
    }
  } finally {
    await target.close()
  }
}

async function nameOf({ folder, name }: RestoreParts): Promise<string> {
  const names = await listBackups(folder)
  const found = name === undefined ? names.at(-1) : names.find((each) => each === name)
  if (found !== undefined) return found
  throw new BackupFault(
    name === undefined
      ? `There is no backup in ${folder}: is BACKUP_DIR right?`
      : `There is no backup ${name} in ${folder}. ${names.length > 0 ? `There are: ${names.join(', ')}` : 'The folder has no backups'}`,
  )
}

function requireKey({ keyId }: Manifest, name: string, key: BackupKey | undefined): void {
  if (keyId === null) return
  if (!key) throw new BackupFault(`${name} is encrypted: set BACKUP_KEY to its secret key, AGE-SECRET-KEY-1…`)
  if (keyIdOf(key) !== keyId) {
    throw new BackupFault(`BACKUP_KEY is not the key of ${name}: set it to the one it was made with`)
  }
  if (key.identity === undefined) {
    throw new BackupFault(
      `BACKUP_KEY is the public key of ${name}: to restore it set the secret one, AGE-SECRET-KEY-1…`,
    )
  }
}

type Reading = { folder: string; name: string; manifest: Manifest; key: BackupKey | undefined }

/** How many jobs came back, and what there is to say of rows whose bytes did not. */
type RowsBack = { jobs: number; said: string[] }

async function restoreDatabase(target: RestoreTarget, reading: Reading): Promise<RowsBack> {
  const { manifest } = reading
  const database = createDatabase(target.connection, { size: 2 })
  try {
    await migrate(database.pool, migrationsFolder(), () => undefined, {
      upTo: manifest.migrations.at(-1)!.name,
    })
    const jobs = await createJobs(target.connection, {
      queues: QUEUES,
      log: createLogger('silent'),
      supervise: false,
    })
    try {
      return await restoreRows(target.client, jobs, reading)
    } finally {
      await jobs.stop()
    }
  } finally {
    await database.close()
  }
}

async function restoreRows(client: pg.Client, jobs: Jobs, reading: Reading): Promise<RowsBack> {
  const { manifest } = reading
  await useCopyForm(client)
  const here = await listTables(client)
  for (const { name } of manifest.tables) {
    if (!here.some((table) => table.name === name)) throw new BackupFault(`This Norte has no table ${name}`)
  }
  await client.query('begin')
  try {
    const taken = await takeRules(client, here)
    await client.query(`truncate ${here.map(({ name }) => `public.${quoted(name)}`).join(', ')}`)
    for (const table of manifest.tables) {
      const rows = await copyBack(client, { table, stored: table, reading, isFresh: true })
      requireRows(table.name, rows, table.rows)
    }
    const count = await restoreJobs(client, jobs, reading)
    await makeRules(client, taken)
    const said = await endLeftBehind(client, here)
    await client.query('commit')
    await client.query('analyze')
    return { jobs: count, said }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

type CopyingBack = {
  table: CopiedTable | string
  stored: { path: string }
  reading: Reading
  isFresh?: boolean
}

function copyBack(
  client: pg.Client,
  { table, stored, reading, isFresh = false }: CopyingBack,
): Promise<number> {
  const { folder, name, key } = reading
  return readStored(join(folder, name, stored.path), { key, compressed: true }, (bytes) =>
    copyIn(client, { into: table, isFresh }, bytes),
  )
}

async function restoreJobs(client: pg.Client, jobs: Jobs, reading: Reading): Promise<number> {
  const stored = reading.manifest.jobs
  await client.query('delete from pgboss.job where name = any($1)', [[...QUEUES, GIVEN_UP]])
  await client.query(COPIES_FORM)
  const rows = await copyBack(client, { table: COPIES_TABLE, stored, reading })
  requireRows('jobs', rows, stored.rows)
  return jobs.putBack((text, values) => client.query(text, values))
}

function requireRows(name: string, found: number, noted: number): void {
  if (found === noted) return
  throw new BackupFault(
    `${name} has ${found} rows instead of ${noted}. Use another backup; nothing was restored`,
  )
}

async function restoreSecrets({ dataDir }: RestoreTarget, reading: Reading): Promise<void> {
  const { folder, name, manifest, key } = reading
  if (manifest.secrets.length === 0) return
  const secrets = join(dataDir, 'secrets')
  await makeFolder(secrets)
  for (const secret of manifest.secrets) {
    await readStored(join(folder, name, secret.path), { key }, async (bytes) => {
      const file = await open(join(secrets, secret.name), 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
    })
  }
  await syncFolder(secrets)
}

async function restoreFiles(target: RestoreTarget, reading: Reading): Promise<void> {
  const { folder, name, manifest } = reading
  const under = new Set<Promise<void>>()
  const failed: unknown[] = []
  for await (const file of readList(join(folder, name, manifest.files.path))) {
    const restoring = restoreFile(target, reading, file)
      .catch((error: unknown) => void failed.push(error))
      .finally(() => under.delete(restoring))
    under.add(restoring)
    if (under.size >= AT_ONCE) await Promise.race(under)
    if (failed.length > 0) break
  }
  await Promise.all(under)
  if (failed.length > 0) throw failed[0]
}

async function restoreFile(
  { stores, goesOn }: RestoreTarget,
  { folder, manifest, key }: Reading,
  file: ListedFile,
): Promise<void> {
  const store = stores[file.store]
  // What a killed restore left of it.
  if (goesOn) await store.remove(file.id)
  await readStored(placeOf(folder, manifest.keyId, file), { key }, (bytes) =>
    store.put(file.id, Readable.from(bytes), file.size),
  )
}
