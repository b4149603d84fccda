import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isEmptyDatabase } from '#server/platform/backup/restore-marker.ts'
import { openBackupClient } from '#server/platform/backup/backup-client.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import type { DatabaseConnection } from '#server/platform/postgres/postgres.ts'
import { contentsOf, sumsOf } from '#test/support/backups/contents.ts'
import { type BackupWorld, openBackupWorld } from '#test/support/backups/world.ts'
import { newId } from '#test/support/rows.ts'
import { type S3Server, s3Settings, startS3Server } from '#test/support/fakes/s3-server.ts'
import { preparedFolder } from '../folders.ts'
import { type Stores, openStores } from './contents.ts'

// The short form of the way that test/runtime/backup/backup.test.ts goes with a whole installation.

let buckets: S3Server[]
let world: BackupWorld
beforeEach(async () => {
  buckets = await Promise.all([startS3Server(), startS3Server()])
  world = await openBackupWorld({ s3: s3Settings(buckets[0]!) })
})
afterEach(async () => {
  await world.close()
  await Promise.all(buckets.map((bucket) => bucket.close()))
})

const filesOf = async (stores: Stores) => [await sumsOf(stores.files), await sumsOf(stores.resources)]

// @spec P.315
test(
  'an installation moves from an external database and a bucket to a data folder, and back into another bucket; nothing is different',
  { timeout: 240_000 },
  async () => {
    const [rows, files] = [await contentsOf(world.database.connection), await filesOf(world.stores)]
    await world.backUp()
    const dataDir = join(world.root, 'embedded')
    const target = await world.newTarget()
    let restored: object | undefined
    await target.restore(undefined, undefined, {
      dataDir,
      databaseUrl: undefined,
      onRestored: async (connection: DatabaseConnection) => {
        restored = await contentsOf(connection)
      },
    })
    expect(restored).toEqual(rows)
    const stores = await openStores({ dataDir, s3: undefined })
    expect(await filesOf(stores)).toEqual(files)

    const embedded = await startEmbeddedPostgres({ dataDir, durable: false, preparedFolder })
    try {
      await world.backUp({ dataDir, connection: embedded.connection, stores })
    } finally {
      await embedded.stop()
    }
    const s3 = s3Settings(buckets[1]!)
    await target.restore(undefined, undefined, { s3 })
    expect(await contentsOf({ url: target.url })).toEqual(rows)
    expect(await filesOf(await openStores({ dataDir: target.dataDir, s3 }))).toEqual(files)
  },
)

// @spec P.312
test('a bucket that is not empty is left alone, and nothing is written where its rows would come', async () => {
  await world.backUp()
  const s3 = s3Settings(buckets[1]!)
  const stores = await openStores({ dataDir: world.root, s3 })
  const target = await world.newTarget()
  const client = await openBackupClient({ url: target.url })
  for (const store of [stores.files, stores.resources]) {
    const id = newId<string>()
    await store.put(id, Readable.from([Buffer.from('x')]), 1)
    for (const databaseUrl of [target.url, undefined]) {
      await expect(target.restore(undefined, undefined, { s3, databaseUrl })).rejects.toThrow(
        `The bucket norte is not empty (${id}): name an empty one with S3_BUCKET. Nothing was changed`,
      )
    }
    await store.remove(id)
  }
  expect(await isEmptyDatabase(client)).toBe(true)
  await client.end()
  // Once it is empty the same place takes the backup.
  expect(await target.restore(undefined, undefined, { s3 })).toMatchObject({ files: 2 })
})
