import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBackupClient } from '#server/platform/backup/backup-client.ts'
import { lockBackups } from '#server/platform/backup/backup-lock.ts'
import { migrate } from '#server/platform/postgres/migrate.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { waitForBackup } from './wait-for-backup.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'norte-migrations-'))
  await database.pool.query('drop table schema_migrations')
  await writeFile(join(folder, '0001_fruits.sql'), 'create table fruits (id int)')
  await migrate(database.pool, folder)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.close()
})

test('migrations wait for the backup that is being made, and a start without any does not', async () => {
  let waits = 0
  let looks = 0
  const backup = await openBackupClient(database.connection)
  expect(await lockBackups(backup)).toBe(true)
  const waitOnce = () =>
    waitForBackup(database, {
      folder,
      onWait: () => (waits += 1),
      async pause() {
        looks += 1
        if (looks === 3) await backup.end()
      },
    })
  await waitOnce()
  expect({ waits, looks }).toEqual({ waits: 0, looks: 0 })
  await writeFile(join(folder, '0002_stones.sql'), 'create table stones (id int)')
  await waitOnce()
  expect(waits).toBe(1)
  expect(looks).toBeGreaterThanOrEqual(3)
  expect(await migrate(database.pool, folder)).toEqual(['0002_stones.sql'])
})

test('a database without any migration is behind, and one that is told to end waits no longer', async () => {
  await database.pool.query('drop table schema_migrations')
  const backup = await openBackupClient(database.connection)
  await lockBackups(backup)
  const check = () => {
    throw new Error('told to end')
  }
  await expect(waitForBackup(database, { folder, onWait: () => undefined, check })).rejects.toThrow(
    'told to end',
  )
  await backup.end()
})
