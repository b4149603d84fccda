import { randomUUID } from 'node:crypto'
import { readFile, readdir, realpath, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type EpochMs, fromIso } from '#time/clock.ts'
import { BackupFault, isDiskFull, sentenceOf } from '../platform/backup/backup-fault.ts'
import { openBackupClient } from '../platform/backup/backup-client.ts'
import {
  MANIFEST,
  PART,
  listBackups,
  makeFolder,
  openListed,
  storeFile,
  syncFolder,
} from '../platform/backup/backup-files.ts'
import { type Room, watchRoom } from '../platform/backup/backup-room.ts'
import { lockBackups } from '../platform/backup/backup-lock.ts'
import { type CopiedFiles, copyFiles } from '../platform/backup/copied-files.ts'
import { type BackupKey, type Sealing, createSealing } from '../platform/backup/encryption.ts'
import { FORMAT, type Manifest, backupNameOf, writeManifest } from '../platform/backup/manifest.ts'
import { removeOldBackups } from '../platform/backup/retention.ts'
import {
  type CopiedTable,
  copyOut,
  listTables,
  quoted,
  useCopyForm,
} from '../platform/backup/table-copies.ts'
import { listMigrations, tablesOf } from '../platform/postgres/migrate.ts'
import { lockFolder } from '../platform/data-lock.ts'
import type { DatabaseConnection } from '../platform/postgres/postgres.ts'
import { codeOf } from '../start-failure.ts'
import { noteFailed, noteMade, wasMadeSince } from './backup-state.ts'
import { JOBS_QUERY, type Stores, filesQuery } from './contents.ts'
import { readVersion } from './version.ts'

export type BackupParts = {
  /** Where the backups lie. */
  folder: string
  /** How many of them stay. */
  keep: number
  key: BackupKey | undefined
  dataDir: string
  connection: DatabaseConnection
  stores: Stores
  /** Only if the newest one was made before this moment. */
  dueSince?: EpochMs | undefined
}

export type MadeBackup = {
  name: string
  tables: number
  rows: number
  files: CopiedFiles
  /** What it takes, without files that were there before. */
  bytes: number
  /** The old ones that were removed. */
  removed: string[]
  /** What an operator should know. */
  warnings: string[]
}

/** What the process of a scheduled backup tells its worker; `made` is empty if another worker was first. */
export type BackupMessage = { failed: string } | { made: MadeBackup | undefined }

/**
 * Makes a backup beside the running servers: one snapshot of the database, and the files that it names. It has its name
 * once all of it is on the disk; nothing older is touched before.
 * @returns `notDue` if another one was made since `dueSince`
 * @throws BackupFault if another one is under way, and for what an operator can mend
 */
