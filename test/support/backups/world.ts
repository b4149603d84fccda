import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BackupParts, type MadeBackup, makeBackup } from '#server/backup/make-backup.ts'
import { openStores } from '#server/backup/contents.ts'
import { type Restored, restoreBackup } from '#server/backup/restore-backup.ts'
import type { TargetSettings } from '#server/backup/restore-target.ts'
import { EFFECTS_QUEUE, MAILS_QUEUE, QUEUES } from '#server/events/queues.ts'
import { checkBackup } from '#server/platform/backup/check-backup.ts'
import { type BackupKey } from '#server/platform/backup/encryption.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createLogger } from '#server/platform/logger.ts'
import { listMigrations } from '#server/platform/postgres/migrate.ts'
import { type UserId } from '#contract/values.ts'
import { newFolder } from './contents.ts'
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from '../database.ts'
import { clientRow, coachRow, newId } from '../rows.ts'

/** An installation with people, uploaded files, in a bucket if one is given, and waiting jobs, and a folder for its backups. */
export async function openBackupWorld({ s3 }: Partial<Pick<TargetSettings, 's3'>> = {}) {
  const root = await newFolder()
  const database = await openTestDatabase()
  const dataDir = join(root, 'data')
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, 'secrets', 'token-secret'), randomBytes(32).toString('base64url'))
  const stores = await openStores({ dataDir, s3 })
  const { coachId } = await coachRow(database, { name: 'Ána "la\\coach"\tÑ' })
  await clientRow(database, coachId)
  await enqueueTwo(database)
  const world = { root, database, dataDir, stores, coachId, folder: join(root, 'backups') }
  const picture = await addPicture(world)
  const part = await addUpload(world)
  const targets: (() => Promise<void>)[] = []

  const partsOf = (more: Partial<BackupParts> = {}): BackupParts => ({
    folder: world.folder,
    keep: 14,
    key: undefined,
    dataDir,
    connection: database.connection,
    stores,
    ...more,
  })
  return {
    ...world,
    picture,
    part,
    partsOf,
    /** Makes a backup, which nobody else makes meanwhile. */
    async backUp(more: Partial<BackupParts> = {}): Promise<MadeBackup> {
      const made = await makeBackup(partsOf(more))
      if (typeof made === 'string') throw new Error(made)
      return made
    },
    /** What is wrong with a backup. */
    faults: async (name: string) =>
      (await checkBackup(world.folder, name, { migrations: await listMigrations() })).faults,
    /** A place for a restore: an empty database and a folder that does not exist. */
    async newTarget() {
      const target = await openEmptyDatabase()
      targets.push(target.close)
      const place = join(root, `restored-${randomBytes(4).toString('hex')}`)
      return {
        dataDir: place,
        url: target.url,
        restore: (name?: string, key?: BackupKey, more: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
          restoreBackup({
            folder: world.folder,
            name,
            key,
            dataDir: place,
            databaseUrl: target.url,
            s3: undefined,
            say: () => undefined,
            ...more,
          }) satisfies Promise<Restored>,
      }
    },
    async close() {
      for (const close of targets) await close()
      await database.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export type BackupWorld = Awaited<ReturnType<typeof openBackupWorld>>
type World = Pick<BackupWorld, 'database' | 'stores' | 'coachId'>

/** A picture with its row. */
export async function addPicture({ database, stores, coachId }: World, byteSize = 70_000): Promise<string> {
  const id = newId<string>()
  await stores.files.put(id, Readable.from([randomBytes(byteSize)]), byteSize)
  await database.pool.query(
    `insert into files (id, owner_user_id, kind, media_type, byte_size, created_at)
     values ($1, $2, 'photo', 'image/webp', $3, now())`,
    [id, coachId, byteSize],
  )
  return id
}

/** An upload that is under way, with one part of it. */
async function addUpload({ database, stores, coachId }: World): Promise<string> {
  const part = newId<string>()
  await stores.resources.put(part, Readable.from([randomBytes(1_000)]), 1_000)
  await database.pool.query(
    `insert into resource_files (id, coach_id, name, byte_size, received, parts, created_at, updated_at)
     values ($1, $2, 'Respiración.pdf', 5000, 1000, $3, now(), now())`,
    [newId<UserId>(), coachId, [part]],
  )
  return part
}

async function enqueueTwo({ connection, db }: TestDatabase): Promise<void> {
  const jobs = await createJobs(connection, { queues: QUEUES, log: createLogger('silent'), supervise: false })
  await db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, MAILS_QUEUE, { v: 1, subject: 'A\tB\n"ñ"' }, 'urgent')
    await jobs.enqueue(tx, EFFECTS_QUEUE, { v: 1, eventId: newId() })
  })
  await jobs.stop()
}
