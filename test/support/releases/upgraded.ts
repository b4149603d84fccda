import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { makeApp } from '../app.ts'
import { type TestDatabase, openEmptyDatabase } from '../database.ts'
import { type KeptPeople, unpackRelease } from './kept-releases.ts'
import { type StoredRows, changedSince, readStoredRows } from './stored-rows.ts'

/** What an earlier release left, under the product of today, at the moment when it was left. */
export async function openUpgraded(release: string) {
  const root = await mkdtemp(join(tmpdir(), 'norte-upgraded-'))
  const database = await openEmptyDatabase()
  const clear = async () => {
    await database.close()
    await rm(root, { recursive: true, force: true })
  }
  try {
    return await open(release, { root, database, clear })
  } catch (error) {
    await clear()
    throw error
  }
}

type Place = { root: string; database: TestDatabase; clear: () => Promise<void> }

async function open(release: string, { root, database, clear }: Place) {
  const people = await unpackRelease(release, join(root, 'kept'))
  const dataDir = join(root, 'data')
  const restored = await restoreBackup({
    folder: join(root, 'kept'),
    name: undefined,
    key: undefined,
    dataDir,
    databaseUrl: database.url,
    s3: undefined,
    say: () => undefined,
  })
  const left: StoredRows = await readStoredRows(database.pool)
  const ran = await migrate(database.pool)
  const changed = changedSince(left, await readStoredRows(database.pool))
  const app = await makeApp({
    now: restored.takenAt,
    database,
    env: { DATA_DIR: dataDir },
    costlyPasswords: true,
  })
  return {
    app,
    people,
    /** How many rows there were before any migration. */
    rows: [...left.values()].reduce((sum, { size }) => sum + size, 0),
    /** The migrations that ran. */
    ran,
    /** What the migrations changed of the rows that were there. */
    changed,
    async signIn(who: KeptPeople[keyof KeptPeople]): Promise<string> {
      const { status, body } = await app.call('POST /v1/auth/user', { body: who })
      if (status !== 200 && status !== 201) throw new Error(`sign-in: ${status} ${JSON.stringify(body)}`)
      return body.token
    },
    /** The mails that went out since. */
    mails: () => readdir(join(dataDir, 'outbox')).catch(() => []),
    async close() {
      await app.close()
      await clear()
    },
  }
}

export type Upgraded = Awaited<ReturnType<typeof openUpgraded>>