export async function makeBackup(parts: BackupParts): Promise<MadeBackup | 'notDue' | 'underWay'> {
  const client = await openBackupClient(parts.connection)
  try {
    if (!(await lockBackups(client))) return 'underWay'
    if (parts.dueSince !== undefined && (await wasMadeSince(client, parts.dueSince))) return 'notDue'
    try {
      return await makeAlone(client, parts)
    } catch (error) {
      await tellFailure(parts.connection, sentenceOf(error, parts.folder)).catch(() => undefined)
      throw error
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}

// Two installations may be set to one folder by mistake, each with its own database.
async function makeAlone(client: pg.Client, parts: BackupParts): Promise<MadeBackup | 'underWay'> {
  await makeFolder(parts.folder)
  const lock = await lockFolder(await realpath(parts.folder))
  if (!lock) return 'underWay'
  try {
    return await makeInto(client, parts)
  } finally {
    await lock.release()
  }
}

// On another connection: the one of the backup may have broken, or may be in the middle of a table that nobody reads any
// more. Where this fails, too, the worker tells it.
async function tellFailure(connection: DatabaseConnection, reason: string): Promise<void> {
  const client = await openBackupClient(connection)
  try {
    const { rows } = await client.query<{ at: string }>(
      `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    )
    await noteFailed(client, reason, fromIso(rows[0]!.at))
  } finally {
    await client.end()
  }
}

async function makeInto(client: pg.Client, parts: BackupParts): Promise<MadeBackup> {
  const { folder, key } = parts
  await removeParts(folder)
  const sealing = key && (await createSealing(key))
  const room = watchRoom(folder)
  const part = join(folder, `${randomUUID()}${PART}`)
  const written: string[] = []
  let made: { manifest: Manifest; files: CopiedFiles; name: string }
  try {
    await makeFolder(join(part, 'tables'))
    await makeFolder(join(part, 'secrets'))
    const wanted = join(part, 'wanted')
    const snapshot = await readSnapshot(client, { part, wanted, sealing, room })
    const { list, ...files } = await copyFiles(wanted, join(part, FILES_LIST), {
      folder,
      stores: parts.stores,
      sealing,
      earlier: await newestList(folder, sealing?.keyId ?? null),
      room,
      written,
    })
    await rm(wanted)
    const manifest: Manifest = {
      format: FORMAT,
      norte: readVersion(),
      keyId: sealing?.keyId ?? null,
      ...snapshot,
      files: {
        path: FILES_LIST,
        ...list,
        count: files.count,
        totalBytes: files.totalBytes,
        missing: files.missing,
      },
      secrets: await storeSecrets(parts.dataDir, part, sealing),
    }
    await storeFile(join(part, MANIFEST), textOf(writeManifest(manifest)))
    for (const path of [join(part, 'tables'), join(part, 'secrets'), part]) await syncFolder(path)
    // If the connection broke meanwhile, so did the lock that kept the files of the snapshot.
    await client.query('select 1')
    await watchRoom(folder)(0)
    const name = backupNameOf(fromIso(manifest.takenAt))
    await rename(part, join(folder, name))
    made = { manifest, files, name }
  } catch (error) {
    for (const path of [part, ...written]) {
      await rm(path, { recursive: true, force: true }).catch(() => undefined)
    }
    // What a killed attempt left, or a backup whose folder the operator removed to make room.
    if (isDiskFull(error)) await removeOldBackups(folder, { keep: Infinity }).catch(() => undefined)
    throw error
  }
  await syncFolder(folder)
  return complete(client, parts, made)
}

/** Notes a backup that has its name, and removes what is older than those that stay. */
async function complete(
  client: pg.Client,
  { folder, keep }: BackupParts,
  { manifest, files, name }: { manifest: Manifest; files: CopiedFiles; name: string },
): Promise<MadeBackup> {
  await noteMade(client, { name, at: fromIso(manifest.takenAt) })
  const { removed, warnings } = await removeOldBackups(folder, { keep, made: name })
  return {
    name,
    tables: manifest.tables.length,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files,
    bytes: bytesOf(manifest) + files.addedBytes,
    removed,
    warnings: [...missingWarning(files.missing), ...leftOutWarning(manifest.leftOut), ...warnings],
  }
}

const FILES_LIST = 'files.list.zst'

function bytesOf({ tables, jobs, files, secrets }: Manifest): number {
  return [...tables, jobs, files, ...secrets].reduce((sum, { bytes }) => sum + bytes, 0)
}

function missingWarning(missing: number): string[] {
  return missing === 0
    ? []
    : [
        `${missing} files that the database names were already missing in the storage, and are not in the backup`,
      ]
}

function leftOutWarning(tables: readonly string[]): string[] {
  return tables.length === 0
    ? []
    : [`Not in the backup, because no migration of Norte made them: ${tables.join(', ')}`]
}

async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^[0-9a-f-]{36}\.part$/.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * The list of the newest backup with a key, or with none: files that are encrypted for another one are of no use. A damaged
 * backup is no help, and no reason not to make another.
 */
async function newestList(folder: string, wanted: string | null): Promise<string | undefined> {
  for (const name of (await listBackups(folder)).toReversed()) {
    try {
      const { keyId, files } = await openListed(folder, name)
      if (keyId === wanted) return join(folder, name, files.path)
    } catch (error) {
      if (!(error instanceof BackupFault)) throw error
    }
  }
  return undefined
}

type Reading = { part: string; wanted: string; sealing: Sealing | undefined; room: Room }

/** Reads all of the database as of one moment, and lists the files that it names. */
async function readSnapshot(client: pg.Client, { part, wanted, sealing, room }: Reading) {
  await useCopyForm(client)
  const known = tablesOf(await listMigrations())
  const before = await listTables(client)
  const isOurs = ({ name }: CopiedTable) => known.has(name)
  const leftOut = before.filter((table) => !isOurs(table)).map(({ name }) => name)
  await client.query('begin isolation level repeatable read read only')
  // Before the snapshot is taken by the first query: a migration that changes a table waits, or is in the snapshot.
  await client.query(
    `lock table ${before
      .filter(isOurs)
      .map(({ name }) => `public.${quoted(name)}`)
      .join(', ')} in access share mode`,
  )
  const facts = await factsOf(client)
  const tables: Manifest['tables'] = []
  const end = sealing ? '.copy.zst.age' : '.copy.zst'
  const storing = { sealing, compresses: true, room }
  for (const table of (await listTables(client)).filter(isOurs)) {
    const path = `tables/${table.name}${end}`
    const { rows, result } = await copyOut(client, table, (bytes) =>
      storeFile(join(part, path), bytes, storing),
    )
    tables.push({ name: table.name, columns: table.columns, rows, path, ...result })
  }
  const jobsPath = `jobs${end}`
  const jobs = await copyOut(client, JOBS_QUERY, (bytes) => storeFile(join(part, jobsPath), bytes, storing))
  const files = filesQuery(tables.map(({ name }) => name))
  await copyOut(client, files, (bytes) => storeFile(wanted, bytes, { room }))
  await client.query('commit')
  requireSame(before.filter(isOurs), tables)
  return { ...facts, tables, leftOut, jobs: { path: jobsPath, rows: jobs.rows, ...jobs.result } }
}

function requireSame(before: readonly CopiedTable[], after: readonly CopiedTable[]): void {
  const names = (tables: readonly CopiedTable[]) => tables.map(({ name }) => name).join(' ')
  if (names(before) !== names(after)) {
    throw new BackupFault('The database was migrated when the backup began: make it again')
  }
}

async function factsOf(client: pg.Client) {
  const { rows } = await client.query<{ takenAt: string; postgres: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
       current_setting('server_version') as postgres`,
  )
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from public.schema_migrations order by name',
  )
  return { ...rows[0]!, migrations }
}

/** Copies the secrets that the first start made. */
async function storeSecrets(
  dataDir: string,
  part: string,
  sealing: Sealing | undefined,
): Promise<Manifest['secrets']> {
  const secrets: Manifest['secrets'] = []
  for (const name of await secretsIn(join(dataDir, 'secrets'))) {
    const path = `secrets/${name}${sealing ? '.age' : ''}`
    const text = await readFile(join(dataDir, 'secrets', name), 'utf8')
    secrets.push({ name, path, ...(await storeFile(join(part, path), textOf(text), { sealing })) })
  }
  return secrets
}

async function secretsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  // Without drafts of one that is being made, which have a dot.
  return names.filter((name) => /^[a-z0-9-]+$/.test(name)).toSorted()
}

async function* textOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
